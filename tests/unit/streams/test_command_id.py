"""The command that hands a finding in has an id that the same finding always gets."""

import re

from hypothesis import given
from hypothesis import strategies as st

from services.streams.watches.command_id import command_id_of

UUID7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
MOMENTS = st.integers(0, 4_102_444_800_000_000)  # to the year 2100


@given(st.text(), MOMENTS)
def test_it_is_a_uuid_of_version_7_made_of_the_moment(alert_id, occurred_us):
    """Its first 48 bits are the crossing's milliseconds, as of any UUIDv7."""
    made = command_id_of(alert_id, occurred_us)

    assert UUID7.fullmatch(made)
    assert int(made.replace("-", "")[:12], 16) == occurred_us // 1_000


@given(st.text(), st.text(), MOMENTS)
def test_another_finding_gets_another_id(one, other, occurred_us):
    """Equal alerts have equal ids, others do not."""
    same = command_id_of(one, occurred_us) == command_id_of(other, occurred_us)

    assert same is (one == other)


def test_it_is_the_same_in_every_version():
    """A replay by a later version hands in nothing twice: this value never changes."""
    assert command_id_of("f00d", 899_233_200_000_000) == "00d15e79-b780-7e1c-a1b0-aef395e63e1c"
