"""What comes out the same for ever from the same facts: digests, ids, indexes, seals."""

import pytest

from services.chassis.digest import command_digest
from services.chassis.persons.key_store import PersonKey, key_owner
from services.chassis.persons.sealing import PersonSeal, key_id_of
from tests.contract.golden import kept
from tests.contract.made import DOMAINS, KEY, digests, document, ids

DIGESTS, IDS = kept("digests"), kept("ids")
# Sealed once under KEY with the id "key-id-1": the nonce differs each time, so it is kept here.
SEALED = (
    "016b65792d69642d311f92afca6a94ae573baa4741832d1ba66bff48da739dd3da5db6fa56a9480103a5e346c00f2f97"
    "f138e076823b7f5cd9962dde83e2fae778cbda60789cc76634d6a580784233cb60a63949e28a9eae09ee31c77fa46fe2"
    "e594fbe6bd720b7a5bd9b0760b0f276b5b59d3e3b026ab"
)


def command_of(name):
    _, service, kind = name.split("/")[:3]
    commands = {command.DESCRIPTOR.name: command for command in DOMAINS[service].streams}
    return commands[kind].FromString(bytes.fromhex(DIGESTS[name]["bytes"]))


@pytest.mark.parametrize("name", DIGESTS)
def test_a_command_of_a_past_release_has_the_digest_it_had(name):
    """A client that repeats a command after an upgrade gets its first receipt, not a refusal."""
    command = command_of(name)
    before = command.SerializeToString(deterministic=True)

    assert command_digest(KEY, command).hex() == DIGESTS[name]["digest"]
    assert command.SerializeToString(deterministic=True) == before


@pytest.mark.parametrize("name", DIGESTS)
def test_when_it_happened_is_no_part_of_a_digest(name):
    """A retry that is stamped anew is still the same command."""
    command = command_of(name)
    command.header.occurred_at.seconds += 60

    assert command_digest(KEY, command).hex() == DIGESTS[name]["digest"]


def test_every_command_has_a_golden_digest():
    """A new command is not released without it: `python -m tests.contract.make_golden`."""
    kinds = {name.partition("/")[2] for name, _ in digests()}

    assert kinds <= {name.partition("/")[2] for name in DIGESTS}


def test_the_same_facts_have_the_same_ids():
    """A replay raises an alert under the id it had, and a document is found under its index."""
    today = {name.partition("/")[2]: value for name, value in ids()}

    assert {name.partition("/")[2]: value for name, value in IDS.items()} == today
    assert set(IDS.values()) == set(today.values())


def test_particulars_sealed_by_a_past_release_open():
    """Who holds the person's key reads what was sealed in 0.1.0."""
    sealed = bytes.fromhex(SEALED)

    assert key_id_of(sealed) == b"key-id-1"
    seal = PersonSeal(key_owner("st-julians", "p-0042"), PersonKey(b"key-id-1", KEY))
    assert seal.open(sealed) == document()
