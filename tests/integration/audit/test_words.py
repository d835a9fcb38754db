"""Words of all kinds in filters reach the engine as values and never as SQL."""

import pytest
from countroom.audit.v1.alert_questions_pb2 import ListAlerts
from countroom.audit.v1.event_questions_pb2 import GetEvent, ListEvents
from countroom.audit.v1.exchange_questions_pb2 import ListExchanges, SumExchanges
from countroom.audit.v1.patron_session_questions_pb2 import ListPatronSessions
from countroom.cashier.v1.exchange_pb2 import Reference
from google.rpc.code_pb2 import Code

from tests.integration.audit.pages import CASINO

WORDS = [
    "' OR 1=1 --",
    "\\",
    "\\'",
    "%(books)s",
    "%s",
    "{x:String}",
    "p-1' UNION ALL SELECT 1",
    "日本",
]


@pytest.mark.parametrize("word", WORDS)
def test_a_word_that_nothing_bears_finds_nothing(asker, word):
    """Quotes, backslashes, percent signs and other scripts are only text."""
    events = ListEvents(casino_id=CASINO, person=word)
    alerts = ListAlerts(casino_id=CASINO, subject=word)
    sessions = ListPatronSessions(casino_id=CASINO, person=word)
    by_reference = ListExchanges(casino_id=CASINO, references=[Reference(name="game", value=word)])
    event = GetEvent(casino_id=CASINO, event_id=word)

    assert not asker.ask("ListEvents", events).events
    assert not asker.ask("ListAlerts", alerts).alerts
    assert not asker.ask("ListPatronSessions", sessions).patron_sessions
    assert not asker.ask("ListExchanges", by_reference).exchanges
    assert asker.refused("GetEvent", event).code == Code.NOT_FOUND


def test_a_reference_that_is_no_name_is_refused(asker):
    """What is grouped and summed by has the form of a name."""
    question = SumExchanges(casino_id=CASINO, sum_references=["' OR 1"])

    assert asker.refused("SumExchanges", question).code == Code.INVALID_ARGUMENT
