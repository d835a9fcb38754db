"""First licences: a new casino has nobody who may enter any, so two operators do, in person."""

from countroom.compliance.v1.compliance_events_pb2 import FirstLicencesProposed
from countroom.compliance.v1.compliance_service_pb2 import (
    ConfirmFirstLicences,
    ProposeFirstLicences,
)

from services.compliance.domain.events import Event
from services.compliance.domain.licence_terms import issued, require_issuable
from services.compliance.domain.proposal import Proposal
from services.compliance.domain.refusals import ComplianceRefusal
from services.kernel.decider import Decision, Fact
from services.kernel.house import House
from services.kernel.refusal import Refused


def propose(
    waiting: Proposal | None, command: ProposeFirstLicences, house: House
) -> Decision[Event]:
    """Take the first operator's word; it takes the place of a proposal that still waits."""
    if waiting is not None and _is_issued(waiting, house):
        raise Refused(
            ComplianceRefusal.FIRST_LICENCES_ALREADY_ISSUED,
            "The casino's first licences are issued. Enter further ones as licences that the Board "
            "has issued.",
            proposal_id=waiting.proposal_id,
        )
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
    if (
        waiting is None
        or waiting.proposal_id != command.proposal_id
        or _is_issued(waiting, house)
    ):  # fmt: skip
        raise Refused(
            ComplianceRefusal.PROPOSAL_NOT_WAITING,
            f"No proposal {command.proposal_id} waits: it was confirmed, or a newer one took its "
            "place. Confirm the newest.",
            proposal_id=command.proposal_id,
        )
    if waiting.proposed_by == house.caller:
        raise Refused(
            ComplianceRefusal.SAME_PERSON_TWICE,
            f"{house.caller} proposed these licences. Let another operator confirm them.",
            proposed_by=waiting.proposed_by,
        )
    require_issuable(waiting.licences, house)
    return Decision(
        tuple(
            Fact(issued(terms), stream=f"licence/{terms.employee_id}") for terms in waiting.licences
        )
    )


def _is_issued(proposal: Proposal, house: House) -> bool:
    """Say whether a proposal was confirmed: then its licences are in the book, to these people."""
    return all(
        house.stream(f"licence_number/{terms.licence_id}").holder == terms.employee_id
        for terms in proposal.licences
    )
