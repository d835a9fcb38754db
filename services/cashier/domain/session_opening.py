"""The beginning of a patron session: one visit's counting towards the limit (M46.4.session)."""

from countroom.cashier.v1.cashier_events_pb2 import PatronSessionOpened

from services.cashier.domain.patron import Patron
from services.cashier.domain.refusals import CashierException
from services.cashier.domain.remarks import Remarks
from services.cashier.domain.visit_window import VisitWindow


def open_session(person: str, patron: Patron, window: VisitWindow) -> PatronSessionOpened:
    """Return the session that begins where the window does: the first of a token that day.

    It is the second where the first may have been dropped from memory, by facts of long ago.
    """
    number = 2 if window.first <= patron.forgotten_through else 1
    return PatronSessionOpened(person=person, patron_session_id=f"{window.first}/{number}")


def flag_forgotten(person: str, window: VisitWindow, remarks: Remarks) -> None:
    """Record that the session's total may not be all: the exchange was told too late."""
    remarks.flag(
        CashierException.PATRON_SESSION_FORGOTTEN,
        "M46.4",
        f"What {person} exchanged before on {window.first} may be missing in the total of the "
        "patron session: it is too long ago. See the person's sessions in the streams.",
    )
