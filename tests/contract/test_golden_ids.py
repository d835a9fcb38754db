"""What comes out the same for ever from the same facts: digests, ids, indexes, seals."""

import pytest

from services.chassis.digest import command_digest
from services.chassis.persons.key_store import PersonKey
from services.chassis.persons.sealing import PersonSeal, key_id_of
from tests.contract.golden import kept
from tests.contract.made import DOMAINS, KEY, digests, document, ids

DIGESTS, IDS = kept("digests"), kept("ids")
# Sealed once under KEY with the id "key-id-1": the nonce differs each time, so it is kept here.
SEALED = (
    "016b65792d69642d31bf63603b876dce10bd70cbb8583225b668e888803165ec1463eebee59e66c8d767a95ec17754b3"
    "f5a84505d705ea3e5324bfce2ec562863cdad6d86e038f08a4c6ceb52c3a4cdee41aac223c52dc484d74dd9bbec24022"
    "52904d58ba88e26c2c0d46adae27f10237eed53cc1e508"
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
    assert PersonSeal("p-0042", PersonKey(b"key-id-1", KEY)).open(sealed) == document()
