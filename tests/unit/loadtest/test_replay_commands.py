"""A replay's exchanges, tally and commands."""

from datetime import datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from countroom.cashier.v1.cashier_service_pb2 import RedeemChips, SellChips
from countroom.ledger.v1.header_pb2 import Timing

from loadtest.replay.bad_input import BadInput
from loadtest.replay.commands import commands
from loadtest.replay.exchanges import in_order_of_time
from loadtest.replay.replayed_casino import casino_id_of, replayed_casino
from loadtest.replay.settings import LIMIT_MINOR, ReplaySettings
from loadtest.replay.table_sessions import TableSession
from loadtest.replay.tally import IdentificationTally

UTC = ZoneInfo("UTC")
SETTINGS = ReplaySettings("UTC", "USD")
NOON = datetime(2019, 1, 1, 12)  # noqa: DTZ001 - a wall clock without a zone


def session(
    number: int,
    bought: str,
    cashed: str,
    *,
    start_h: float = 0,
    hours: float = 1,
    player: str = "A",
) -> TableSession:
    started = NOON + timedelta(hours=start_h)
    lost = Decimal(bought) - Decimal(cashed)
    return TableSession(
        number,
        "BJ-1",
        player,
        started,
        started + timedelta(hours=hours),
        Decimal(bought),
        Decimal(0),
        Decimal(cashed),
        lost,
    )


def told(*sessions: TableSession) -> list[SellChips | RedeemChips]:
    exchanges = in_order_of_time(sessions, UTC)
    return list(commands("replay-1", exchanges, IdentificationTally(LIMIT_MINOR)))


def with_document(*sessions: TableSession) -> list[bool]:
    return [command.HasField("document") for command in told(*sessions)]


def test_a_row_is_a_purchase_when_it_starts_and_a_cash_out_when_it_ends() -> None:
    """Both are told after the fact, in 1/100,000 of a dollar, with the row's references."""
    bought, cashed = told(session(1, "750.00001", "455"))
    assert isinstance(bought, SellChips)
    assert bought.payment.cash.amount_minor == 75_000_001
    assert isinstance(cashed, RedeemChips)
    assert cashed.chips_minor == 45_500_000
    assert {c.header.timing for c in (bought, cashed)} == {Timing.TIMING_AFTER}
    assert cashed.header.occurred_at.seconds - bought.header.occurred_at.seconds == 3_600
    assert {r.name: r.value for r in cashed.references} == {
        "table": "BJ-1",
        "game": "BJ",
        "month": "2019-01",
        "chips_buy_in": "0",
        "player_lost": "295.00001",
    }


def test_nothing_bought_travels_too() -> None:
    """A row of zeros is two exchanges of zero."""
    bought, cashed = told(session(1, "0", "0"))
    assert isinstance(bought, SellChips)
    assert bought.payment.cash.amount_minor == 0
    assert isinstance(cashed, RedeemChips)
    assert cashed.chips_minor == 0


def test_exchanges_come_in_the_order_of_time_over_all_rows() -> None:
    """A cash-out stands after the purchase of a later row that began before it."""
    kinds = [
        type(c).__name__
        for c in told(session(1, "1", "1", hours=3), session(2, "2", "2", start_h=1))
    ]
    assert kinds == ["SellChips", "SellChips", "RedeemChips", "RedeemChips"]


def test_no_command_names_the_player() -> None:
    """A token stands for the name, the same one in every row of the player."""
    made = told(session(1, "5", "5", player="Jo Doe"), session(2, "3000", "5", player="Jo Doe"))
    assert len({command.person for command in made}) == 1
    assert not any(b"Jo Doe" in command.SerializeToString() for command in made)


def test_a_second_replay_sends_the_same_commands() -> None:
    """The same rows give the same bytes, ids and all."""
    rows = (session(1, "2500", "455"), session(2, "1", "1"))
    assert [c.SerializeToString() for c in told(*rows)] == [
        c.SerializeToString() for c in told(*rows)
    ]


@pytest.mark.obligation("M46.1")
def test_a_document_goes_with_what_is_over_the_limit_and_not_with_the_limit_itself() -> None:
    """2,000 needs no document, a hundred-thousandth more does."""
    assert with_document(session(1, "2000", "0")) == [False, False]
    assert with_document(session(1, "2000.00001", "0")) == [True, False]


@pytest.mark.obligation("M46.4")
def test_a_document_goes_with_what_brings_the_day_over_the_limit_once() -> None:
    """Of three purchases of 1,500 the second crosses the limit, and covers the third."""
    rows = [session(n, "1500", "0", start_h=n * 2) for n in (1, 2, 3)]
    bought = [c.HasField("document") for c in told(*rows) if isinstance(c, SellChips)]
    assert bought == [False, True, False]


def test_purchases_and_cash_outs_are_tallied_apart_and_each_gaming_day_anew() -> None:
    """1,500 bought and 1,500 cashed in need no document, nor 1,500 more after the next change."""
    assert not any(with_document(session(1, "1500", "1500"), session(2, "1500", "0", start_h=20.5)))
    assert any(with_document(session(1, "1500", "1500"), session(2, "1500", "0", start_h=19.5)))


def test_an_amount_finer_than_the_casino_counts_is_bad_input() -> None:
    """A millionth of a dollar can't be replayed exactly and is refused with its row."""
    with pytest.raises(BadInput, match="row 4"):
        in_order_of_time([session(4, "0.000001", "0")], UTC)


def test_the_casino_opens_with_the_chips_that_walked_in() -> None:
    """Where cash-outs run 300 ahead of purchases, 300 are owed at opening, and 300 are in cash."""
    exchanges = in_order_of_time([session(1, "100", "400"), session(2, "900", "0", start_h=2)], UTC)
    casino = replayed_casino("replay-1", SETTINGS, exchanges)
    opened = {opening.account: opening.amount_minor for opening in casino.openings}
    assert opened == {
        "vault_cash": 30_000_000,
        "chips_outstanding/cashier": 30_000_000,
        "vault_chips": 60_000_000,
    }


def test_another_file_or_setting_is_replayed_in_a_casino_of_its_own() -> None:
    """The casino's id goes by the file's bytes, the zone and the currency."""
    ids = {
        casino_id_of(b"a", SETTINGS),
        casino_id_of(b"b", SETTINGS),
        casino_id_of(b"a", ReplaySettings("UTC", "EUR")),
    }
    assert len(ids) == 3
    assert casino_id_of(b"a", SETTINGS) in ids
