"""A token is revoked once; a finding is raised once."""

import pytest
from countroom.compliance.v1.compliance_service_pb2 import RevokeToken

from services.compliance.domain.refusals import ComplianceRefusal
from services.kernel.refusal import Refused
from tests.unit.compliance.paper_compliance import at, book, names, raise_alert

JTI = "jti-1"
REVOKE = RevokeToken(header=at(), token_id=JTI, reason="left behind at a desk")


def test_a_token_is_revoked_with_its_reason():
    """Whoever follows the book refuses it from then on."""
    decision = book().record(REVOKE)

    assert names(decision) == ["TokenRevoked"]
    assert decision.facts[0].event.token_id == JTI


def test_a_token_is_revoked_once():
    """A second revocation has nothing left to do."""
    paper = book()
    paper.record(REVOKE)
    with pytest.raises(Refused) as refused:
        paper.record(REVOKE)

    assert refused.value.reason is ComplianceRefusal.TOKEN_ALREADY_REVOKED


def test_an_alert_carries_its_finding_as_it_was_handed_in():
    """Nothing of it is changed: a rebuild compares."""
    command = raise_alert()
    decision = book().record(command)

    assert decision.facts[0].event.alert == command.alert


def test_a_finding_is_raised_once():
    """Handed in under another command id it is refused; another finding is not."""
    paper = book()
    paper.record(raise_alert())
    with pytest.raises(Refused) as refused:
        paper.record(raise_alert())

    assert refused.value.reason is ComplianceRefusal.ALERT_ALREADY_RAISED
    assert names(paper.record(raise_alert("a2"))) == ["AlertRaised"]


def test_an_alert_rests_on_evidence():
    """One that names no event can't be looked into."""
    with pytest.raises(Refused) as refused:
        book().record(raise_alert(evidence=()))

    assert refused.value.reason is ComplianceRefusal.ALERT_WITHOUT_EVIDENCE
