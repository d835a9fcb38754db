"""Events of past releases: their bytes are kept for ever, and mean what they meant."""

import pytest
from countroom.ledger.v1.event_pb2 import Event

from services.chassis.field_rules import has_unknown_fields
from services.kernel.oneof import Oneof
from tests.contract.golden import kept
from tests.contract.made import DOMAINS, envelope, events, in_words

EVENTS = kept("events")


def domain_of(name):
    return DOMAINS[name.split("/")[1]]


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_of_a_past_release_says_what_it_said(name):
    """Its bytes read to the same envelope and the same fact, and nothing in them is unknown."""
    event = Event.FromString(bytes.fromhex(EVENTS[name]["bytes"]))
    fact = Oneof(domain_of(name).carrier).unpack(event.payload)

    assert envelope(event) == EVENTS[name]["envelope"]
    assert in_words(fact) == EVENTS[name]["fact"]
    assert type(fact).DESCRIPTOR.name == name.split("/")[2]
    assert not has_unknown_fields(event)
    assert not has_unknown_fields(fact)


@pytest.mark.parametrize("name", EVENTS)
def test_every_aggregate_takes_an_event_of_a_past_release(name):
    """A fold may pass an event over, but none stumbles: evolve never refuses."""
    domain = domain_of(name)
    event = Event.FromString(bytes.fromhex(EVENTS[name]["bytes"]))
    fact = Oneof(domain.carrier).unpack(event.payload)

    for decider in domain.aggregates.values():
        decider.evolve(decider.initial, fact)


def test_every_kind_of_event_has_a_golden_one():
    """A new event is not released without its bytes: `python -m tests.contract.make_golden`."""
    kinds = {name.partition("/")[2] for name, _ in events()}

    assert kinds <= {name.partition("/")[2] for name in EVENTS}


@pytest.mark.parametrize("name", EVENTS)
def test_the_same_facts_are_written_to_the_same_bytes(name):
    """Whoever appends the event again, e.g. from an export, makes the very leaf that was hashed."""
    raw = bytes.fromhex(EVENTS[name]["bytes"])
    event, oneof = Event.FromString(raw), Oneof(domain_of(name).carrier)

    assert oneof.pack(oneof.unpack(event.payload)) == event.payload
    assert event.SerializeToString(deterministic=True) == raw
