"""Evenings of casinos on paper, and the rows that they must come to."""

import random

from tests.live_rows import paper_rows
from tests.pages_of import PaperCasino, next_day
from tests.paper_warehouse import PaperStreams
from tests.streams_worker import Streams


def evening(pages: int = 40, casino_id: str = "st-julians") -> PaperCasino:
    """Return a casino with visits, links, waits and reversals over three gaming days."""
    chance, casino = random.Random(casino_id), PaperCasino(casino_id)
    casino.register()
    casino.compliance.page()
    for number in range(pages):
        if number % 15 == 14:
            casino.on(next_day(casino.day))
        for _ in range(chance.randint(1, 8)):
            _something(chance, casino)
        for log in (casino.cashier, casino.compliance):
            if log.gathered:
                log.page()
    return casino


def _something(chance: random.Random, casino: PaperCasino) -> None:
    person = f"p-{chance.randint(1, 12)}"
    match chance.randint(1, 9):
        case 1:
            casino.admits(person)
        case 2:
            casino.sees_off(person)
        case 3:
            casino.completes(casino.asks_for_document(person, 2_500_000))
        case 4:
            casino.abandons(casino.asks_for_document(person, 2_500_000))
        case 5:
            casino.reverses(casino.sells(person, 400_000))
        case 6 if person != "p-1":
            casino.links(person, "p-1", at_desk=chance.random() < 0.5)
        case _:
            casino.sells(person, chance.choice([620_000, 650_000, 1_900_000, 10_000]))


def on_paper(*casinos: PaperCasino) -> dict:
    workers = []
    for casino in casinos:
        worker = PaperStreams()
        worker.take_all(casino)
        workers.append(worker)
    return paper_rows(*workers)


def written(streams: Streams, *casinos: PaperCasino) -> None:
    """Wait until every page of the casinos is in the rows."""
    for casino in casinos:
        for log in (casino.cashier, casino.compliance):
            streams.wait_for(log.book, log.sequence)
