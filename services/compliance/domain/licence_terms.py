"""Terms of a licence as the Board issued it, and how long it lasts by itself (M14, M15, M16)."""

from collections.abc import Iterable
from datetime import MAXYEAR, date, timedelta
from typing import Final

from countroom.compliance.v1.compliance_events_pb2 import LicenceIssued
from countroom.compliance.v1.licence_pb2 import LicenceKind, LicenceTerms

from services.compliance.domain.refusals import ComplianceRefusal
from services.kernel.house import House
from services.kernel.refusal import Refused

MONTHS: Final = {
    LicenceKind.LICENCE_KIND_PROVISIONAL: 3,  # M15.d
    LicenceKind.LICENCE_KIND_FULL: 5 * 12,  # M16.c
}
_LAST_YEAR: Final = MAXYEAR - 10


def issued(terms: LicenceTerms) -> LicenceIssued:
    """Return the licence with its last day: the day before the one that bears the date of issue."""
    ends = months_after(date.fromisoformat(terms.issued_on), MONTHS[terms.kind])
    return LicenceIssued(
        licence=terms, in_force_through=(ends - timedelta(days=1)).isoformat()
    )  # fmt: skip


def months_after(day: date, months: int) -> date:
    """Return the day of the same number so many months on.

    A month that lacks the number (30 November, three months on) gives the first of the next, so
    that the period before it ends with the month.
    """
    years, month = divmod(day.month - 1 + months, 12)
    try:
        return day.replace(year=day.year + years, month=month + 1)
    except ValueError:
        return date(day.year + years, month + 2, 1)


def require_issuable(licences: Iterable[LicenceTerms], house: House) -> None:
    """Refuse licences that say too little, or bear a number that was given before (M14)."""
    seen: set[str] = set()
    for terms in licences:
        _require_said(terms)
        holder = house.stream(f"licence_number/{terms.licence_id}").holder
        if holder or terms.licence_id in seen:
            raise Refused(
                ComplianceRefusal.LICENCE_ID_ALREADY_USED,
                f"Licence {terms.licence_id} was issued before. Check its number.",
                licence_id=terms.licence_id,
                employee_id=terms.employee_id,
            )
        seen.add(terms.licence_id)


def _require_said(terms: LicenceTerms) -> None:
    if terms.kind not in MONTHS:
        raise Refused(
            ComplianceRefusal.LICENCE_KIND_NOT_SAID,
            f"Licence {terms.licence_id} is neither full nor provisional. Say which.",
            licence_id=terms.licence_id,
        )
    if not terms.functions:
        raise Refused(
            ComplianceRefusal.FUNCTIONS_NOT_SAID,
            f"Licence {terms.licence_id} covers no function. Name those that are on it.",
            licence_id=terms.licence_id,
        )
    if date.fromisoformat(terms.issued_on).year > _LAST_YEAR:
        raise Refused(
            ComplianceRefusal.ISSUE_DATE_OUT_OF_RANGE,
            f"Licence {terms.licence_id} can't be issued on {terms.issued_on}. Check its date.",
            licence_id=terms.licence_id,
        )
