"""The invariants of design after any fault: read from the log alone, by nothing of the writer's."""

from collections import Counter
from dataclasses import dataclass, field

from countroom.ledger.v1.event_pb2 import Event

from services.chassis.kafka_log import CommittedLog, events_topic
from services.chassis.pages import FIRST_PREVIOUS_HASH, leaf_hash, require_next


@dataclass
class ReadLog:
    """A partition's committed events, its chain checked while it was read."""

    events: list[Event] = field(default_factory=list)
    leaves: dict[str, bytes] = field(default_factory=dict)
    tips: dict[str, tuple[int, bytes]] = field(default_factory=dict)

    def commands(self) -> Counter[str]:
        """Return how often each command's first event is in the log."""
        return Counter(e.command_id for e in self.events if e.event_id.endswith("-1"))

    def trial_balance(self) -> dict[tuple[str, str], int]:
        totals: Counter[tuple[str, str]] = Counter()
        for event in self.events:
            for posting in event.postings:
                totals[event.book, posting.currency] += posting.amount_minor
        return dict(totals)

    def balances(self, book: str) -> dict[tuple[str, str], int]:
        totals: Counter[tuple[str, str]] = Counter()
        for event in self.events:
            if event.book == book:
                for posting in event.postings:
                    totals[posting.account, posting.currency] += posting.amount_minor
        return {key: total for key, total in totals.items() if total}


def read_log(bootstrap: str, service: str, partition: int = 0) -> ReadLog:
    log, read = CommittedLog(bootstrap, events_topic(service), partition), ReadLog()
    try:
        for _, page in log.read(0, log.end_offset()):
            sequence, tip = read.tips.get(page.book, (0, FIRST_PREVIOUS_HASH))
            require_next(page, sequence, tip)
            read.tips[page.book] = (page.last_sequence, page.hash)
            for raw in page.events:
                event = Event.FromString(raw)
                read.events.append(event)
                read.leaves[event.event_id] = leaf_hash(raw)
    finally:
        log.close()
    return read


def assert_holds(bootstrap: str, service: str, acknowledged: dict, partition: int = 0) -> ReadLog:
    """Every acknowledged command is there once, none twice, the chain whole, the books balanced."""
    read = read_log(bootstrap, service, partition)
    commands = read.commands()
    assert not [command for command, times in commands.items() if times != 1]
    assert not [command for command in acknowledged if command not in commands]
    assert not any(read.trial_balance().values())
    for command_id, receipt in acknowledged.items():
        last = receipt.last_sequence - receipt.first_sequence + 1
        assert read.leaves[f"{command_id}-{last}"] == receipt.leaf_hash, command_id
    return read
