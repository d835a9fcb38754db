"""The role table's own rules, and who may act for whom at which casino."""

import pytest

from services.chassis.answers import Answered
from services.chassis.auth.principal import Principal, calling, current_principal
from services.chassis.auth.roles import ROLES, may_act, may_call, parse_roles, require_casino
from tests.unit.chassis.auth.every_rpc import services

HERE = frozenset({"st-julians"})
DESK = Principal("desk-system-1", frozenset({"desk"}), HERE, "j-1", is_person=False)
CHIEF = Principal("e-0042", frozenset({"chief_cashier"}), HERE, "j-2", is_person=True)
WATCH = Principal("watch-1", frozenset({"watch"}), frozenset({"*"}), "j-3", is_person=False)
CASHIER = "/countroom.cashier.v1.CashierService/"


def test_a_batch_asks_for_each_command_as_its_rpc_would():
    """What may stand in a desk's batch is what the desk may call one by one."""
    assert may_call(DESK, CASHIER + "SellChips")
    assert not may_call(DESK, CASHIER + "SetExchangeRate")
    assert not may_call(DESK, CASHIER + "NoSuchCommand")


def test_nothing_that_certifies_fits_in_a_batch():
    """No batch can carry a command that takes a person's own token."""
    for service in services():
        batch = service.methods_by_name.get("RecordBatch")
        if batch is None:
            continue
        carrier = batch.input_type.fields_by_name["commands"].message_type
        commands = {f"/{service.full_name}/{case.message_type.name}" for case in carrier.fields}
        assert commands.isdisjoint(ROLES.own_token)
        assert commands <= set(ROLES.rpcs)


def test_whoever_may_send_a_command_may_send_it_in_a_batch_and_ask_for_its_outcome():
    """A lost answer can be asked for by whoever may have lost it."""
    for service in services():
        batch = service.methods_by_name.get("RecordBatch")
        if batch is None:
            continue
        carrier = batch.input_type.fields_by_name["commands"].message_type
        for case in carrier.fields:
            senders = ROLES.rpcs[f"/{service.full_name}/{case.message_type.name}"]
            assert senders <= ROLES.rpcs[f"/{service.full_name}/RecordBatch"], case.name
            assert senders <= ROLES.rpcs[f"/{service.full_name}/GetOutcome"], case.name


def test_a_token_is_for_the_casinos_that_it_names():
    """Another casino is PERMISSION_DENIED; a star stands for all."""
    require_casino(DESK, "st-julians")
    require_casino(WATCH, "elsewhere")
    with pytest.raises(Answered, match="elsewhere") as answered:
        require_casino(DESK, "elsewhere")

    assert answered.value.status.code == 7


def test_a_person_acts_in_person_and_a_system_vouches():
    """A person's token names no other actor; a system says who sits at its terminal."""
    assert may_act(CHIEF, "e-0042")
    assert not may_act(CHIEF, "e-0043")
    assert may_act(DESK, "e-0043")


def test_the_caller_is_known_within_the_call_only():
    """Outside of any call there is nobody to speak for."""
    with calling(DESK):
        assert current_principal() is DESK
    with pytest.raises(LookupError):
        current_principal()


@pytest.mark.parametrize(
    "lines",
    [
        '[rpc."a.B"]\nC = ["stranger"]',
        'own_token = ["/a.B/Missing"]\n[rpc."a.B"]\nC = ["clerk"]',
        'open = ["/a.B/C"]\n[rpc."a.B"]\nC = ["clerk"]',
    ],
)
def test_a_table_that_contradicts_itself_is_no_table(lines):
    """An unknown role, a certifying RPC without a line, an open RPC with one: each is an error."""
    heads = {
        "persons": '["clerk"]',
        "systems": "[]",
        "everywhere": "[]",
        "own_token": "[]",
        "open": "[]",
    }
    text = "".join(f"{k} = {v}\n" for k, v in heads.items() if not lines.startswith(k))

    with pytest.raises(ValueError):
        parse_roles(text + lines)
