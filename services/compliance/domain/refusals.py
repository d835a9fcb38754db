"""Why a compliance command is refused, what is recorded as an exception, and what is remarked.

A code is never renamed or reused: programs branch on it, registers keep it.
"""

from enum import StrEnum


class ComplianceRefusal(StrEnum):
    """Reasons for which a command of the compliance book is turned down.

    Not_licensed, already_signed_on are also an exception's reason where the same has happened.
    """

    CASINO_ALREADY_REGISTERED = "casino_already_registered"
    JURISDICTION_UNKNOWN = "jurisdiction_unknown"
    CURRENCY_UNKNOWN = "currency_unknown"
    MINOR_PER_MAJOR_WRONG = "minor_per_major_wrong"
    ZONE_UNKNOWN = "zone_unknown"
    DAY_CHANGE_NOT_SAID = "day_change_not_said"
    DAY_CHANGE_OUT_OF_RANGE = "day_change_out_of_range"
    LIMIT_NOT_SAID = "limit_not_said"
    LIMIT_ABOVE_LAW = "limit_above_law"

    FIRST_LICENCES_NOT_CONFIRMED = "first_licences_not_confirmed"
    LICENCES_ALREADY_ISSUED = "licences_already_issued"
    PROPOSAL_NOT_WAITING = "proposal_not_waiting"
    SAME_PERSON_TWICE = "same_person_twice"
    OWN_LICENCE = "own_licence"

    LICENCE_ID_ALREADY_USED = "licence_id_already_used"
    LICENCE_NOT_KNOWN = "licence_not_known"
    FUNCTIONS_NOT_SAID = "functions_not_said"
    ISSUE_DATE_OUT_OF_RANGE = "issue_date_out_of_range"
    LICENCE_KIND_NOT_SAID = "licence_kind_not_said"
    SUSPENSION_PERIOD_EMPTY = "suspension_period_empty"
    SUSPENSION_GROUND_NOT_SAID = "suspension_ground_not_said"

    NOT_LICENSED = "not_licensed"
    ALREADY_SIGNED_ON = "already_signed_on"

    DOCUMENT_REQUIRED = "document_required"
    EXCLUSION_PERIOD_EMPTY = "exclusion_period_empty"

    TOKEN_ALREADY_REVOKED = "token_already_revoked"  # noqa: S105 - a reason, not a secret

    ALERT_ALREADY_RAISED = "alert_already_raised"
    ALERT_WITHOUT_EVIDENCE = "alert_without_evidence"


class ComplianceException(StrEnum):
    """What was recorded though it should not be so: someone has to look into it and clear it."""

    WORKED_WHILE_SUSPENDED = "worked_while_suspended"
    NOT_SIGNED_ON = "not_signed_on"
    EXCLUDED_PERSON_ADMITTED = "excluded_person_admitted"
    EXCLUDED_PERSON_INSIDE = "excluded_person_inside"
    UNIDENTIFIED_PERSON_ADMITTED = "unidentified_person_admitted"
    EXIT_WITHOUT_ENTRY = "exit_without_entry"


class ComplianceNotice(StrEnum):
    """What the caller should know of a command that was recorded."""

    ENTRY_REFUSED = "entry_refused"
    EXIT_NOT_RECORDED = "exit_not_recorded"
    PERSONS_LINKED = "persons_linked"
    SIGN_ON_ENDED = "sign_on_ended"


class EntryGround(StrEnum):
    """Why a person is not let in."""

    SELF_EXCLUDED = "self_excluded"
    NOT_IDENTIFIED = "not_identified"


class IdentifiedBy(StrEnum):
    """How a person was known at the entrance (M45)."""

    DOCUMENT = "document"
    KNOWN = "known"
    NOBODY_DID = ""
