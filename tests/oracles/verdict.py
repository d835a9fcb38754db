"""What a case came to: passed, failed with both values, or skipped with what is missing."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Difference:
    """One figure or verdict that is not as expected."""

    name: str
    expected: object
    found: object

    def __str__(self) -> str:
        return f"{self.name}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True)
class Ran:
    """A case that was run: it passed where nothing differs."""

    differences: tuple[Difference, ...] = ()
    not_compared: tuple[str, ...] = ()


@dataclass(frozen=True)
class Skipped:
    """A case that can't be run yet, by the command that it would take."""

    missing: str


@dataclass
class Report:
    """The lines of a run, and its counts."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    not_compared: int = 0
    lines: list[str] = field(default_factory=list)

    def take(self, case_id: str, result: Ran | Skipped) -> None:
        """Count a case, and say what there is to say of it."""
        match result:
            case Skipped(missing):
                self.skipped += 1
                self.lines.append(f"skipped {case_id}: there is no {missing} yet")
            case Ran(differences, not_compared):
                self.not_compared += len(not_compared)
                self.failed += bool(differences)
                self.passed += not differences
                self.lines += [f"FAILED {case_id} {difference}" for difference in differences]

    def summary(self) -> list[str]:
        """Return the last lines; the very last is for programs."""
        return [
            f"{self.not_compared} verdicts in words not compared",
            f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped",
        ]
