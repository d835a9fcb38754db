"""Where a person stands in the open patron session: totals of each direction over all tokens."""

from collections.abc import Iterable
from typing import NamedTuple

from countroom.cashier.v1.exchange_pb2 import Direction

from services.cashier.domain.one_person import OnePerson, Token
from services.cashier.domain.patron import Patron, Tally
from services.cashier.domain.visit_window import VisitWindow, visit_window
from services.kernel.house import House


class Standing(NamedTuple):
    """Totals of one person in one session; `purchases_made` counts those of any session."""

    purchases: Tally = Tally()
    cash_outs: Tally = Tally()
    purchases_made: int = 0

    def tally(self, direction: Direction) -> Tally:
        """Return one direction's."""
        return self.purchases if direction == Direction.DIRECTION_PURCHASE else self.cash_outs


class OwnSession(NamedTuple):
    """The session of the token itself that an exchange belongs to."""

    session_id: str
    is_new: bool
    is_forgotten: bool


def standing(tokens: Iterable[Token], window: VisitWindow) -> Standing:
    """Add up what the tokens exchanged in the window's sessions."""
    first, last = window
    purchases, cash_outs, made = Tally(), Tally(), 0
    for token in tokens:
        made += token.patron.purchases_made
        for session in token.patron.sessions:
            if first <= session.began <= last:
                purchases = purchases.plus(session.purchases)
                cash_outs = cash_outs.plus(session.cash_outs)
    return Standing(purchases, cash_outs, made)


def person_window(person: OnePerson, house: House) -> VisitWindow:
    """Return the window of a person's visit under whichever token it was recorded."""
    return visit_window((token.name for token in person.tokens), house)


def own_session(patron: Patron, window: VisitWindow) -> OwnSession:
    """Return the newest of the token's sessions in the window, or the one to be opened."""
    for session in reversed(patron.sessions):
        if window.covers(session.began):
            return OwnSession(session.session_id, is_new=False, is_forgotten=False)
    # An older session of that day may have been dropped: then this is the day's next.
    forgotten = window.first <= patron.forgotten_through
    number = 2 if forgotten else 1
    return OwnSession(f"{window.first}/{number}", is_new=True, is_forgotten=forgotten)
