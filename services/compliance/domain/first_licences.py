"""First licences: a new casino has nobody who may enter any, so two operators do, in person."""

from countroom.compliance.v1.compliance_events_pb2 import FirstLicencesProposed
from countroom.compliance.v1.compliance_service_pb2 import (
    ConfirmFirstLicences,
    ProposeFirstLicences,
)

from services.compliance.domain.events import Event
from services.compliance.domain.licence_number import ANY_NUMBER
from services.compliance.domain.licence_terms import issued, require_issuable
from services.compliance.domain.proposal import Proposal
from services.compliance.domain.refusals import ComplianceRefusal
from services.kernel.decider import Decision, Fact
from services.kernel.house import House
from services.kernel.refusal import Refused


def propose(command: ProposeFirstLicences, house: House) -> Decision[Event]:
    """Take the first operator's word; it takes the place of a proposal that still waits."""
    _require_none_issued(house)
    require_issuable(command.licences, house)
    proposed = FirstLicencesProposed(
        licences=command.licences,
        proposed_by=house.caller,
        proposal_id=command.header.command_id,
    )
    return Decision((Fact(proposed),))


def confirm(
    waiting: Proposal | None, command: ConfirmFirstLicences, house: House
) -> Decision[Event]:
    """Issue what was proposed, on the word of another operator."""
    _require_none_issued(house)
    if waiting is None or waiting.proposal_id != command.proposal_id:
        raise Refused(
            ComplianceRefusal.PROPOSAL_NOT_WAITING,
            f"No proposal {command.proposal_id} waits. If a newer one took its place, look at that "
            "one and confirm it.",
            proposal_id=command.proposal_id,
        )
    if waiting.proposed_by == house.caller:
        raise Refused(
            ComplianceRefusal.SAME_PERSON_TWICE,
            f"{house.caller} proposed these licences. Let another operator confirm them.",
            proposed_by=waiting.proposed_by,
        )
    return Decision(
        tuple(
            Fact(issued(terms), stream=f"licence/{terms.employee_id}") for terms in waiting.licences
        )
    )


def require_first_licences(house: House) -> None:
    """Refuse a further licence where the casino has none: one person alone enters no first one."""
    if not _any_issued(house):
        raise Refused(
            ComplianceRefusal.FIRST_LICENCES_NOT_CONFIRMED,
            "The casino has no licences yet. Let two operators enter the first ones: one by "
            "ProposeFirstLicences, the other by ConfirmFirstLicences.",
        )


def _any_issued(house: House) -> bool:
    return bool(house.stream(f"licence_number/{ANY_NUMBER}").holder)


def _require_none_issued(house: House) -> None:
    """Refuse where the casino has any licence already: then these are not the first."""
    if _any_issued(house):
        raise Refused(
            ComplianceRefusal.LICENCES_ALREADY_ISSUED,
            "The casino has licences: no first ones are left to enter. Enter further ones one by "
            "one, as the Board has issued them.",
        )
