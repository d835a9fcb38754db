"""What every book may know of a casino's compliance book: its terms and its licences in force."""

from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from countroom.compliance.v1 import compliance_events_pb2 as e
from countroom.compliance.v1.watch_pb2 import Alert
from countroom.ledger.v1.event_pb2 import Event
from google.protobuf.timestamp_pb2 import Timestamp
from hypothesis import given
from hypothesis import strategies as st

from services.chassis.auth.revocations import Revocations
from services.chassis.house_facts.board import Board, OwnFreshness
from services.kernel.house import CasinoTerms
from services.kernel.oneof import Oneof
from tests.unit.chassis.paper_compliance_book import (
    PROVISIONAL,
    entered,
    facts_after,
    identified,
    issued,
    linked,
    on_wall,
    registered,
    suspended,
    utc,
)

TERMS = CasinoTerms("st-julians", "malta_1998@1", "MTL", 1_000, "Europe/Malta", 8, 2_000_000)


def test_the_terms_are_those_of_the_registration():
    """Nothing is known of a casino before it is registered, and all its terms after."""
    assert facts_after().terms is None
    assert TERMS == facts_after(registered()).terms


@pytest.mark.obligation("M8")
def test_a_licence_covers_its_functions_and_its_holder():
    """Another function is not covered, another employee has no licence."""
    facts = facts_after(registered(), issued(functions=("cashier", "inspector")))
    at = on_wall(1999, 1, 1)

    assert ("L-1", "L-1", "") == (
        facts.licence("anna", "cashier", at),
        facts.licence("anna", "inspector", at),
        facts.licence("anna", "pit_supervisor", at),
    )
    assert ("", "") == (facts.licence("bert", "cashier", at), facts.licence_of("bert", at))


@pytest.mark.obligation("M16")
@pytest.mark.parametrize(
    ("moment", "licence_id"),
    [
        (on_wall(1998, 6, 29, 23, 59, 59), ""),
        (on_wall(1998, 6, 30), "L-1"),
        (on_wall(2003, 6, 29, 23, 59, 59), "L-1"),
        (on_wall(2003, 6, 30), ""),
    ],
)
def test_a_licence_is_in_force_from_its_first_midnight_to_its_last(moment, licence_id):
    """It begins with the day of issue and ends with its last day, by the casino's wall clock."""
    facts = facts_after(registered(), issued())

    assert (
        licence_id == facts.licence("anna", "cashier", moment) == facts.licence_of("anna", moment)
    )


@pytest.mark.obligation("M16")
@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/New_York", "Asia/Kathmandu"])
def test_midnight_is_the_casinos_own(zone):
    """The same licence begins at another moment in another zone."""
    facts, there = facts_after(registered(zone), issued()), ZoneInfo(zone)
    begins = on_wall(1998, 6, 30, zone=there)

    assert ("", "L-1") == (facts.licence_of("anna", begins - 1), facts.licence_of("anna", begins))


@pytest.mark.obligation("M18.7")
def test_a_suspended_licence_is_out_of_force_for_the_time_stated():
    """It is out of force from the suspension's first second, and in force again after its last."""
    start, end = on_wall(1999, 3, 1, 12), on_wall(1999, 3, 31, 12)
    facts = facts_after(registered(), issued(), suspended(start, end))
    moments = (start - 1, start, end - 1, end)

    assert ["L-1", "", "", "L-1"] == [facts.licence("anna", "cashier", at) for at in moments]
    assert ["L-1", "", "", "L-1"] == [facts.licence_of("anna", at) for at in moments]


@pytest.mark.obligation("M19")
@pytest.mark.parametrize("received", [on_wall(1999, 2, 20, 12), on_wall(1999, 3, 10, 12)])
def test_nobody_works_on_a_licence_from_the_notice_of_its_suspension_on(received):
    """A notice that comes before the suspension counts at once, a late one from its start."""
    start, end = on_wall(1999, 3, 1, 12), on_wall(1999, 3, 31, 12)
    facts = facts_after(registered(), issued(), suspended(start, end, received=received))
    first = min(start, received)

    moments = (first - 1, first, end - 1, end)
    assert ["L-1", "", "", "L-1"] == [facts.licence("anna", "cashier", at) for at in moments]


@pytest.mark.obligation("M18.7")
def test_suspensions_add_up_and_end_no_sooner_than_each_says():
    """Two that overlap leave it out of force from the first one's start to the last one's end."""
    facts = facts_after(
        registered(),
        issued(),
        suspended(on_wall(1999, 3, 1), on_wall(1999, 3, 20)),
        suspended(on_wall(1999, 3, 10), on_wall(1999, 3, 31)),
    )

    days = (on_wall(1999, 2, 28), on_wall(1999, 3, 15), on_wall(1999, 3, 25), on_wall(1999, 3, 31))
    assert ["L-1", "", "", "L-1"] == [facts.licence("anna", "cashier", at) for at in days]


@pytest.mark.obligation("M18.7")
def test_a_suspension_takes_one_licence_only():
    """Another licence of the employee, and everyone else's, stay in force."""
    facts = facts_after(
        registered(),
        issued("L-1", ("cashier",)),
        issued("L-2", ("cashier", "inspector")),
        issued("L-1", ("cashier",), employee="bert"),
        suspended(on_wall(1999, 3, 1), on_wall(1999, 3, 31), "L-1"),
    )
    at = on_wall(1999, 3, 15)

    assert ("L-2", "L-2", "L-1") == (
        facts.licence("anna", "cashier", at),
        facts.licence_of("anna", at),
        facts.licence("bert", "cashier", at),
    )


@pytest.mark.obligation("M16")
def test_a_suspension_does_not_lengthen_a_licence():
    """Once it has run out, the end of a suspension brings it back no more."""
    facts = facts_after(
        registered(), issued(), suspended(on_wall(2003, 6, 1), on_wall(2003, 7, 31))
    )

    assert "" == facts.licence_of("anna", on_wall(2003, 8, 1))


@pytest.mark.obligation("M15")
@pytest.mark.parametrize("full_comes_first", [False, True])
def test_the_full_licence_ends_the_provisional_one(full_comes_first):
    """From its day of issue only the full one's functions count, in whichever order they came."""
    provisional = issued("P-1", ("cashier", "inspector"), through="1998-09-29", kind=PROVISIONAL)
    full = issued("L-1", ("cashier",), "1998-08-15", "2003-08-14")
    told = (full, provisional) if full_comes_first else (provisional, full)
    facts = facts_after(registered(), *told)
    eve, day = on_wall(1998, 8, 14, 23, 59), on_wall(1998, 8, 15)

    assert ("P-1", "P-1") == (
        facts.licence("anna", "inspector", eve),
        facts.licence_of("anna", eve),
    )
    assert ("", "L-1") == (
        facts.licence("anna", "inspector", day),
        facts.licence("anna", "cashier", day),
    )


@given(
    moments=st.lists(st.integers(0, 10**6), min_size=2, max_size=8, unique=True).map(sorted),
    at=st.integers(-10, 10**6 + 10),
)
def test_suspended_is_what_lies_in_any_span(moments, at):
    """A licence in force all along is out of force exactly within the spans, ends left out."""
    begins = on_wall(1999, 1, 1)
    spans = [(begins + start, begins + end) for start, end in list(pairwise(moments))[::2]]
    facts = facts_after(registered(), issued(), *(suspended(*span) for span in spans))
    is_out = any(start <= begins + at < end for start, end in spans)

    assert is_out is (facts.licence("anna", "cashier", begins + at) == "")


def test_a_token_revoked_once_stays_so_after_a_start_from_a_snapshot():
    """Each revocation adds its token, and a board that goes on from a snapshot revokes them all."""
    facts = facts_after(*(e.TokenRevoked(token_id=t) for t in ("t-1", "t-2", "t-1")))
    revocations = Revocations()
    Board(OwnFreshness(), revocations.revoke, is_own=True).restore("st-julians", facts.copy())

    assert {"t-1", "t-2"} == facts.revoked
    revoked = [revocations.is_revoked(token) for token in ("t-1", "t-2", "t-3")]
    assert [True, True, False] == revoked


def test_a_copy_stays_as_it_is():
    """What happens after a copy was taken is not in it."""
    facts = facts_after(registered(), issued(), entered("p-1", "1998-06-30", 20))
    before = facts.copy()
    at = Event(occurred_at=Timestamp(seconds=utc("1998-06-30", 23)), gaming_day="1998-06-30")

    for fact in (
        issued("L-2", ("inspector",)),
        suspended(0, on_wall(2003, 1, 1)),
        e.PersonLeft(person="p-1"),
        identified("p-1", "A1"),
        linked("p-1", "p-2"),
        e.TokenRevoked(token_id="t-1"),  # noqa: S106 - an id
    ):
        facts.evolve(at, fact)

    moment = on_wall(1999, 1, 1)
    assert ("L-1", "", set(), set(), None, set()) == (
        before.licence("anna", "cashier", moment),
        before.licence("anna", "inspector", moment),
        before.tokens_of_document(b"A1"),
        before.linked("p-1"),
        before.visits("p-1")[0].left_us,
        before.revoked,
    )


def test_what_concerns_the_compliance_book_alone_is_passed_over():
    """These events tell other books nothing."""
    facts = facts_after(
        registered(),
        e.FirstLicencesProposed(proposed_by="operator-1", licences=[issued().licence]),
        e.SignedOn(employee_id="anna", function="cashier", place="desk/desk-1"),
        e.SignedOff(employee_id="anna", place="desk/desk-1"),
        e.EntryRefused(person="p-1", entrance="main", ground="self_excluded", obligation="M24.3"),
        e.SelfExclusionEntered(person="p-1", excluded_from_seconds=1),
        e.AlertRaised(alert=Alert(alert_id="a-1")),
    )

    assert ("", (), set()) == (
        facts.licence_of("anna", on_wall(1999, 1, 1)),
        facts.visits("p-1"),
        facts.linked("p-1"),
    )


@pytest.mark.parametrize("kind", Oneof(e.ComplianceEvent).numbers, ids=lambda k: k.__name__)
def test_every_event_of_the_book_is_answered_for(kind):
    """No event that the book may hold is unknown to the facts."""
    facts_after(registered(), issued() if kind is e.LicenceIssued else kind())


def test_what_is_no_event_of_the_book_is_an_error():
    """A new event stops the reading until somebody has said what it means here."""
    with pytest.raises(AssertionError, match="unreachable"):
        facts_after(Alert(alert_id="a-1"))
