"""Exchanges: listed by their properties, and summed up exactly."""

from countroom.audit.v1 import exchange_questions_pb2 as q
from countroom.audit.v1.exchange_answers_pb2 import ExchangeStatus
from countroom.cashier.v1.exchange_pb2 import Direction, Reference

from tests.integration.audit.pages import CASINO


def test_each_exchange_is_listed_once_as_it_stands(asker, receipts):
    """Rows that were written twice are one exchange, in its newest state."""
    answer = asker.ask("ListExchanges", q.ListExchanges(casino_id=CASINO))

    print(answer)
    assert len(answer.exchanges) == 8
