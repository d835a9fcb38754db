"""Where a person stands in the open patron session: totals of each direction over all tokens."""

from collections.abc import Iterable
from typing import NamedTuple

from countroom.cashier.v1.exchange_pb2 import DIRECTION_PURCHASE, Direction

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
        return self.purchases if direction == DIRECTION_PURCHASE else self.cash_outs


def standing(tokens: Iterable[Token], window: VisitWindow) -> Standing:
    """Add up what the tokens exchanged in the window's sessions."""
    made, found = 0, []
    for token in tokens:
        made += token.patron.purchases_made
        found += [s for s in token.patron.sessions if window.covers(s)]
    if len(found) == 1:
        return Standing(found[0].purchases, found[0].cash_outs, made)
    purchases, cash_outs = Tally(), Tally()
    for session in found:
        purchases = purchases.plus(session.purchases)
        cash_outs = cash_outs.plus(session.cash_outs)
    return Standing(purchases, cash_outs, made)


def person_window(person: OnePerson, house: House) -> VisitWindow:
    """Return the window of a person's visit under whichever token it was recorded."""
    return visit_window(person.tokens, house)


def session_in(patron: Patron, window: VisitWindow) -> str | None:
    """Return the token's session that began where the window does, None where it is to be opened.

    A session that began later in the window counts in it, but its name would not say which days
    were counted together.
    """
    for session in reversed(patron.sessions):
        if session.began == window.first:
            return session.session_id
    return None
