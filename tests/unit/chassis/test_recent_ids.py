"""Recent ids: "new" is certain, whatever order the ids come in, and memory stays small."""

import random
import sys

from hypothesis import given
from hypothesis import strategies as st

from services.chassis import recent_ids
from services.chassis.recent_ids import GENERATION, RecentIds

KEYS = st.lists(st.binary(min_size=2, max_size=2), max_size=200)


@given(KEYS, st.binary(min_size=0, max_size=2), st.data())
def test_what_was_recorded_is_never_called_new(keys, floor, data):
    """In any order, across generations, and for whatever the index held before."""
    kept, recent_ids.GENERATION = recent_ids.GENERATION, 7
    try:
        recent = RecentIds(floor)
        for key in keys:
            recent.add(key)
    finally:
        recent_ids.GENERATION = kept

    assert all(recent.may_hold(key) for key in keys)
    below = data.draw(st.binary(min_size=0, max_size=2))
    assert recent.may_hold(below) or below > floor


def test_a_rising_id_is_known_to_be_new():
    """Ids that follow the clock need no look into the index."""
    recent = RecentIds(b"\x05")
    recent.add(b"\x06")

    assert [recent.may_hold(key) for key in (b"\x04", b"\x06", b"\x07")] == [True, True, False]


def test_it_holds_two_generations_at_less_than_a_hundred_bytes_an_id():
    """However many ids go by, memory holds the newest, each at under 100 bytes."""
    chance, recent = random.Random(5), RecentIds(b"")
    for number in range(3 * GENERATION - 1):
        recent.add(number.to_bytes(8) + chance.randbytes(8))
    sets = (recent._old, recent._young)
    size = sum(sys.getsizeof(s) + sum(map(sys.getsizeof, s)) for s in sets)

    held = sum(map(len, sets))
    assert held == 2 * GENERATION - 1
    assert size / held < 100
