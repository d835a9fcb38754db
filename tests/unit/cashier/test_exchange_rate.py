"""A foreign currency's rates: set with their validity, the newest before the older."""

import pytest
from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1 import cashier_service_pb2 as c
from countroom.ledger.v1.money_pb2 import Ratio

from services.cashier.domain.exchange_rate import RATES_KEPT, exchange_rate
from services.cashier.domain.refusals import CashierRefusal
from services.kernel.money import exact
from tests.given import Given, header

rates = Given(exchange_rate)
BUY, SELL = Ratio(numerator=16, denominator=25), Ratio(numerator=13, denominator=20)


def said(currency="GBP", buy=BUY, sell=SELL, valid_from_seconds=100, valid_until_seconds=200):
    return {
        "currency": currency,
        "buy": buy,
        "sell": sell,
        "valid_from_seconds": valid_from_seconds,
        "valid_until_seconds": valid_until_seconds,
    }


def set_rate(**changes):
    return c.SetExchangeRate(header=header(), **said(**changes))


def rate_set(**changes):
    return e.ExchangeRateSet(**said(**changes))


def test_a_rate_is_set_with_its_validity():
    """Both rates and the period stand in the event; no money moves."""
    rates.when(set_rate()).then(rate_set()).posting()
    rates.given(rate_set()).when(set_rate(sell=BUY)).then(rate_set(sell=BUY))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"currency": "XXX"}, CashierRefusal.CURRENCY_UNKNOWN),
        ({"currency": "MTL"}, CashierRefusal.CURRENCY_NOT_FOREIGN),
        ({"buy": Ratio(numerator=0, denominator=1)}, CashierRefusal.RATE_NOT_POSITIVE),
        ({"buy": Ratio(numerator=1, denominator=0)}, CashierRefusal.RATE_NOT_POSITIVE),
        ({"sell": Ratio(numerator=-1, denominator=-1)}, CashierRefusal.RATE_NOT_POSITIVE),
        ({"buy": SELL, "sell": BUY}, CashierRefusal.RATE_BUY_ABOVE_SELL),
        ({"valid_until_seconds": 100}, CashierRefusal.RATE_PERIOD_EMPTY),
        ({"valid_from_seconds": 201}, CashierRefusal.RATE_PERIOD_EMPTY),
    ],
)
def test_refused(changes, reason):
    """Each rule turns down the setting that breaks it, and says which rule."""
    rates.when(set_rate(**changes)).then_refused(reason)


@pytest.mark.parametrize(
    ("seconds", "found"), [(99, None), (100, 16), (149, 16), (150, 15), (199, 15), (200, None)]
)
def test_the_newest_setting_in_force_at_a_moment_applies(seconds, found):
    """From its first second until before its end, and a newer one goes before an older."""
    newer = rate_set(buy=Ratio(numerator=15, denominator=25), valid_from_seconds=150)
    state = exchange_rate.replay([rate_set(), newer])
    at = state.buy_at(seconds)

    assert (None if found is None else exact(Ratio(numerator=found, denominator=25))) == at


def test_so_many_settings_are_remembered():
    """The newest stay, the oldest go: a book of years keeps weeks of rates."""
    settings = [
        rate_set(valid_from_seconds=n, valid_until_seconds=n + 1) for n in range(RATES_KEPT + 1)
    ]
    state = exchange_rate.replay(settings)

    assert (RATES_KEPT, None) == (len(state.settings), state.buy_at(0))
    assert state.buy_at(1) is not None
