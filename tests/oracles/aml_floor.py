"""A case's exchanges played at paper desks: who is asked for a document, and what is found.

Nothing here knows a limit or a total: it only hands commands to the deciders and looks at events.
"""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1.exchange_pb2 import DIRECTION_PURCHASE, Exchange

from services.kernel.decider import Decision
from services.kernel.refusal import Refused
from tests.given import CALENDAR
from tests.oracles.aml_instruments import Deal
from tests.paper_cage import PaperCage

FIRST_NIGHT: Final = datetime(1998, 6, 30, 21, 40, tzinfo=UTC)  # 23:40 by the wall
STEP: Final = timedelta(minutes=25)
_DAY_LABEL: Final = re.compile(r"d(ay)?[ -]?\d+$", re.IGNORECASE)


@dataclass
class Due:
    """An identification that an exchange needed."""

    at: int
    person: str
    provision: str
    is_purchase: bool


@dataclass
class Floor:
    """Desks, visits and documents of one case; a session's label becomes a visit or gaming day."""

    shows_document: bool
    cage: PaperCage = field(default_factory=PaperCage)
    due: list[Due] = field(default_factory=list)
    recorded: int = 0
    not_completed: int = 0
    winnings_minor: int | None = None
    exceptions: list[str] = field(default_factory=list)
    completed: list[tuple[datetime, Exchange]] = field(default_factory=list)
    made: dict[int, Decision[Any]] = field(default_factory=dict)
    reversed: set[str] = field(default_factory=set)
    _nights: dict[str, int] = field(default_factory=dict)
    _inside: dict[str, str] = field(default_factory=dict)

    def play(self, place: int, told: dict[str, Any], deal: Deal) -> None:
        """Make one exchange at the moment that its session's label and its place give."""
        person, desk = told["person"], self._desk(told["instrument"])
        self._arrive(person, told["session"], place)
        if deal.reverses is not None:
            self._reverse(deal.reverses)
            return
        if deal.currency:
            self.cage.set_rate(deal.currency, deal.rate)
        try:
            if deal.payment is not None:
                decision = self.cage.sell(person, deal.payment, desk)
            else:
                decision = self.cage.redeem(person, deal.chips_minor, desk)
        except Refused:  # no exchange, and so not a complete one
            self.not_completed += 1
            return
        self._look(decision)
        if isinstance(decision.facts[-1].event, e.IdentificationRequired):
            self._identify(place, person, decision)
        else:
            self.made[place] = decision
        if deal.is_reversed:
            self._reverse(place)

    def standing(self) -> list[tuple[datetime, Exchange]]:
        """Return the exchanges that completed and were not reversed, with their moments."""
        return [(at, x) for at, x in self.completed if x.exchange_id not in self.reversed]

    def _reverse(self, place: int) -> None:
        """Reverse what was made, if it was: an abandoned exchange needs no reversal."""
        if place in self.made:
            exchange = self.made[place].facts[-1].event.exchange
            self.cage.ask_reversal(exchange.person, self.made[place])
            self.cage.approve_reversal(exchange.person, self.made[place])
            self.reversed.add(exchange.exchange_id)

    def _identify(self, place: int, person: str, waiting: Decision[Any]) -> None:
        required = waiting.facts[-1].event
        is_purchase = required.exchange.direction == DIRECTION_PURCHASE
        self.due.append(Due(place, person, required.provision, is_purchase))
        if not self.shows_document:
            self.cage.abandon(person, waiting)
            self.not_completed += 1
            return
        self.made[place] = self.cage.complete(person, waiting, f"document of {person}")
        self._look(self.made[place])

    def _look(self, decision: Decision[Any]) -> None:
        self.exceptions += [note.reason for note in decision.exceptions]
        for fact in decision.facts:
            match fact.event:
                case e.IdentificationRecorded():
                    self.recorded += 1
                case e.ChipsSold() | e.ChipsRedeemed():
                    self.completed.append((self.cage.at, fact.event.exchange))
                    if isinstance(fact.event, e.ChipsRedeemed):
                        self._take_winnings(fact.event)

    def _take_winnings(self, redeemed: e.ChipsRedeemed) -> None:
        if redeemed.HasField("winnings_to_show_minor"):
            self.winnings_minor = redeemed.winnings_to_show_minor

    def _arrive(self, person: str, label: str, place: int) -> None:
        """Set the clock to the label's night; let the person leave the last visit, enter this."""
        night = self._nights.setdefault(label, len(self._nights))
        last = self._inside.get(person)
        if last != label and self.cage.house.visits(person):
            self.cage.leaves(person, CALENDAR.day_of(self.cage.at).isoformat())
        self.cage.at = FIRST_NIGHT + night * timedelta(days=1) + place * STEP
        if last != label and not _DAY_LABEL.match(label):
            began = CALENDAR.day_of(FIRST_NIGHT + night * timedelta(days=1)).isoformat()
            self.cage.enters(person, began)
        self._inside[person] = label

    def _desk(self, instrument: str) -> str:
        named = re.search(r"desk (\w+)", instrument)
        desk = f"desk-{named.group(1)}" if named else "desk-1"
        if not self.cage.house.stream(f"desk/{desk}").is_open:
            self.cage.open_desk(desk)
        return desk
