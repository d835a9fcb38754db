"""A cash desk: on with a counted float, off with a count, and the numbers of its receipts (S5)."""

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1 import cashier_service_pb2 as c
from countroom.ledger.v1.money_pb2 import Money

from services.cashier.domain.covered import require_covered
from services.cashier.domain.events import Event
from services.cashier.domain.float_count import from_vault, require_countable, to_vault, variances
from services.cashier.domain.money_words import in_words
from services.cashier.domain.on_duty import require_licence, require_open
from services.cashier.domain.refusals import CashierNotice, CashierRefusal
from services.cashier.domain.remarks import Remarks
from services.kernel.decider import Decider, Decision, Fact
from services.kernel.house import House

Command = c.OpenDesk | c.CloseDesk


class CashDesk(NamedTuple):
    """What the rules remember of a desk; the initial value is a desk that never was open.

    `last_receipt` goes on from shift to shift: a number is unique at its desk for ever. `foreign`
    are the currencies, besides the casino's, that the desk took in since it was opened. (A named
    tuple: evolved at every exchange, it costs half of what a frozen dataclass does.)
    """

    is_open: bool = False
    last_receipt: int = 0
    foreign: frozenset[str] = frozenset()


def desk_of(desk_id: str, house: House) -> CashDesk:
    """Return a desk as it stands in the book."""
    desk: CashDesk = house.stream(f"desk/{desk_id}")
    return desk


def decide(desk: CashDesk, command: Command, house: House) -> Decision[Event]:
    """Answer one command."""
    match command:
        case c.OpenDesk():
            return _open(desk, command, house)
        case c.CloseDesk():
            return _close(desk, command, house)
        case _:
            assert_never(command)


def evolve(desk: CashDesk, event: Event) -> CashDesk:
    """Take in one event."""
    match event:
        case e.ChipsSold() | e.ChipsRedeemed():
            exchange = event.exchange
            foreign = desk.foreign
            if exchange.HasField("rate"):
                foreign |= {exchange.payment.foreign_cash.currency}
            return CashDesk(desk.is_open, exchange.receipt_number, foreign)
        case e.DeskOpened():
            # Opened twice by a fact, it still holds what it held before.
            named = {m.currency for m in event.cash if m.currency != event.currency}
            return CashDesk(
                is_open=True, last_receipt=desk.last_receipt, foreign=desk.foreign | named
            )
        case e.DeskClosed():
            return CashDesk(last_receipt=desk.last_receipt)
        case (
            e.PatronSessionOpened()
            | e.IdentificationRequired()
            | e.IdentificationRecorded()
            | e.ExchangeAbandoned()
            | e.ReversalRequested()
            | e.ExchangeReversed()
            | e.PersonsLinked()
            | e.ExchangeRateSet()
            | e.OpeningBalanceEntered()
        ):
            return desk
        case _:
            assert_never(event)


def _open(desk: CashDesk, command: c.OpenDesk, house: House) -> Decision[Event]:
    remarks, desk_id, currency = Remarks(), command.desk_id, house.terms.currency
    if desk.is_open:
        text = f"Desk {desk_id} is open already. Close it with a count before it is opened again."
        remarks.refuse_or_flag(house, CashierRefusal.DESK_ALREADY_OPEN, "S5", text, desk_id=desk_id)
    require_licence(command.header, ("cashier",), house, remarks)
    require_countable(command.cash, command.chips_minor, house)
    opened = e.DeskOpened(
        desk_id=desk_id, cash=command.cash, chips_minor=command.chips_minor, currency=currency
    )
    postings = from_vault(desk_id, command.cash, command.chips_minor, currency)
    require_covered(postings, house, remarks)
    return remarks.on(Fact(opened, postings))


def _close(desk: CashDesk, command: c.CloseDesk, house: House) -> Decision[Event]:
    remarks, desk_id, currency = Remarks(), command.desk_id, house.terms.currency
    require_open(desk_id, is_open=desk.is_open, house=house, remarks=remarks)
    require_licence(command.header, ("cashier",), house, remarks)
    require_countable(command.cash, command.chips_minor, house)
    cash_variance = tuple(_cash_variance(desk, command, house))
    chips_variance = command.chips_minor - house.balance_minor(f"cage_chips/{desk_id}", currency)
    closed = e.DeskClosed(
        desk_id=desk_id,
        cash=command.cash,
        chips_minor=command.chips_minor,
        cash_variance=cash_variance,
        chips_variance_minor=chips_variance,
        currency=currency,
    )
    found = [in_words(m.amount_minor, house, m.currency) for m in cash_variance]
    if chips_variance:
        found.append(f"chips of {in_words(chips_variance, house)}")
    if found:
        text = f"Desk {desk_id} was counted at a variance from the book: {', '.join(found)}."
        remarks.note(CashierNotice.COUNT_VARIANCE, text)
    # First the book is brought to the count, then what was counted goes back to the vault.
    to_count = variances(desk_id, cash_variance, chips_variance, currency)
    to_the_vault = to_vault(desk_id, command.cash, command.chips_minor, currency)
    return remarks.on(Fact(closed, to_count + to_the_vault))


def _cash_variance(desk: CashDesk, command: c.CloseDesk, house: House) -> Iterator[Money]:
    """Yield counted less booked cash, by currency, where they differ; unnamed is none."""
    counted = {money.currency: money.amount_minor for money in command.cash}
    for currency in sorted(desk.foreign | {house.terms.currency} | set(counted)):
        booked = house.balance_minor(f"cage_cash/{command.desk_id}", currency)
        difference = counted.get(currency, 0) - booked
        if difference:
            yield Money(currency=currency, amount_minor=difference)


cash_desk: Decider[CashDesk, Command, Event] = Decider(CashDesk(), decide, evolve)
