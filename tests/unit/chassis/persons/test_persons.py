"""Persons: a document goes in and comes out sealed; without the person's key nobody reads it."""

import pytest
from countroom.ledger.v1.person_pb2 import IdentityDocument
from hypothesis import given, settings
from hypothesis import strategies as st

from services.chassis.persons.key_store import PersonKey, key_owner
from services.chassis.persons.local_key_store import LocalKeyStore
from services.chassis.persons.persons import KeyDestroyed, PersonRefusal, Persons
from services.chassis.persons.sealing import PersonSeal, SealBroken
from services.chassis.settings import Settings
from services.kernel.refusal import Refused

CASINO = "st-julians"
DOCUMENT = IdentityDocument(
    document_type="identity_card",
    document_number="0123456M",
    issuer="MT",
    full_name="A Person",
    date_of_birth="1960-02-29",
    address="1, A Street",
)
TEXT = st.text(max_size=60)
NUMBER = st.from_regex(r"[A-Z0-9]{1,20}", fullmatch=True)


class Clock:
    """A clock that goes as the test says."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def path(tmp_path):
    return tmp_path / "persons.sqlite3"


@pytest.fixture
def store(path):
    store = LocalKeyStore(path, b"m" * 32)
    yield store
    store.close()


@pytest.fixture
def persons(store):
    return Persons(store, b"i" * 32)


def test_what_was_sealed_is_opened_as_it_was(persons):
    """The document comes back whole, and only its kind stands beside the ciphertext."""
    sealed = persons.seal(CASINO, "p-1", DOCUMENT)

    assert (sealed.person, sealed.document_type) == ("p-1", "identity_card")
    assert persons.open(CASINO, sealed) == DOCUMENT
    for clear in (b"0123456M", b"A Person", b"1960-02-29", b"A Street"):
        assert clear not in sealed.SerializeToString()


@settings(deadline=None)  # it writes files, and the disk may be busy
@given(name=TEXT, number=NUMBER, issuer=TEXT, address=TEXT)
def test_any_document_comes_back_as_it_was(tmp_path_factory, name, number, issuer, address):
    """Whatever alphabet a name is written in."""
    store = LocalKeyStore(tmp_path_factory.mktemp("keys") / "k", b"m" * 32)
    persons = Persons(store, b"i" * 32)
    document = IdentityDocument(
        document_type="passport",
        document_number=number,
        issuer=issuer,
        full_name=name,
        address=address,
    )

    assert persons.open(CASINO, persons.seal(CASINO, "p-1", document)) == document
    store.close()


def test_the_same_document_never_looks_the_same_twice(persons):
    """Ciphertexts tell nothing; only the index says that documents are equal."""
    one, two = persons.seal(CASINO, "p-1", DOCUMENT), persons.seal(CASINO, "p-2", DOCUMENT)

    assert one.ciphertext != persons.seal(CASINO, "p-1", DOCUMENT).ciphertext != two.ciphertext
    assert one.document_index == two.document_index


def test_another_persons_seal_is_not_opened(persons):
    """A ciphertext is bound to its person: under another token it is broken, or nobody's."""
    sealed = persons.seal(CASINO, "p-1", DOCUMENT)
    persons.seal(CASINO, "p-2", DOCUMENT)
    sealed.person = "p-2"

    with pytest.raises((SealBroken, KeyDestroyed)):
        persons.open(CASINO, sealed)


def test_two_casinos_have_a_key_each_for_one_token(persons):
    """What one seals the other can't open, and each destroys its own alone."""
    here, there = persons.seal(CASINO, "p-1", DOCUMENT), persons.seal("valletta", "p-1", DOCUMENT)

    assert (here.person, there.person) == ("p-1", "p-1")
    for casino_id, sealed in (("valletta", here), (CASINO, there)):
        with pytest.raises(KeyDestroyed):
            persons.open(casino_id, sealed)
    persons.destroy(CASINO, "p-1")
    assert persons.open("valletta", there) == DOCUMENT
    with pytest.raises(KeyDestroyed):
        persons.open(CASINO, here)


def test_a_seal_is_bound_to_its_casino():
    """Even under the very same key another casino's person does not open it."""
    key = PersonKey(b"key-id-1", b"k" * 32)
    sealed = PersonSeal(key_owner(CASINO, "p-1"), key).seal(DOCUMENT)

    with pytest.raises(SealBroken):
        PersonSeal(key_owner("valletta", "p-1"), key).open(sealed)


@pytest.mark.parametrize("place", [0, 3, 12, 30, -1])
def test_one_changed_byte_is_noticed(persons, place):
    """Whatever byte it is: version, key, nonce, text or tag."""
    sealed = persons.seal(CASINO, "p-1", DOCUMENT)
    changed = bytearray(sealed.ciphertext)
    changed[place] ^= 1
    sealed.ciphertext = bytes(changed)

    with pytest.raises((SealBroken, KeyDestroyed)):
        persons.open(CASINO, sealed)


@pytest.mark.parametrize("ciphertext", [b"", b"\x01", b"noise that nobody sealed, ever"])
def test_noise_is_no_seal(persons, ciphertext):
    """It is told from a destroyed key."""
    sealed = persons.seal(CASINO, "p-1", DOCUMENT)
    sealed.ciphertext = ciphertext

    with pytest.raises(SealBroken):
        persons.open(CASINO, sealed)


def test_a_destroyed_key_makes_noise_of_all_it_sealed(persons, store):
    """Afterwards nobody reads it, also not once the person comes again and gets another key."""
    sealed = persons.seal(CASINO, "p-1", DOCUMENT)
    persons.destroy(CASINO, "p-1")

    with pytest.raises(KeyDestroyed):
        persons.open(CASINO, sealed)
    again = persons.seal(CASINO, "p-1", DOCUMENT)
    assert persons.open(CASINO, again) == DOCUMENT
    with pytest.raises(KeyDestroyed):
        persons.open(CASINO, sealed)


def test_a_key_that_another_process_destroys_is_used_no_more(path):
    """Within a second of it, and the person's next document is sealed under another key."""
    clock = Clock()
    store, other = LocalKeyStore(path, b"m" * 32), LocalKeyStore(path, b"m" * 32)
    persons, elsewhere = Persons(store, b"i" * 32, clock), Persons(other, b"i" * 32, clock)
    before = persons.seal(CASINO, "p-1", DOCUMENT)
    elsewhere.destroy(CASINO, "p-1")

    clock.now += 1
    after = persons.seal(CASINO, "p-1", DOCUMENT)

    assert persons.open(CASINO, after) == DOCUMENT
    with pytest.raises(KeyDestroyed):
        persons.open(CASINO, before)
    store.close()
    other.close()


async def test_many_new_persons_cost_one_write(persons, path):
    """Keys made ahead are durable together; sealing then writes nothing more."""
    onlooker = LocalKeyStore(path, b"m" * 32)
    await persons.prepare((CASINO, f"p-{n}") for n in range(1_000))
    after_keys = onlooker.generation
    for n in range(1_000):
        persons.seal(CASINO, f"p-{n}", DOCUMENT)

    assert onlooker.find(key_owner(CASINO, "p-999")) is not None
    assert onlooker.generation == after_keys
    onlooker.close()


@pytest.mark.parametrize("number", ["", "-", " / ", "\u2013"])
def test_a_number_of_nothing_identifies_nobody(persons, number):
    """All who show such a one would else be one person."""
    document = IdentityDocument(document_type="passport", document_number=number, issuer="MT")
    with pytest.raises(Refused) as refused:
        persons.seal(CASINO, "p-1", document)

    assert refused.value.reason is PersonRefusal.DOCUMENT_NUMBER_UNREADABLE


def test_the_key_store_is_its_owners_alone(tmp_path):
    """The settings name the folder; the files in it are nobody else's to read."""
    settings = Settings(kafka="k:1", state_dir=tmp_path, keys_dir=tmp_path / "keys", make_keys=True)
    persons = Persons.from_settings(settings)
    persons.seal(CASINO, "p-1", DOCUMENT)

    files = sorted(path.name for path in settings.keys_dir.iterdir())
    assert {"persons.sqlite3", "persons_index.key", "persons_master.key"} <= set(files)
    for path in settings.keys_dir.iterdir():
        assert path.stat().st_mode & 0o077 == 0, path.name
    persons.close()
