"""Somebody asks in writing not to be let in any more, and comes all the same (M24.3)."""

from loadtest.simulator.entrance import Entrance
from loadtest.simulator.person import Person
from loadtest.simulator.script import Script


def self_excluded(script: Script, entrance: Entrance, person: Person) -> None:
    """Write the story: the request is received, and the person is refused at the door."""
    entrance.takes_request(script, person)
    script.waits(7_200)
    entrance.turns_away(script, person, shows=True)


def without_document(script: Script, entrance: Entrance, person: Person) -> None:
    """Write the story of somebody who shows no document at the door and was never here (M45)."""
    entrance.turns_away(script, person, shows=False)
