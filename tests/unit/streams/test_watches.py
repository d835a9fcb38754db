"""Watches: what crosses, what is held back, what goes back, over days and rolling windows."""

from datetime import date

import pytest

from services.rulebook.watch_rule import WATCHES
from services.streams.watches.deal import Deal
from services.streams.watches.sentence import sentence
from services.streams.watches.watch import MOST_EVIDENCE
from tests.given import MALTA
from tests.pages_of import PaperCasino, next_day
from tests.paper_warehouse import PaperStreams

DAY, HOURS, WEEK = "structuring_gaming_day", "structuring_24_hours", "structuring_7_days"


@pytest.fixture
def casino():
    opened = PaperCasino()
    opened.register()
    return opened


def findings(casino, rule):
    """Return the newest state of each finding of a rule, in the order of crossing."""
    for log in (casino.compliance, casino.cashier):
        if log.gathered:
            log.page()
    streams = PaperStreams()
    streams.take_all(casino)
    assert not streams.partition.stopped
    newest = {}
    for row in sorted(streams.warehouse.rows("finding"), key=lambda row: row["sequence"]):
        newest[row["alert_id"]] = row
    return [row for row in newest.values() if row["rule"] == rule]


def sells(casino, *amounts, person="p-1"):
    return [casino.sells(person, amount) for amount in amounts]


@pytest.mark.parametrize(
    ("amounts", "fires"),
    [
        ((640_000, 650_000, 650_000), True),  # 1,940.000 in three
        ((600_000, 600_000, 600_000), True),  # 1,800.000: the band's lower end
        ((600_000, 600_000, 599_999), False),  # a mil under it
        ((700_000, 650_000, 650_000), True),  # 2,000.000: the limit itself
        ((700_000, 650_000, 650_001), False),  # over it: a document was asked for
        ((970_000, 970_000), False),  # two pieces are no pattern
        ((700_000, 700_000, 700_000), False),  # over the limit at the third
    ],
)
def test_pieces_that_stay_within_the_limit_together_are_found(casino, amounts, fires):
    """Three or more exchanges of one gaming day whose total lies just within the limit."""
    sells(casino, *amounts)

    assert bool(findings(casino, DAY)) is fires


def test_a_finding_says_what_it_rests_on(casino):
    """Rule, person, day, figures and the events: enough for a person to look into it."""
    sells(casino, 640_000, 650_000, 650_000)

    (found,) = findings(casino, DAY)

    assert (found["subject"], found["window"], found["crossing"]) == (
        "person/p-1",
        "1998-06-30",
        1,
    )
    assert list(found["evidence_sequences"]) == [2, 3, 4]
    assert found["text"] == (
        "3 purchases of MTL 640.000 to MTL 650.000 on 1998-06-30, MTL 1,940.000 together: "
        "just within the limit of MTL 2,000.000, over which a document is asked for."
    )


def test_what_follows_is_held_back_and_counted(casino):
    """While the total stays in the band nothing fires again; each event is listed."""
    sells(casino, 640_000, 650_000, 650_000, 10_000, 20_000)

    (found,) = findings(casino, DAY)

    assert (found["suppressed_count"], list(found["suppressed_sequences"])) == (2, [5, 6])
    assert found["still_over"]


def test_it_fires_again_only_on_a_new_crossing(casino):
    """Out of the band by a reversal, then into it again: a second finding of the same day."""
    made = sells(casino, 640_000, 650_000, 650_000)
    casino.reverses(made[0])
    sells(casino, 630_000)

    first, second = findings(casino, DAY)

    assert (first["crossing"], second["crossing"]) == (1, 2)
    assert not first["still_over"]
    assert first["alert_id"] != second["alert_id"]


def test_directions_are_watched_apart(casino):
    """Purchases and cash-outs are not added up."""
    sells(casino, 900_000, 900_000)
    casino.redeems("p-1", 50_000)

    assert not findings(casino, DAY)
    for amount_minor in (900_000, 950_000):
        casino.redeems("p-1", amount_minor)
    (found,) = findings(casino, DAY)
    assert found["direction"] == "cash_out"


def test_desks_are_watched_together(casino):
    """One person at three desks is one person."""
    for desk in ("desk-1", "desk-2", "desk-3"):
        casino.sells("p-1", 640_000, desk=desk)

    assert findings(casino, DAY)


def test_linked_tokens_are_one_person(casino):
    """The link itself may be what crosses; the finding names the first of the tokens."""
    sells(casino, 950_000, person="p-2")
    sells(casino, 450_000, 500_000)
    casino.links("p-2", "p-1")

    (found,) = findings(casino, DAY)

    assert (found["subject"], found["crossed_sequence"]) == ("person/p-1", casino.cashier.sequence)


def test_eight_days_just_within_the_limit_are_found_on_the_third(casino):
    """1,990 on days running: no day's total is over the limit, and it is no chance."""
    for _ in range(8):
        sells(casino, 1_990_000)
        casino.on(next_day(casino.day))

    (found,) = findings(casino, WEEK)

    assert found["window"] == "7_days/1998-07-02"
    assert found["text"] == (
        "Purchases just within the limit of MTL 2,000.000 on each of 3 gaming days within 7 days: "
        "MTL 5,970.000 in 3 exchanges."
    )
    assert found["suppressed_count"] == 5


def test_two_days_of_less_are_nothing(casino):
    """1,500 on two days is what people do."""
    for _ in range(2):
        sells(casino, 1_500_000)
        casino.on(next_day(casino.day))

    assert not findings(casino, WEEK)
    assert not findings(casino, HOURS)


@pytest.mark.parametrize(("hour", "fires"), [(18, True), (19, False)])
def test_a_window_reaches_back_from_each_exchange(casino, hour, fires):
    """Two gaming days within 24 hours, and not at 24 hours or more."""
    casino.on("1998-06-30", 19)
    sells(casino, 1_950_000)
    casino.on("1998-07-01", hour)
    sells(casino, 1_950_000)

    assert bool(findings(casino, HOURS)) is fires


def test_what_is_told_late_is_judged_where_it_happened(casino):
    """An offline desk sends on the day between: the week that it lies in is over, and fires."""
    sells(casino, 1_990_000)
    casino.on("1998-07-02")
    sells(casino, 1_990_000)
    casino.on("1998-07-01")
    sells(casino, 1_990_000)

    (found,) = findings(casino, WEEK)

    assert found["window"] == "7_days/1998-07-01"


def test_what_is_told_late_of_a_quiet_day_ends_nothing(casino):
    """The newest window is still over: a small exchange of a month ago makes nothing fire anew."""
    for day in ("1998-06-30", "1998-07-01", "1998-07-02"):
        casino.on(day)
        sells(casino, 1_990_000)
    casino.on("1998-06-10")
    sells(casino, 1_000)
    casino.on("1998-07-03")
    sells(casino, 1_990_000)

    assert len(findings(casino, WEEK)) == 1


def test_months_pass_and_old_deals_are_forgotten(casino):
    """What is older than any window weighs nothing, and memory does not grow by it."""
    for _ in range(12):
        sells(casino, 1_990_000)
        casino.on(next_day(casino.day, 10))
    casino.cashier.page()
    casino.compliance.page()
    streams = PaperStreams()
    for service in ("compliance", "cashier"):
        for offset, page in enumerate(getattr(casino, service).pages):
            streams.take(service, offset, page)

    token = streams.partition.casino("st-julians").token("p-1")

    assert len(token.dealings.deals) == 4


def test_an_alert_takes_no_more_evidence_than_it_may(casino):
    """A thousand and more exchanges of 1.900: the newest thousand stand for all."""
    sells(casino, *[1_500] * 1_201)

    (found,) = findings(casino, DAY)

    assert len(found["evidence_sequences"]) == MOST_EVIDENCE
    assert found["evidence_sequences"][-1] == found["crossed_sequence"]


def test_a_sentence_fits_into_an_alert_with_the_greatest_figures():
    """200 characters is what an alert's text may have."""
    deals = [
        Deal(str(n), n, "purchase", n, date(1998, 6, 30 - n % 7), 10**15 - n) for n in range(999)
    ]
    for rule in WATCHES:
        assert len(sentence(rule, MALTA, "1998-06-30", deals)) <= 200
