"""A new casino's first licences over gRPC: two operators' words, each by the own token."""

import itertools

import grpc
import pytest
from countroom.compliance.v1.compliance_service_pb2 import (
    ConfirmFirstLicences,
    IssueLicence,
    ProposeFirstLicences,
    RegisterCasino,
)
from countroom.compliance.v1.licence_pb2 import LicenceKind, LicenceTerms

from loadtest.clients.declined import Declined
from tests.load import command_header
from tests.open_casino import OpenCasino

_numbers = itertools.count(1)
DENIED, REFUSED = grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.FAILED_PRECONDITION


def terms(employee_id):
    return LicenceTerms(
        employee_id=employee_id,
        licence_id=f"licence-{employee_id}",
        kind=LicenceKind.LICENCE_KIND_FULL,
        functions=["chief_cashier"],
        issued_on="2026-01-01",
    )


def proposal(casino_id, operator):
    header = command_header(casino_id, operator)
    return ProposeFirstLicences(header=header, licences=[terms("e-1")])


def confirmation(casino_id, operator, proposed):
    header = command_header(casino_id, operator)
    return ConfirmFirstLicences(header=header, proposal_id=proposed.header.command_id)


def licence(casino_id, officer, employee_id):
    header = command_header(casino_id, officer)
    return IssueLicence(header=header, licence=terms(employee_id))


@pytest.fixture
async def founded(running):
    """Yield a casino that is registered and has no licence yet."""
    casino = OpenCasino(*running, casino_id=f"founded-{next(_numbers)}")
    header = command_header(casino.casino_id, "operator-1")
    registration = RegisterCasino(header=header, jurisdiction="malta_1998")
    await casino.person("operator-1", "operator", "compliance").send(registration)
    yield casino
    await casino.close()


async def reason_of(sending):
    with pytest.raises(Declined) as declined:
        await sending
    return declined.value.code, declined.value.reason


async def test_one_operator_is_not_two(founded):
    """Neither by confirming the own proposal nor under another operator's number."""
    casino_id = founded.casino_id
    one = founded.person("operator-1", "operator", "compliance")
    other = founded.person("operator-2", "operator", "compliance")
    proposed = proposal(casino_id, "operator-1")

    as_another = one.send(proposal(casino_id, "operator-2"))
    assert await reason_of(as_another) == (DENIED, "actor_not_caller")
    await one.send(proposed)
    own = one.send(confirmation(casino_id, "operator-1", proposed))
    assert await reason_of(own) == (REFUSED, "same_person_twice")
    as_another = one.send(confirmation(casino_id, "operator-2", proposed))
    assert await reason_of(as_another) == (DENIED, "actor_not_caller")

    receipt = await other.send(confirmation(casino_id, "operator-2", proposed))
    assert ["LicenceIssued"] == list(receipt.event_types)


async def test_a_compliance_officer_alone_licences_nobody_first_and_never_the_own_person(founded):
    """Entering a licence is no way round two operators, by itself or in a batch."""
    casino_id = founded.casino_id
    officer = founded.person("office-1", "compliance_officer", "compliance")
    one, other = (founded.person(f"operator-{n}", "operator", "compliance") for n in (1, 2))

    alone = officer.send(licence(casino_id, "office-1", "e-9"))
    assert await reason_of(alone) == (REFUSED, "first_licences_not_confirmed")
    batch = officer.batches.of([licence(casino_id, "office-1", "e-9")])
    (result,) = (await officer.record(batch)).results
    assert result.refusal.reason == "first_licences_not_confirmed"

    proposed = proposal(casino_id, "operator-1")
    await one.send(proposed)
    await other.send(confirmation(casino_id, "operator-2", proposed))
    own = officer.send(licence(casino_id, "office-1", "office-1"))
    assert await reason_of(own) == (REFUSED, "own_licence")
    receipt = await officer.send(licence(casino_id, "office-1", "e-9"))
    assert ["LicenceIssued"] == list(receipt.event_types)
