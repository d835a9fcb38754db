"""Whom, which desk and which exchange an event is about, so that it is found by each."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, assert_never

from countroom.audit.v1 import audit_events_pb2 as a
from countroom.cashier.v1 import cashier_events_pb2 as c
from countroom.compliance.v1 import compliance_events_pb2 as k

from services.streams.projections.facts import AuditFact, CashierFact, ComplianceFact


class Subject(NamedTuple):
    """A person's token, a desk and an exchange's id, "" for none."""

    person: str = ""
    desk_id: str = ""
    exchange_id: str = ""


_NOBODY: Final = Subject()


def cashier_subject(fact: CashierFact) -> Subject:
    """Return what an event of the cashier's book is about."""
    match fact:
        case c.ChipsSold() | c.ChipsRedeemed() | c.IdentificationRequired() | c.ExchangeReversed():
            exchange = fact.exchange
            return Subject(exchange.person, exchange.desk_id, exchange.exchange_id)
        case c.IdentificationRecorded():
            return Subject(fact.person, fact.desk_id, fact.exchange_id)
        case c.ExchangeAbandoned():
            return Subject(fact.person, exchange_id=fact.exchange_id)
        case c.PatronSessionOpened() | c.ReversalRequested() | c.PersonsLinked():
            return Subject(fact.person)
        case c.DeskOpened() | c.DeskClosed():
            return Subject(desk_id=fact.desk_id)
        case c.ExchangeRateSet() | c.OpeningBalanceEntered():
            return _NOBODY
        case _:
            assert_never(fact)


def compliance_subject(fact: ComplianceFact) -> Subject:
    """Return what an event of the compliance book is about."""
    match fact:
        case (
            k.PersonIdentified()
            | k.PersonAdmitted()
            | k.EntryRefused()
            | k.PersonLeft()
            | k.SelfExclusionEntered()
            | k.PersonsLinked()
        ):
            return Subject(fact.person)
        case k.SignedOn() | k.SignedOff():
            return Subject(desk_id=_named("desk", fact.place))
        case k.AlertRaised():
            return Subject(_named("person", fact.alert.subject))
        case (
            k.CasinoRegistered()
            | k.FirstLicencesProposed()
            | k.LicenceIssued()
            | k.LicenceSuspended()
            | k.TokenRevoked()
        ):
            return _NOBODY
        case _:
            assert_never(fact)


def audit_subject(fact: AuditFact) -> Subject:
    """Return what a question is about: what can name a person is withheld from its event."""
    match fact:
        case a.QuestionAsked():
            return _NOBODY
        case _:
            assert_never(fact)


SUBJECTS: Final[Mapping[str, Callable[[Any], Subject]]] = {
    "cashier": cashier_subject,
    "compliance": compliance_subject,
    "audit": audit_subject,
}
"""By service, what says whom an event of its book is about."""


def _named(kind: str, text: str) -> str:
    """Return the name in a text such as "desk/desk-1", "" where it is of another kind."""
    found, _, name = text.partition("/")
    return name if found == kind else ""
