"""The beginning of a patron session: one visit's counting towards the limit (M46.4.session)."""

from countroom.cashier.v1.cashier_events_pb2 import PatronSessionOpened

from services.cashier.domain.patron import Patron
from services.cashier.domain.refusals import CashierException
from services.cashier.domain.remarks import Remarks
from services.cashier.domain.visit_window import VisitWindow


def open_session(
    person: str, patron: Patron, window: VisitWindow, remarks: Remarks
) -> PatronSessionOpened:
    """Return the session that begins where the window does: the first of a token that day.

    It is the second where a session of that day may have been dropped from memory, by a fact that
    arrives very late: then what it totals is not all, and that is an exception.
    """
    is_forgotten = window.first <= patron.forgotten_through
    if is_forgotten:
        remarks.flag(
            CashierException.PATRON_SESSION_FORGOTTEN,
            "M46.4",
            f"What {person} exchanged before on {window.first} may be missing in the total of the "
            "patron session: it is too long ago. See the person's sessions in the streams.",
        )
    number = 2 if is_forgotten else 1
    return PatronSessionOpened(person=person, patron_session_id=f"{window.first}/{number}")
