"""A book on paper: the chassis around a real domain, its log a list of pages, its index a dict."""

from dataclasses import dataclass, field

from services.chassis.book import Book
from services.chassis.book_house import BookHouse
from services.chassis.book_memory import BookMemory
from services.chassis.command_index import Entry
from services.chassis.digest import command_digest
from services.chassis.envelope import Asked
from services.chassis.pages import Page, read_page, write_page
from services.kernel.domain import Domain
from services.kernel.oneof import Oneof
from tests.given import EVENING, MALTA

NOW_US = int(EVENING.timestamp()) * 1_000_000
KEY = b"k" * 32


@dataclass
class PaperFacts:
    """Facts of a casino that is registered and has everyone licensed for what they do."""

    terms: object = MALTA
    is_stale: bool = False
    sequences: tuple = ()

    def licence(self, employee_id, function, at_seconds):
        return f"L-{employee_id}"

    def licence_of(self, employee_id, at_seconds):
        return f"L-{employee_id}"

    def visits(self, person):
        return ()

    def tokens_of_document(self, document_index):
        return frozenset()

    def linked(self, person):
        return frozenset()


@dataclass
class PaperPartition:
    """`ask` records a command and puts its page into the log at once."""

    domain: Domain
    casino_id: str = "st-julians"
    facts: PaperFacts = field(default_factory=PaperFacts)
    log: list[bytes] = field(default_factory=list)
    index: dict[bytes, bytes] = field(default_factory=dict)
    now_us: int = NOW_US

    def __post_init__(self):
        self.memory = self.empty_memory()
        self.book = Book(self.memory, BookHouse(self.memory, self.facts, 0), self.known)

    def empty_memory(self):
        name = f"{self.casino_id}/{self.domain.service}"
        return BookMemory(name, self.domain, Oneof(self.domain.carrier))

    def known(self, book, key):
        kept = self.index.get(key)
        return Entry.from_bytes(kept) if kept else None

    def ask(self, command, caller="desk-system-1", document=None):
        digest = command_digest(KEY, command)
        asked = Asked(command, digest, caller, self.now_us, document)
        recorded = self.book.record(asked)
        if recorded.events:
            first = recorded.receipt.first_sequence
            page, value = write_page(
                self.memory.name, first, self.memory.tip, list(recorded.events)
            )
            self.memory.tip = page.hash
            self.log.append(value)
            self.index[recorded.key] = recorded.entry
        return recorded.receipt

    def pages(self) -> list[Page]:
        return [read_page(value) for value in self.log]
