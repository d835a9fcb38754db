"""Ids of commands."""

import re
import uuid

from hypothesis import given
from hypothesis import strategies as st

from loadtest.clients.uuid7 import Uuid7Source, uuid7_of

FORM = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
MOMENTS = st.integers(0, 253_402_300_799 * 1_000_000)


@given(st.text(), MOMENTS)
def test_an_id_is_a_uuid7_of_its_moment(name: str, at_us: int) -> None:
    """Every name and moment gives a UUIDv7 in lower case whose time is the moment."""
    made = uuid7_of(name, at_us)
    assert FORM.fullmatch(made)
    assert uuid.UUID(made).int >> 80 == at_us // 1_000


@given(st.text(), st.text(), MOMENTS)
def test_an_id_is_its_name_s_alone(one: str, other: str, at_us: int) -> None:
    """A name gives the same id again, and another name another."""
    assert uuid7_of(one, at_us) == uuid7_of(one, at_us)
    assert (uuid7_of(one, at_us) == uuid7_of(other, at_us)) == (one == other)


def test_a_name_s_id_does_not_change_between_releases() -> None:
    """The id of a known name is the one it always was, so that an old file is still replayed."""
    assert uuid7_of("replay/row 1 purchase", 1_546_334_400_000_000) == (
        "016808b6-6e00-744f-af21-7a1941b565a3"
    )


def test_ids_by_chance_come_again_from_the_seed() -> None:
    """The same seed gives the same ids in the same order, and another seed others."""
    first, again, other = Uuid7Source(7), Uuid7Source(7), Uuid7Source(8)
    ids = [first.next_id(at_us) for at_us in range(0, 5_000, 1_000)]
    assert ids == [again.next_id(at_us) for at_us in range(0, 5_000, 1_000)]
    assert not set(ids) & {other.next_id(at_us) for at_us in range(0, 5_000, 1_000)}
    assert all(FORM.fullmatch(made) for made in ids)
