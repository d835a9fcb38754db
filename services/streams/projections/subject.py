"""Whom and which desk an event is about, so that it is found by either."""

from typing import assert_never

from countroom.audit.v1 import audit_events_pb2 as a
from countroom.cashier.v1 import cashier_events_pb2 as c
from countroom.compliance.v1 import compliance_events_pb2 as k

from services.streams.projections.facts import AnyFact


def subject(fact: AnyFact) -> tuple[str, str]:  # noqa: PLR0911 - one answer for each kind of event
    """Return the person's token and the desk, "" for none."""
    match fact:
        case (
            c.ChipsSold()
            | c.ChipsRedeemed()
            | c.IdentificationRequired()
            | c.ExchangeReversed()
        ):
            exchange = fact.exchange
            return exchange.person, exchange.desk_id
        case c.IdentificationRecorded():
            return fact.person, fact.desk_id
        case (
            c.PatronSessionOpened()
            | c.ExchangeAbandoned()
            | c.ReversalRequested()
            | c.PersonsLinked()
            | k.PersonIdentified()
            | k.PersonAdmitted()
            | k.EntryRefused()
            | k.PersonLeft()
            | k.SelfExclusionEntered()
            | k.PersonsLinked()
        ):
            return fact.person, ""
        case c.DeskOpened() | c.DeskClosed():
            return "", fact.desk_id
        case k.SignedOn() | k.SignedOff():
            return "", _desk(fact.place)
        case k.AlertRaised():
            kind, _, name = fact.alert.subject.partition("/")
            return (name if kind == "person" else ""), ""
        case (
            c.ExchangeRateSet()
            | c.OpeningBalanceEntered()
            | k.CasinoRegistered()
            | k.FirstLicencesProposed()
            | k.LicenceIssued()
            | k.LicenceSuspended()
            | k.TokenRevoked()
            | a.QuestionAsked()
        ):
            return "", ""
        case _:
            assert_never(fact)


def _desk(place: str) -> str:
    kind, _, name = place.partition("/")
    return name if kind == "desk" else ""
