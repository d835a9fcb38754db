"""Which licence is in force: by its days and suspensions; a full one ends a provisional one."""

from datetime import date, timedelta

from countroom.compliance.v1.compliance_events_pb2 import LicenceIssued, LicenceSuspended
from countroom.compliance.v1.licence_pb2 import LicenceKind, LicenceTerms
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.licence import Licences, local_day

FIRST = date(1998, 6, 1)
DAYS = st.integers(0, 40)


def issued(licence_id="L-1", first=0, days=30, *, is_full=True, functions=("cashier",)):
    kind = LicenceKind.LICENCE_KIND_FULL if is_full else LicenceKind.LICENCE_KIND_PROVISIONAL
    starts = FIRST + timedelta(days=first)
    terms = LicenceTerms(
        employee_id="e-1",
        licence_id=licence_id,
        kind=kind,
        functions=functions,
        issued_on=starts.isoformat(),
    )
    through = starts + timedelta(days=days - 1)
    return LicenceIssued(licence=terms, in_force_through=through.isoformat())


def suspended(start, end, received=0):
    return LicenceSuspended(
        employee_id="e-1",
        licence_id="L-1",
        suspended_from_seconds=start,
        suspended_until_seconds=end,
        received_seconds=received,
    )


def day(number):
    return (FIRST + timedelta(days=number)).isoformat()


@given(first=DAYS, days=st.integers(1, 40), asked=st.integers(0, 90))
def test_a_licence_is_in_force_from_its_first_day_through_its_last(first, days, asked):
    """Both ends count, and nothing beyond them."""
    licences = Licences().issue(issued(first=first, days=days))

    expected = "L-1" if first <= asked < first + days else ""
    assert licences.covering("cashier", day(asked), 0) == expected
    assert licences.in_force(day(asked), 0) == expected
    assert licences.covering("inspector", day(asked), 0) == ""


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(1, 20)), max_size=4), st.integers(0, 80))
def test_it_is_not_in_force_during_any_of_its_suspensions(spans, asked):
    """Each suspension takes exactly its own time away (M18.7), whatever the others do."""
    licences = Licences().issue(issued())
    for start, length in spans:
        licences = licences.suspend(suspended(start, start + length))

    is_suspended = any(start <= asked < start + length for start, length in spans)
    assert licences.covering("cashier", day(0), asked) == ("" if is_suspended else "L-1")


@given(st.integers(1, 50), st.integers(1, 50))
def test_a_suspension_holds_from_its_notice_or_its_start(start, received):
    """Whichever of the two is first: on receipt the holder ceases to work (M19)."""
    licences = Licences().issue(issued()).suspend(suspended(start, 60, received))
    begins = min(start, received)

    assert licences.covering("cashier", day(0), begins - 1) == "L-1"
    assert licences.covering("cashier", day(0), begins) == ""
    assert licences.covering("cashier", day(0), 60) == "L-1"


@given(DAYS, DAYS, DAYS, st.booleans())
def test_a_full_licence_ends_a_provisional_one_from_the_day_of_its_issue(one, other, asked, late):
    """Whichever of the two the book heard of first (M15.b)."""
    provisional = issued("P-1", one, is_full=False, functions=("dealer",))
    full = issued("F-1", other)
    first, second = (full, provisional) if late else (provisional, full)
    licences = Licences().issue(first).issue(second)

    runs = one <= asked < one + 30
    ended = one <= other <= asked
    assert licences.covering("dealer", day(asked), 0) == ("P-1" if runs and not ended else "")


def test_a_day_is_the_wall_clocks():
    """22:30 in Greenwich is the next day in Malta, in summer."""
    at = 899_245_800  # 1998-06-30 22:30 UTC

    assert local_day("UTC", at) == "1998-06-30"
    assert local_day("Europe/Malta", at) == "1998-07-01"
