"""What the desks remember of one person's token: its sessions, what waits, what may be reversed.

All of it is bounded, so that a book of years stays in memory. What is dropped, and when:
- all but SESSIONS_KEPT patron sessions: the one opened last and those that lasted to the newest
  gaming days. A fact for another is recorded with an exception, for its total can't be known here
  any more (the streams recompute it from the log);
- all but the newest REVERSIBLE completed exchanges that nobody asked to reverse;
- all but the newest REVERSIBLE reversals; what was reversed is known to be so for as long;
- an exchange that waits is kept until completed or abandoned, at most WAITING_AT_MOST of them.

Messages are kept as bytes: they can't change, and take a fraction of the room. Named tuples because
they are made anew at every exchange, in half of the time of a frozen dataclass.
"""

from typing import Final, NamedTuple

from countroom.cashier.v1.exchange_pb2 import DIRECTION_PURCHASE, Direction

from services.kernel.money import Exact

SESSIONS_KEPT: Final = 3
REVERSIBLE: Final = 10
WAITING_AT_MOST: Final = 16


class Tally(NamedTuple):
    """One direction of one session: completed and not reversed exchanges, in exact minor units.

    `unidentified` is the part of it that was exchanged before any document was produced for it.
    """

    total: Exact = 0
    unidentified: Exact = 0
    is_identified: bool = False

    def plus(self, other: "Tally") -> "Tally":
        """Return both as one person's."""
        return Tally(
            self.total + other.total,
            self.unidentified + other.unidentified,
            self.is_identified or other.is_identified,
        )


class PatronSession(NamedTuple):
    """One visit of one token, e.g. "1998-06-30/1" (M46.4.session).

    `continued` is the newest gaming day of its exchanges, "" while that is the one it began on.
    """

    session_id: str
    purchases: Tally = Tally()
    cash_outs: Tally = Tally()
    continued: str = ""

    @property
    def began(self) -> str:
        """Return the gaming day it began."""
        return self.session_id[:10]

    @property
    def last_day(self) -> str:
        """Return the newest gaming day that it is known to touch."""
        return self.continued or self.began

    def tally(self, direction: Direction) -> Tally:
        """Return one direction's."""
        return self.purchases if direction == DIRECTION_PURCHASE else self.cash_outs

    def with_tally(self, direction: Direction, tally: Tally) -> "PatronSession":
        """Return the session with one direction's tally replaced."""
        if direction == DIRECTION_PURCHASE:
            return PatronSession(self.session_id, tally, self.cash_outs, self.continued)
        return PatronSession(self.session_id, self.purchases, tally, self.continued)

    def through(self, gaming_day: str) -> "PatronSession":
        """Return the session with an exchange of a day, "" for the one that it began on."""
        return self._replace(continued=gaming_day) if gaming_day > self.continued else self


class Waiting(NamedTuple):
    """An exchange that waits for identification, and the provision that asks for it."""

    exchange_id: str
    exchange: bytes
    provision: str


class Completed(NamedTuple):
    """An exchange that may still be reversed, and whether it counted as unidentified."""

    exchange: bytes
    was_unidentified: bool


class Reversal(NamedTuple):
    """A reversal asked for, by whom through which caller; `of` is None once it was approved."""

    exchange_id: str
    requested_by: str
    requested_by_employee: str
    of: Completed | None


class Patron(NamedTuple):
    """One token; the initial value is one that no desk has seen."""

    sessions: tuple[PatronSession, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    completed: tuple[Completed, ...] = ()
    reversals: tuple[Reversal, ...] = ()
    purchases_made: int = 0
    linked: frozenset[str] = frozenset()
    forgotten_through: str = ""

    def session(self, session_id: str) -> PatronSession | None:
        """Return a session that is kept, or None."""
        for session in reversed(self.sessions):
            if session.session_id == session_id:
                return session
        return None

    def with_session(self, new: PatronSession) -> "Patron":
        """Return the patron with one of its sessions replaced."""
        if self.sessions[-1].session_id == new.session_id:
            return self._replace(sessions=(*self.sessions[:-1], new))
        kept = (new if old.session_id == new.session_id else old for old in self.sessions)
        return self._replace(sessions=tuple(kept))
