"""Persons: documents go in, sealed particulars come out. Nothing else ever sees clear text."""

import asyncio
import time
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Final

from countroom.ledger.v1.person_pb2 import IdentityDocument, SealedParticulars

from services.chassis.persons.blind_index import document_index, normalised
from services.chassis.persons.key_store import KeyStore, key_owner
from services.chassis.persons.local_key_store import LocalKeyStore
from services.chassis.persons.sealing import PersonSeal, key_id_of
from services.chassis.settings import Settings
from services.kernel.refusal import Refused

MOST_REMEMBERED: Final = 50_000
_LOOK_EVERY_S: Final = 1.0


class PersonRefusal(StrEnum):
    """Reasons for which a document is turned down."""

    DOCUMENT_NUMBER_UNREADABLE = "document_number_unreadable"


class KeyDestroyed(Exception):
    """The key that sealed is gone: nobody can read the particulars any more."""


class Persons:
    """Seals, opens, destroys. A key in use is remembered, until a second after its destruction."""

    def __init__(
        self, store: KeyStore, index_key: bytes, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Take where the keys are, and the key of the blind index."""
        self._store, self._index_key, self._clock = store, index_key, clock
        self._seals: dict[str, PersonSeal] = {}
        self._generation = store.generation
        self._next_look = clock() + _LOOK_EVERY_S

    @classmethod
    def from_settings(cls, settings: Settings) -> "Persons":
        """Return the persons of the local key store in the keys' folder."""
        path = settings.keys_dir / "persons.sqlite3"
        store = LocalKeyStore(path, settings.key("persons_master"))
        return cls(store, settings.key("persons_index"))

    async def prepare(self, persons: Iterable[tuple[str, str]]) -> None:
        """Make the keys of all (casino_id, person) who have none yet by one write.

        Then `seal` need not wait for it.
        """
        owners = {key_owner(casino_id, person) for casino_id, person in persons}
        unknown = [owner for owner in owners if owner not in self._seals]
        if unknown:
            # The flush to disk takes its time, and must not stop the event loop meanwhile.
            made = await asyncio.to_thread(self._store.make, unknown)
            for owner, key in made.items():
                self._remember(owner, PersonSeal(owner, key))

    def seal(self, casino_id: str, person: str, document: IdentityDocument) -> SealedParticulars:
        """Return the document sealed under the key of the casino's person, durable by then."""
        if not normalised(document.document_number):
            # All who show such a one would have one index, and be taken for one person.
            raise Refused(
                PersonRefusal.DOCUMENT_NUMBER_UNREADABLE,
                "The document's number has neither letter nor digit. Key it as it is printed.",
            )
        self._look()
        owner = key_owner(casino_id, person)
        seal = self._seals.get(owner)
        if seal is None:
            seal = PersonSeal(owner, self._store.make([owner])[owner])
            self._remember(owner, seal)
        return SealedParticulars(
            person=person,
            document_type=document.document_type,
            ciphertext=seal.seal(document),
            document_index=document_index(self._index_key, document),
        )

    def open(self, casino_id: str, sealed: SealedParticulars) -> IdentityDocument:
        """Return the document; KeyDestroyed where nobody can, SealBroken where it was altered."""
        key_id = key_id_of(sealed.ciphertext)
        owner = key_owner(casino_id, sealed.person)
        key = self._store.find(owner)
        if key is None or key.key_id != key_id:
            raise KeyDestroyed(owner)
        return PersonSeal(owner, key).open(sealed.ciphertext)

    def destroy(self, casino_id: str, person: str) -> None:
        """Destroy the key of a casino's person: what was sealed under it is noise from now on."""
        owner = key_owner(casino_id, person)
        self._store.destroy(owner)
        self._seals.pop(owner, None)

    def close(self) -> None:
        """Give up the key store."""
        self._store.close()

    def _remember(self, owner: str, seal: PersonSeal) -> None:
        while len(self._seals) >= MOST_REMEMBERED:
            del self._seals[next(iter(self._seals))]
        self._seals[owner] = seal

    def _look(self) -> None:
        now = self._clock()
        if now < self._next_look:
            return
        self._next_look = now + _LOOK_EVERY_S
        generation = self._store.generation
        if generation != self._generation:
            self._generation = generation
            self._seals.clear()
