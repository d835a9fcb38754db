"""A compliance book on paper, and the commands that its tests send."""

from datetime import timedelta

from countroom.compliance.v1 import compliance_service_pb2 as c
from countroom.compliance.v1.licence_pb2 import LicenceKind, LicenceTerms
from countroom.compliance.v1.watch_pb2 import Alert
from countroom.ledger.v1.event_pb2 import BookSequence
from countroom.ledger.v1.person_pb2 import IdentityDocument

from services.compliance.domain.licence_terms import issued
from services.compliance.domain.routes import COMPLIANCE
from services.kernel.decider import Fact
from tests.given import EVENING, PaperBook, header

FULL = LicenceKind.LICENCE_KIND_FULL
PROVISIONAL = LicenceKind.LICENCE_KIND_PROVISIONAL
DOCUMENT = IdentityDocument(document_type="passport", document_number="1", issuer="MT")


def new_book():
    """Return an empty compliance book of a registered casino."""
    return PaperBook(COMPLIANCE)


def book():
    """Return the compliance book of a casino whose first licence was issued, to e-0."""
    paper = new_book()
    paper.admit("licence/e-0", Fact(issued(terms("e-0", "L-0"))))
    return paper


def seconds(hours=0.0, days=0):
    """Return a moment by its distance from the evening at hand, in seconds since 1970 UTC."""
    return int((EVENING + timedelta(hours=hours, days=days)).timestamp())


def at(number=1, hours=0.0, days=0, actor="inspector-1", *, after=False):
    """Return the header of a command so long after the evening's beginning."""
    return header(number, actor, EVENING + timedelta(hours=hours, days=days), after=after)


def terms(
    employee_id="e-1", licence_id="L-1", functions=("cashier",), issued_on="1998-06-01", kind=FULL
):
    return LicenceTerms(
        employee_id=employee_id,
        licence_id=licence_id,
        kind=kind,
        functions=functions,
        issued_on=issued_on,
    )


def issue(actor="inspector-1", **given):
    return c.IssueLicence(header=at(actor=actor), licence=terms(**given))


def suspend(start, end, *, received=0.0, employee_id="e-1", licence_id="L-1", ground="18(1)(c)"):
    """Return the notice of a suspension; all moments in hours from the evening's beginning."""
    return c.SuspendLicence(
        header=at(hours=received),
        employee_id=employee_id,
        licence_id=licence_id,
        suspended_from_seconds=seconds(start),
        suspended_until_seconds=seconds(end),
        ground=ground,
    )


def sign_on(function="cashier", place="desk/desk-1", employee_id="e-1", hours=0.0, *, after=False):
    return c.SignOn(
        header=at(hours=hours, actor=employee_id, after=after), function=function, place=place
    )


def sign_off(place="desk/desk-1", employee_id="e-1", hours=0.0):
    return c.SignOff(header=at(hours=hours, actor=employee_id), place=place)


def admit(person="p-1", hours=0.0, days=0, *, after=False):
    return c.AdmitPerson(
        header=at(hours=hours, days=days, after=after), person=person, entrance="main"
    )


def identify(person="p-1"):
    return c.IdentifyPerson(header=at(), person=person, document=DOCUMENT)


def leave(person="p-1", hours=0.0):
    return c.RecordExit(header=at(hours=hours), person=person)


def exclude(person="p-1", until=0, hours=0.0):
    return c.ExcludePerson(
        header=at(hours=hours), person=person, excluded_until_seconds=until
    )  # fmt: skip


def raise_alert(alert_id="a1", evidence=(("st-julians/cashier", 7),)):
    return c.RaiseAlert(
        header=at(),
        alert=Alert(
            alert_id=alert_id,
            rule="structuring_gaming_day",
            rule_version=1,
            subject="person/p-1",
            window="1998-06-30",
            crossing=1,
            obligation="M46.4",
            text="4 purchases of MTL 1,900.000 in the gaming day.",
            evidence=[BookSequence(book=b, sequence=s) for b, s in evidence],
            gaming_day="1998-06-30",
        ),
    )


def names(decision):
    """Return the kinds of the events that a decision is made of."""
    return [type(fact.event).__name__ for fact in decision.facts]


def flags(decision):
    """Return (reason, obligation) of each exception."""
    return [(note.reason, note.obligation) for note in decision.exceptions]


def codes(decision):
    """Return the codes of the notices."""
    return [notice.code for notice in decision.notices]
