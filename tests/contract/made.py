"""What today's code writes: the values that become golden under today's version."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from countroom.ledger.v1.event_pb2 import Event
from countroom.ledger.v1.person_pb2 import IdentityDocument
from google.protobuf.json_format import MessageToDict

from services.audit.domain.routes import AUDIT
from services.cashier.domain.routes import CASHIER
from services.chassis.digest import command_digest
from services.chassis.pages import FIRST_PREVIOUS_HASH, leaf_hash, write_page
from services.chassis.persons.blind_index import document_index
from services.compliance.domain.routes import COMPLIANCE
from services.kernel.oneof import Oneof
from services.streams.watches.command_id import command_id_of
from services.streams.watches.deal import Deal, day_totals
from services.streams.watches.measures import watchers
from services.streams.watches.watch import Glance, Person, watch
from tests.contract.filled import EVENING_S, filled
from tests.contract.golden import version
from tests.given import MALTA

DOMAINS = {domain.service: domain for domain in (CASHIER, COMPLIANCE, AUDIT)}
KEY = bytes(range(32))


def in_words(message: Any) -> dict[str, Any]:
    """Return a message's fields as JSON has them, under the names of the proto."""
    return MessageToDict(message, preserving_proto_field_name=True)


def events() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield an event of each kind of each book, with something in every field."""
    for service, domain in DOMAINS.items():
        oneof = Oneof(domain.carrier)
        for kind in oneof.numbers:
            for name, fact in filled(kind):
                ((_, event),) = filled(Event)
                event.payload_type, event.payload = oneof.name, oneof.pack(fact)
                words = {"fact": in_words(fact), "envelope": envelope(event)}
                raw = event.SerializeToString(deterministic=True).hex()
                yield f"{version()}/{service}/{name}", {"bytes": raw, **words}


def envelope(event: Event) -> dict[str, Any]:
    """Return an event's envelope in words, its payload left out."""
    return {name: value for name, value in in_words(event).items() if name != "payload"}


def pages() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a first page, small and stored as it is, and the next one, which is compressed."""
    every = [bytes.fromhex(entry["bytes"]) for _, entry in events()]
    first, value = write_page("st-julians/cashier", 1, FIRST_PREVIOUS_HASH, [b"an event"])
    yield f"{version()}/raw", page(first, value)
    yield f"{version()}/zstd", page(*write_page(first.book, 2, first.hash, every[:3]))


def page(read: Any, value: bytes) -> dict[str, Any]:
    """Return a page in words, and its record's value."""
    return {
        "value": value.hex(),
        "book": read.book,
        "first_sequence": read.first_sequence,
        "previous_hash": read.previous_hash.hex(),
        "hash": read.hash.hex(),
        "leaf_hashes": [leaf_hash(event).hex() for event in read.events],
    }


def digests() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each command with its digest under a key of bytes 0 to 31."""
    for service, domain in DOMAINS.items():
        for kind in domain.streams:
            for name, command in filled(kind):
                raw = command.SerializeToString(deterministic=True).hex()
                digest = command_digest(KEY, command).hex()
                yield f"{version()}/{service}/{name}", {"bytes": raw, "digest": digest}


def document() -> IdentityDocument:
    """Return a document as a request brings it."""
    ((_, one),) = filled(IdentityDocument)
    return one


def ids() -> Iterator[tuple[str, str]]:
    """Yield what must come out the same from the same facts, as text."""
    finding = crossing()
    yield f"{version()}/alert_id", finding.alert_id
    yield f"{version()}/alert_command_id", command_id_of(finding.alert_id, finding.occurred_at)
    yield f"{version()}/document_index", document_index(KEY, document()).hex()


def crossing() -> Any:
    """Return what the first watch finds in three purchases just within the limit."""
    day, amount_minor = date(1998, 6, 30), MALTA.identification_limit_minor // 3
    deals = tuple(
        Deal(f"x-{n}", n, "purchase", (EVENING_S + n) * 1_000_000, day, amount_minor)
        for n in (1, 2, 3)
    )
    glance = Glance("st-julians/cashier", 3, "p-0042", deals[-1], is_exchange=True)
    watcher = watchers(MALTA.identification_limit_minor)[0]
    return watch(watcher, MALTA, glance, Person(deals, day_totals(deals)), ())


KINDS = {"events": events, "pages": pages, "digests": digests, "ids": ids}
