"""The gaming day follows the wall clock, on days of 23 and 25 hours too."""

from datetime import UTC, date, datetime

import pytest

from tests.given import CALENDAR


@pytest.mark.parametrize(
    ("instant", "day"),
    [
        (datetime(1998, 6, 30, 22, 30, tzinfo=UTC), date(1998, 6, 30)),  # 00:30 the next date
        (datetime(1998, 3, 29, 5, 59, tzinfo=UTC), date(1998, 3, 28)),  # 07:59, clocks on at 02:00
        (datetime(1998, 3, 29, 6, 0, tzinfo=UTC), date(1998, 3, 29)),
        (datetime(1998, 10, 25, 6, 59, tzinfo=UTC), date(1998, 10, 24)),  # 07:59, clocks back
        (datetime(1998, 10, 25, 7, 0, tzinfo=UTC), date(1998, 10, 25)),
    ],
)
def test_the_day_changes_at_eight_by_the_wall_clock(instant, day):
    """One minute before eight it is still yesterday's, whatever the clocks did that night."""
    assert day == CALENDAR.day_of(instant)


def test_an_instant_without_a_zone_has_no_day():
    """A naive time is refused rather than guessed."""
    with pytest.raises(ValueError, match="1998"):
        CALENDAR.day_of(datetime(1998, 6, 30, 19, 0))  # noqa: DTZ001 - naive on purpose
