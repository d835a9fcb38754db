"""A casino's registration: its terms, the law's where it states none, and never against the law."""

from zoneinfo import available_timezones

import pytest
from countroom.compliance.v1.compliance_events_pb2 import CasinoRegistered
from countroom.compliance.v1.compliance_service_pb2 import RegisterCasino
from hypothesis import given, settings
from hypothesis import strategies as st

from services.compliance.domain.casino import casino
from services.compliance.domain.refusals import ComplianceRefusal
from services.rulebook.jurisdiction import JURISDICTIONS
from tests.given import Given, PaperHouse, header

MALTA = {
    "casino_id": "st-julians",
    "partition": 5,
    "jurisdiction": "malta_1998",
    "jurisdiction_version": 1,
    "currency": "MTL",
    "minor_per_major": 1_000,
    "zone": "Europe/Malta",
    "day_changes_at_hour": 8,
    "identification_limit_minor": 2_000_000,
}
REGISTERED = CasinoRegistered(**MALTA)
HOUSE = Given(casino, PaperHouse(partition=5))


def register(jurisdiction="malta_1998", *, after=False, **stated):
    return RegisterCasino(header=header(after=after), jurisdiction=jurisdiction, **stated)


def test_what_is_left_out_comes_from_the_jurisdiction():
    """A casino that states nothing stands under the law's terms, in the partition it is given."""
    HOUSE.when(register()).then(REGISTERED).flagging().noticing()


@pytest.mark.parametrize(
    "stated",
    [
        {"currency": "AUD", "minor_per_major": 100, "identification_limit_minor": 200_000},
        {"zone": "Australia/Sydney"},
        {"day_changes_at_hour": 0},
        {"day_changes_at_hour": 23},
        {"identification_limit_minor": 1},
        {"identification_limit_minor": 2_000_000},
    ],
)
def test_a_casino_may_state_its_own(stated):
    """A house may have another currency, zone, hour of change and a lower limit."""
    HOUSE.when(register(**stated)).then(CasinoRegistered(**(MALTA | stated)))


@pytest.mark.obligation("M46.1")
@pytest.mark.parametrize(
    ("minor_per_major", "laws_limit"), [(1_000, 2_000_000), (100, 200_000), (10_000, 20_000_000)]
)
def test_the_house_limit_is_never_above_the_laws(minor_per_major, laws_limit):
    """Lm2,000 is the most, in mils or in cents; one minor unit more is refused."""
    stated = {"minor_per_major": minor_per_major}
    expected = MALTA | stated | {"identification_limit_minor": laws_limit}

    HOUSE.when(register(**stated)).then(CasinoRegistered(**expected))
    refused = HOUSE.when(
        register(**stated, identification_limit_minor=laws_limit + 1)
    ).then_refused(ComplianceRefusal.LIMIT_ABOVE_LAW)

    assert refused.facts["identification_limit_minor"] == str(laws_limit + 1)


def test_in_another_currency_the_house_states_its_limit():
    """The law's limit is in the law's currency: in another one there is none to fall back on."""
    HOUSE.when(register(currency="EUR")).then_refused(ComplianceRefusal.LIMIT_NOT_SAID)
    expected = MALTA | {
        "currency": "EUR",
        "minor_per_major": 100,
        "identification_limit_minor": 200_000,
    }

    HOUSE.when(register(currency="EUR", identification_limit_minor=200_000)).then(
        CasinoRegistered(**expected)
    )


@pytest.mark.parametrize("name", ["queensland_1999", "nsw_keno_1998", "new_zealand"])
def test_what_the_law_leaves_open_the_casino_states(name):
    """Where the law has no gaming day and no limit, the casino says both or is refused."""
    hour, limit = {"day_changes_at_hour": 6}, {"identification_limit_minor": 1_000_000}
    law = JURISDICTIONS[name]

    HOUSE.when(register(name, **limit)).then_refused(ComplianceRefusal.DAY_CHANGE_NOT_SAID)
    HOUSE.when(register(name, **hour)).then_refused(ComplianceRefusal.LIMIT_NOT_SAID)
    expected = {
        "jurisdiction": name,
        "currency": law.currency,
        "minor_per_major": law.minor_per_major,
        "zone": law.zone,
    }
    HOUSE.when(register(name, **hour, **limit)).then(
        CasinoRegistered(**(MALTA | expected | hour | limit))
    )


@pytest.mark.parametrize(
    ("stated", "reason"),
    [
        ({"jurisdiction": "atlantis_1998"}, ComplianceRefusal.JURISDICTION_UNKNOWN),
        ({"zone": "Europe/Atlantis"}, ComplianceRefusal.ZONE_UNKNOWN),
        ({"zone": "Europe"}, ComplianceRefusal.ZONE_UNKNOWN),
        ({"zone": "../Europe/Malta"}, ComplianceRefusal.ZONE_UNKNOWN),
        ({"currency": "XXX", "identification_limit_minor": 1}, ComplianceRefusal.CURRENCY_UNKNOWN),
        ({"minor_per_major": 7}, ComplianceRefusal.MINOR_PER_MAJOR_WRONG),
        ({"day_changes_at_hour": 24}, ComplianceRefusal.DAY_CHANGE_OUT_OF_RANGE),
        ({"day_changes_at_hour": -1}, ComplianceRefusal.DAY_CHANGE_OUT_OF_RANGE),
    ],
)
@pytest.mark.parametrize("after", [False, True])
def test_terms_that_are_none_are_refused(stated, reason, after):
    """No casino stands under an unknown law, zone, currency or hour, not even after the fact."""
    HOUSE.when(register(after=after, **stated)).then_refused(reason)


@pytest.mark.parametrize("after", [False, True])
def test_a_casino_is_registered_once(after):
    """A second registration is refused, also one that says it has happened."""
    command = register(after=after, day_changes_at_hour=6)

    HOUSE.given(REGISTERED).when(command).then_refused(ComplianceRefusal.CASINO_ALREADY_REGISTERED)


@settings(deadline=None)
@given(zone=st.sampled_from(sorted(available_timezones())), hour=st.integers(0, 23))
def test_any_zone_of_the_world_will_do(zone, hour):
    """Every zone and every hour of change may be stated, and come back as they were."""
    stated = {"zone": zone, "day_changes_at_hour": hour}

    HOUSE.when(register(**stated)).then(CasinoRegistered(**(MALTA | stated)))
