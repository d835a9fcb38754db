"""Report of a replay: what a person reads at its end."""

from collections.abc import Sequence

from loadtest.checked import Checked
from loadtest.replay.comparison import Difference
from loadtest.replay.run import Replay, Told


def told_lines(replay: Replay, told: Told) -> list[str]:
    """Return how the commands went in."""
    rate = told.commands / told.seconds if told.seconds else 0.0
    return [
        (
            f"casino {replay.casino.casino_id}: {told.recorded:,} commands new, "
            f"{told.replayed:,} replayed, {told.refused:,} refused"
        ),
        f"{told.commands:,} commands in {told.seconds:.1f} s: {rate:,.0f} commands/s",
    ]


def comparison_lines(
    replay: Replay, found: Sequence[Difference], checks: Sequence[Checked]
) -> list[str]:
    """Return what differs, what else was looked at, and what was not compared."""
    compared = len(replay.totals.figures)
    failed = [check for check in checks if not check.holds]
    lines = [f"differs  {difference}" for difference in found]
    lines += [f"fails    {check.what}: {check.told}, not {check.known}" for check in failed]
    lines += [f"holds    {check.what}: {check.told}" for check in checks if check.holds]
    lines += [f"not compared: {name}" for name in replay.totals.not_compared]
    same = "all equal" if not found else f"{len(found)} differ"
    return [*lines, f"{compared} control figures compared through the audit API: {same}"]
