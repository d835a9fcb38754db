"""watches.toml: a rule that makes no sense watches nothing, so it is refused when it is read."""

from fractions import Fraction

import pytest

from services.rulebook.watch_rule import WATCHES, parse_watches
from services.streams.watches.measures import watcher

RULE = """
[[watch]]
name = "structuring"
version = 1
measure = "days_in_band"
threshold = 3
band = ["9/10", "1"]
window = "7_days"
obligation = "M46.4"
sentence = "{count} {direction}"
"""


def test_a_rule_is_read_as_it_is_written():
    """Shares are exact, windows reach back in microseconds."""
    (rule,) = parse_watches(RULE)

    assert (rule.band_from, rule.band_to) == (Fraction(9, 10), 1)
    assert rule.reach_us == 7 * 24 * 3_600 * 1_000_000


@pytest.mark.parametrize(
    ("what", "error"),
    [
        (('window = "7_days"', 'window = "8_days"'), ValueError),
        (("threshold = 3", "threshold = 0"), ValueError),
        (('["9/10", "1"]', '["1", "9/10"]'), ValueError),
        (('["9/10", "1"]', '["nine tenths", "1"]'), ValueError),
        (("threshold = 3", "treshold = 3"), TypeError),
    ],
)
def test_a_rule_with_a_slip_in_it_is_refused(what, error):
    """No typo watches nothing."""
    with pytest.raises(error):
        parse_watches(RULE.replace(*what))


def test_a_rule_named_twice_is_refused():
    """A finding names its rule, so each name is one rule."""
    with pytest.raises(ValueError, match="structuring"):
        parse_watches(RULE + RULE)


@pytest.mark.parametrize("rule", WATCHES, ids=lambda rule: rule.name)
def test_every_rule_has_a_measure_that_there_is(rule):
    """At a limit of 2,000.000 the band is 1,800.000 to 2,000.000."""
    assert watcher(rule, 2_000_000).band == (1_800_000, 2_000_000)
