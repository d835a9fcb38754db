"""The compliance book in the chassis: the source of the facts that its own envelopes show."""

import pickle
from datetime import timedelta

import pytest
from countroom.compliance.v1 import compliance_service_pb2 as c
from countroom.compliance.v1.licence_pb2 import LicenceKind, LicenceTerms
from countroom.ledger.v1.event_pb2 import Event
from hypothesis import given, settings
from hypothesis import strategies as st

from services.chassis.house_facts.board import CasinoFacts, OwnFreshness
from services.compliance.domain.routes import COMPLIANCE
from services.kernel.refusal import Refused
from tests.given import EVENING, header
from tests.unit.chassis.paper_partition import PaperPartition

AT = int(EVENING.timestamp())
HOUR = 3_600


def partition():
    """Return a partition whose only book feeds the facts, as the live one does."""
    facts = CasinoFacts("st-julians/compliance", OwnFreshness(), is_own=True)
    a_week_later_us = (AT + 7 * 24 * HOUR) * 1_000_000
    paper = PaperPartition(COMPLIANCE, facts=facts, now_us=a_week_later_us)
    paper.memory.observer = facts.evolve
    return paper


def at(number, hours=0.0, actor="operator-1"):
    return header(number, actor, EVENING + timedelta(hours=hours))


def licence(employee, number, functions=("cashier",), issued_on="1998-06-01"):
    return LicenceTerms(
        employee_id=employee,
        licence_id=number,
        kind=LicenceKind.LICENCE_KIND_FULL,
        functions=functions,
        issued_on=issued_on,
    )


def suspension(number, employee, licence_id, span, hours=0.0):
    return c.SuspendLicence(
        header=at(number, hours),
        employee_id=employee,
        licence_id=licence_id,
        suspended_from_seconds=AT + span[0],
        suspended_until_seconds=AT + span[1],
        ground="18(1)(c)",
    )


def found(paper):
    """Register the casino and issue its first licences, to anna and to bert."""
    licences = [licence("anna", "L-1"), licence("bert", "L-2", ("inspector",))]
    registered = paper.ask(c.RegisterCasino(header=at(1), jurisdiction="malta_1998"), "operator-1")
    proposal = c.ProposeFirstLicences(header=at(2), licences=licences)
    paper.ask(proposal, "operator-1")
    confirmation = c.ConfirmFirstLicences(header=at(3), proposal_id=proposal.header.command_id)
    return registered, paper.ask(confirmation, "operator-2")


def signs_on(number, employee="anna", function="cashier", hours=0.0):
    place = f"desk/{number}"
    return c.SignOn(header=at(number, hours, employee), function=function, place=place)


def test_a_casino_is_founded_in_an_empty_book():
    """Nothing is known before: the registration brings the terms, two operators the licences."""
    paper = partition()
    registered, confirmed = found(paper)

    assert ["CasinoRegistered"] == list(registered.event_types)
    assert ["LicenceIssued", "LicenceIssued"] == list(confirmed.event_types)
    assert "malta_1998@1" == paper.facts.terms.rulebook
    assert ("L-1", "L-2") == (
        paper.facts.licence("anna", "cashier", AT),
        paper.facts.licence("bert", "inspector", AT),
    )


@pytest.mark.obligation("M8")
def test_the_envelope_names_the_licence_that_the_book_itself_issued():
    """From its issue on the actor's licence stands in each event, and its suspension ends that."""
    paper = partition()
    found(paper)
    paper.ask(signs_on(4))
    paper.ask(suspension(5, "anna", "L-1", (HOUR, 2 * HOUR), hours=0.5))
    signed_on = Event.FromString(paper.pages()[-2].events[0])
    suspended, ended = map(Event.FromString, paper.pages()[-1].events)

    assert ("L-1", "malta_1998@1") == (signed_on.actor.licence_id, signed_on.rulebook)
    assert ("licence/anna", "sign_on/anna") == (suspended.stream, ended.stream)
    assert ["st-julians/compliance"] == sorted({suspended.book, ended.book})
    assert not signed_on.house
    with pytest.raises(Refused, match="not_licensed"):
        paper.ask(signs_on(6, hours=1.5))
    paper.ask(signs_on(7, hours=2))


def test_what_is_replayed_is_what_was_decided():
    """An empty book that takes in the pages has the same states and the same facts."""
    paper, other = partition(), partition()
    found(paper)
    paper.ask(signs_on(4))
    paper.ask(c.IssueLicence(header=at(5), licence=licence("carl", "L-3")))
    paper.ask(suspension(6, "anna", "L-1", (0, HOUR)))
    paper.ask(c.RevokeToken(header=at(7), token_id="t-1", reason="lost"))  # noqa: S106 - an id

    for page in paper.pages():
        assert [event.sequence for event, _ in other.memory.replay(page)]

    assert paper.memory.states == other.memory.states
    assert paper.memory.versions == other.memory.versions
    assert paper.facts.compliance == other.facts.compliance


def test_a_snapshot_brings_back_every_state():
    """States and facts come out of a pickle as they went in."""
    paper = partition()
    found(paper)
    paper.ask(signs_on(4))
    kept = pickle.dumps((paper.memory.states, paper.facts.compliance))

    states, facts = pickle.loads(kept)  # noqa: S301 - just made here

    assert paper.memory.states == states
    assert paper.facts.compliance == facts


spans = st.tuples(st.integers(0, 40), st.integers(1, 20)).map(
    lambda s: (s[0] * HOUR, (s[0] + s[1]) * HOUR)
)


@pytest.mark.obligation("M18.7")
@pytest.mark.obligation("M19")
@settings(deadline=None)  # the machine may be busy
@given(
    notices=st.lists(st.tuples(spans, st.integers(0, 60), st.booleans()), max_size=5),
    hours=st.integers(0, 80),
)
def test_a_sign_on_and_the_facts_never_differ(notices, hours):
    """Who may sign on is who has a licence by the facts, whatever was suspended and made known."""
    paper = partition()
    found(paper)
    paper.ask(c.IssueLicence(header=at(4), licence=licence("anna", "L-9")))
    for number, (span, received, is_first) in enumerate(sorted(notices), 10):
        paper.ask(suspension(number, "anna", "L-1" if is_first else "L-9", span, received))

    in_force = paper.facts.licence("anna", "cashier", AT + hours * HOUR)
    if in_force:
        assert ["SignedOn"] == paper.ask(signs_on(99, hours=hours)).event_types
    else:
        with pytest.raises(Refused, match="not_licensed"):
            paper.ask(signs_on(99, hours=hours))
