"""The simulated evening and what its simulator knows of it."""

from collections import Counter

from countroom.audit.v1.exchange_answers_pb2 import ExchangeStatus
from countroom.audit.v1.identification_questions_pb2 import IdentificationStatus
from countroom.cashier.v1 import cashier_service_pb2 as cashier
from countroom.cashier.v1.exchange_pb2 import Direction
from hypothesis import given, settings
from hypothesis import strategies as st

from loadtest.simulator.evening import Evening, make_evening

SEEDS = st.integers(0, 10_000)
few = settings(max_examples=10, deadline=None)


def sent(evening: Evening) -> list[object]:
    return [c for step in (*evening.steps, *evening.closing) for c in step.commands]


def sold_minor(command: object) -> int:
    """Return what a purchase in the casino's own money is of, in mils."""
    if not isinstance(command, cashier.SellChips):
        return 0
    return command.payment.cash.amount_minor + command.payment.cheque.amount_minor


def test_a_seed_is_an_evening() -> None:
    """The same seed gives the same casino, commands and truth; another seed another evening."""
    one, again, other = make_evening(3, 30), make_evening(3, 30), make_evening(4, 30)
    assert one == again
    assert one.casino.casino_id != other.casino.casino_id


@few
@given(SEEDS)
def test_no_two_commands_share_an_id(seed: int) -> None:
    """Every command of an evening has an id of its own."""
    ids = Counter(c.header.command_id for c in sent(make_evening(seed, 30)))  # type: ignore[attr-defined]
    assert max(ids.values()) == 1


@few
@given(SEEDS)
def test_every_exchange_of_the_truth_was_sent(seed: int) -> None:
    """Completed, abandoned and reversed exchanges are together as many as were keyed."""
    evening = make_evening(seed, 30)
    keyed = [c for c in sent(evening) if isinstance(c, cashier.SellChips | cashier.RedeemChips)]
    assert sum(evening.truth.exchange_count.values()) == len(keyed)


@few
@given(SEEDS)
def test_the_truth_of_money_adds_up_to_what_was_keyed(seed: int) -> None:
    """Purchases in lira, by cash and cheque and of any status, add up to the commands' amounts."""
    evening = make_evening(seed, 30)
    known = sum(
        minor
        for (direction, instrument, _), minor in evening.truth.chips_minor.items()
        if direction == Direction.DIRECTION_PURCHASE and instrument != "foreign_cash"
    )
    assert known == sum(map(sold_minor, sent(evening)))


@few
@given(SEEDS)
def test_a_lane_s_steps_are_in_the_order_of_their_clock(seed: int) -> None:
    """Within a lane nothing is sent before what it rests on."""
    evening = make_evening(seed, 30)
    last: dict[str, int] = {}
    for step in evening.steps:
        assert step.sent_at_us >= last.get(step.lane, 0)
        last[step.lane] = step.sent_at_us


@few
@given(SEEDS)
def test_every_story_is_told_whatever_the_seed(seed: int) -> None:
    """A split, an abandoned, a reversed purchase, an offline desk, two tokens, two refusals."""
    truth = make_evening(seed, 5).truth
    assert truth.structurer == "p-splits"
    assert truth.identifications[IdentificationStatus.IDENTIFICATION_STATUS_ABANDONED] >= 1
    assert truth.identifications[IdentificationStatus.IDENTIFICATION_STATUS_MISSED] == 1
    assert truth.events["ExchangeReversed"] == 1
    assert truth.events["PersonsLinked"] == 1
    assert truth.events["EntryRefused"] == 2
    assert set(truth.exceptions) == {"linked_over_limit", "identification_missed", "rate_differs"}


@few
@given(SEEDS)
def test_only_one_person_looks_like_structuring(seed: int) -> None:
    """Nobody else makes three purchases that are together between 1,800 and 2,000 lira."""
    totals: Counter[str] = Counter()
    pieces: Counter[str] = Counter()
    for command in sent(make_evening(seed, 120)):
        if sold_minor(command):
            totals[command.person] += sold_minor(command)  # type: ignore[attr-defined]
            pieces[command.person] += 1  # type: ignore[attr-defined]
    near = {p for p, total in totals.items() if 1_800_000 <= total <= 2_000_000 and pieces[p] >= 3}
    assert near == {"p-splits"}


@few
@given(SEEDS)
def test_tills_are_closed_with_what_went_through_them(seed: int) -> None:
    """The counts at closing are the floats, and what truth says came in and went out, less Lm10."""
    evening = make_evening(seed, 30)
    counted = sum(
        money.amount_minor
        for step in evening.closing
        for command in step.commands
        if isinstance(command, cashier.CloseDesk)
        for money in command.cash
        if money.currency == "MTL"
    )
    made = ExchangeStatus.EXCHANGE_STATUS_COMPLETED
    truth, floats = evening.truth.chips_minor, 4 * 60_000_000
    bought = truth[Direction.DIRECTION_PURCHASE, "cash", made]
    cashed = truth[Direction.DIRECTION_CASH_OUT, "cash", made]
    assert counted == floats + bought - cashed - evening.truth.cash_variance_minor
