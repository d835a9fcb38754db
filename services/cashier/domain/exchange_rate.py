"""A foreign currency's rates, each from one moment to another, and what its rounding has left."""

from typing import NamedTuple, assert_never

from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1 import cashier_service_pb2 as c
from countroom.cashier.v1.exchange_pb2 import Exchange

from services.cashier.domain.amounts import require_foreign
from services.cashier.domain.events import Event
from services.cashier.domain.refusals import CashierRefusal
from services.kernel.decider import Decider, Decision, Fact
from services.kernel.house import House
from services.kernel.money import Exact, exact, house_keeps_fraction
from services.kernel.refusal import Refused

RATES_KEPT = 64
"""The newest settings of a currency that are remembered: late facts of some weeks find theirs."""


class Setting(NamedTuple):
    """What a foreign unit is bought at, in the casino's currency, from a second until another."""

    buy: Exact
    from_seconds: int
    until_seconds: int


class ExchangeRate(NamedTuple):
    """A currency's settings, the newest last, and what rounding has left so far: 0 <= left < 1.

    `left` is in minor units of the casino's currency; once it makes a whole one, that is posted.
    """

    settings: tuple[Setting, ...] = ()
    left: Exact = 0

    def buy_at(self, seconds: int) -> Exact | None:
        """Return the buying rate in force at a moment, or None; the newest setting goes before."""
        for setting in reversed(self.settings):
            if setting.from_seconds <= seconds < setting.until_seconds:
                return setting.buy
        return None


def rate_of(currency: str, house: House) -> ExchangeRate:
    """Return a currency's rates as they stand in the book."""
    rate: ExchangeRate = house.stream(f"exchange_rate/{currency}")
    return rate


def decide(rate: ExchangeRate, command: c.SetExchangeRate, house: House) -> Decision[Event]:
    """Answer one command; a new setting goes before an older one wherever both would hold."""
    _ = rate
    require_foreign(command.currency, house)
    buy, sell = command.buy, command.sell
    if min(buy.numerator, buy.denominator, sell.numerator, sell.denominator) < 1:
        text = f"The rates of {command.currency} must be above zero. Give ratios such as 16/25."
        raise Refused(CashierRefusal.RATE_NOT_POSITIVE, text, currency=command.currency)
    if exact(buy) > exact(sell):
        raise Refused(
            CashierRefusal.RATE_BUY_ABOVE_SELL,
            f"{command.currency} would be bought dearer than it is sold. Exchange the two rates.",
            buy=exact(buy),
            sell=exact(sell),
        )
    if command.valid_from_seconds >= command.valid_until_seconds:
        raise Refused(
            CashierRefusal.RATE_PERIOD_EMPTY,
            f"The rates of {command.currency} would end before they begin. Give a later end.",
            valid_from_seconds=command.valid_from_seconds,
            valid_until_seconds=command.valid_until_seconds,
        )
    rates = e.ExchangeRateSet(
        currency=command.currency,
        buy=buy,
        sell=sell,
        valid_from_seconds=command.valid_from_seconds,
        valid_until_seconds=command.valid_until_seconds,
    )
    return Decision((Fact(rates),))


def evolve(rate: ExchangeRate, event: Event) -> ExchangeRate:
    """Take in one event."""
    match event:
        case e.ChipsSold():
            return ExchangeRate(rate.settings, rounded(rate.left, rounding_of(event.exchange))[1])
        case e.ExchangeReversed():
            return ExchangeRate(rate.settings, rounded(rate.left, -rounding_of(event.exchange))[1])
        case e.ExchangeRateSet():
            buy = exact(event.buy)
            new = Setting(buy, event.valid_from_seconds, event.valid_until_seconds)
            return ExchangeRate((*rate.settings, new)[-RATES_KEPT:], rate.left)
        case (
            e.DeskOpened()
            | e.DeskClosed()
            | e.PatronSessionOpened()
            | e.ChipsRedeemed()
            | e.IdentificationRequired()
            | e.IdentificationRecorded()
            | e.ExchangeAbandoned()
            | e.ReversalRequested()
            | e.PersonsLinked()
            | e.OpeningBalanceEntered()
        ):
            return rate
        case _:
            assert_never(event)


def rounding_of(exchange: Exchange) -> Exact:
    """Return what rounding leaves to the house at a purchase: its exact worth less the chips."""
    return exact(exchange.exact_minor) - exchange.chips_minor


def rounded(left: Exact, change: Exact) -> tuple[int, Exact]:
    """Return the whole minor units to post to rounding, and what is then left: 0 <= left < 1."""
    total = left + change
    whole = house_keeps_fraction(total)
    return whole, total - whole


exchange_rate: Decider[ExchangeRate, c.SetExchangeRate, Event] = Decider(
    ExchangeRate(), decide, evolve
)
