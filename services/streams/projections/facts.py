"""The events of every book as types: each fold answers for each of its own by name."""

from typing import Final

from countroom.audit.v1 import audit_events_pb2 as a
from countroom.cashier.v1 import cashier_events_pb2 as c
from countroom.compliance.v1 import compliance_events_pb2 as k

from services.kernel.oneof import Oneof

CashierFact = (
    c.ChipsSold
    | c.ChipsRedeemed
    | c.PatronSessionOpened
    | c.IdentificationRequired
    | c.IdentificationRecorded
    | c.ExchangeAbandoned
    | c.ReversalRequested
    | c.ExchangeReversed
    | c.PersonsLinked
    | c.DeskOpened
    | c.DeskClosed
    | c.ExchangeRateSet
    | c.OpeningBalanceEntered
)
ComplianceFact = (
    k.CasinoRegistered
    | k.FirstLicencesProposed
    | k.LicenceIssued
    | k.LicenceSuspended
    | k.SignedOn
    | k.SignedOff
    | k.PersonIdentified
    | k.PersonAdmitted
    | k.EntryRefused
    | k.PersonLeft
    | k.SelfExclusionEntered
    | k.PersonsLinked
    | k.TokenRevoked
    | k.AlertRaised
)
AuditFact = a.QuestionAsked
AnyFact = CashierFact | ComplianceFact | AuditFact

PAYLOADS: Final = {
    "cashier": Oneof(c.CashierEvent),
    "compliance": Oneof(k.ComplianceEvent),
    "audit": Oneof(a.AuditEvent),
}
"""Each service's oneof; the services whose books the streams read."""
