"""Jurisdictions: the law's figures as data, and nothing that is not certain."""

from zoneinfo import ZoneInfo

import pytest

from services.rulebook.currency import MINOR_PER_MAJOR
from services.rulebook.jurisdiction import JURISDICTIONS, parse_jurisdiction

MALTA = JURISDICTIONS["malta_1998"]


@pytest.mark.obligation("M46.1")
@pytest.mark.parametrize(("amount_minor", "required"), [(2_000_000, False), (2_000_001, True)])
def test_malta_identifies_over_two_thousand_liri(amount_minor, required):
    """The law says in excess of, so Lm2,000.000 passes and one mil more does not."""
    assert required is MALTA.requires_identification(amount_minor)


def test_maltas_figures():
    """Malta's lira is kept in mils, and its gaming day changes at eight."""
    assert ("malta_1998@1", "MTL", 1_000, "Europe/Malta", 8, 2_000_000) == (
        MALTA.rulebook,
        MALTA.currency,
        MALTA.minor_per_major,
        MALTA.zone,
        MALTA.day_changes_at_hour,
        MALTA.identification_limit_minor,
    )


@pytest.mark.parametrize("name", JURISDICTIONS)
def test_a_jurisdiction_names_its_source_zone_and_currency(name):
    """Each file is named for what it holds, and its zone and currency are real."""
    found = JURISDICTIONS[name]

    assert name == found.name
    assert found.source
    assert ZoneInfo(found.zone)
    assert MINOR_PER_MAJOR[found.currency] == found.minor_per_major


@pytest.mark.parametrize("name", ["queensland_1999", "nsw_keno_1998", "new_zealand"])
def test_what_a_text_does_not_lay_down_is_left_to_the_casino(name):
    """No limit and no hour is made up where the text at hand has none."""
    found = JURISDICTIONS[name]

    assert (None, None) == (found.identification_limit_minor, found.day_changes_at_hour)
    assert not found.requires_identification(10**12)


def test_a_misspelt_key_is_no_law():
    """A key that the rulebook does not know stops the reading."""
    with pytest.raises(TypeError, match="identification_limt_minor"):
        parse_jurisdiction('name = "x"\nidentification_limt_minor = 1')
