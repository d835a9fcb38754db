"""The events of the compliance book as one type: every fold answers for each of them by name."""

from countroom.compliance.v1 import compliance_events_pb2 as e

Event = (
    e.CasinoRegistered
    | e.FirstLicencesProposed
    | e.LicenceIssued
    | e.LicenceSuspended
    | e.SignedOn
    | e.SignedOff
    | e.PersonIdentified
    | e.PersonAdmitted
    | e.EntryRefused
    | e.PersonLeft
    | e.SelfExclusionEntered
    | e.PersonsLinked
    | e.TokenRevoked
    | e.AlertRaised
)
