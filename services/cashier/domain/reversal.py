"""A completed exchange undone: one person asks, a supervisor who is another approves."""

from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1 import cashier_service_pb2 as c
from countroom.cashier.v1.exchange_pb2 import Exchange

from services.cashier.domain.cash_desk import desk_of
from services.cashier.domain.covered import require_covered
from services.cashier.domain.events import Event
from services.cashier.domain.on_duty import require_licence, require_open
from services.cashier.domain.patron import REVERSIBLE, Completed, Patron, Reversal
from services.cashier.domain.patron_fold import is_of
from services.cashier.domain.postings import reversal_postings
from services.cashier.domain.refusals import CashierRefusal
from services.cashier.domain.remarks import Remarks
from services.kernel.decider import Decision, Fact
from services.kernel.house import House
from services.kernel.refusal import Refused

ASKS = ("cashier", "chief_cashier", "pit_supervisor")
APPROVES = ("chief_cashier", "pit_supervisor")


def request(patron: Patron, command: c.RequestReversal, house: House) -> Decision[Event]:
    """Ask for a reversal of an exchange that completed and was not reversed."""
    remarks, exchange_id = Remarks(), command.exchange_id
    if _asked(patron, exchange_id):
        text = f"A reversal of exchange {exchange_id} waits already. Let a supervisor approve it."
        raise Refused(CashierRefusal.REVERSAL_ALREADY_REQUESTED, text, exchange_id=exchange_id)
    if not any(is_of(completed, exchange_id) for completed in patron.completed):
        raise Refused(
            CashierRefusal.EXCHANGE_NOT_KNOWN,
            f"Exchange {exchange_id} is none of the last {REVERSIBLE} that {command.person} "
            "completed. One that waits is abandoned; an older one is corrected in the accounts.",
            exchange_id=exchange_id,
            person=command.person,
        )
    require_licence(command.header, ASKS, house, remarks)
    requested = e.ReversalRequested(
        person=command.person,
        exchange_id=exchange_id,
        reason=command.reason,
        requested_by=house.caller,
        requested_by_employee=command.header.actor.employee_id,
    )
    return remarks.on(Fact(requested))


def approve(patron: Patron, command: c.ApproveReversal, house: House) -> Decision[Event]:
    """Reverse an exchange on a supervisor's word; four eyes are never only flagged."""
    remarks, exchange_id = Remarks(), command.exchange_id
    asked = _asked(patron, exchange_id)
    if asked is None:
        raise Refused(
            CashierRefusal.REVERSAL_NOT_REQUESTED,
            f"Nobody asked to reverse exchange {exchange_id} of {command.person}. Ask first.",
            exchange_id=exchange_id,
            person=command.person,
        )
    reversal, completed = asked
    employee_id = command.header.actor.employee_id
    _require_another(reversal, employee_id, house)
    require_licence(command.header, APPROVES, house, remarks)
    exchange = Exchange.FromString(completed.exchange)
    is_open = desk_of(exchange.desk_id, house).is_open
    require_open(exchange.desk_id, is_open=is_open, house=house, remarks=remarks)
    postings = reversal_postings(exchange, house)
    require_covered(postings, house, remarks)
    undone = e.ExchangeReversed(
        exchange=exchange,
        requested_by=reversal.requested_by,
        approved_by=house.caller,
        requested_by_employee=reversal.requested_by_employee,
        approved_by_employee=employee_id,
    )
    return remarks.on(Fact(undone, postings))


def _require_another(reversal: Reversal, employee_id: str, house: House) -> None:
    """Refuse whoever asked, in person or through a system that vouched for them."""
    asked = {reversal.requested_by, reversal.requested_by_employee}
    again = asked & {house.caller, employee_id}
    if again:
        raise Refused(
            CashierRefusal.SAME_PERSON_TWICE,
            f"{', '.join(sorted(again))} asked for this reversal and can't approve it. Another "
            "supervisor must.",
            exchange_id=reversal.exchange_id,
            requested_by=reversal.requested_by,
            requested_by_employee=reversal.requested_by_employee,
        )


def _asked(patron: Patron, exchange_id: str) -> tuple[Reversal, Completed] | None:
    """Return the reversal that waits, or None; refuse where it is done."""
    for reversal in patron.reversals:
        if reversal.exchange_id != exchange_id:
            continue
        if reversal.of is None:
            text = f"Exchange {exchange_id} was reversed. It is reversed once; make a new exchange."
            raise Refused(CashierRefusal.EXCHANGE_ALREADY_REVERSED, text, exchange_id=exchange_id)
        return reversal, reversal.of
    return None
