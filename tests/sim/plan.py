"""What is simulated: how long, for how many, and how much goes wrong."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """One simulation; the seed settles everything else."""

    seed: int
    days: float = 1.0
    people: int = 60
    visits: float = 0.04
    """How often somebody comes, in a day."""
    faults: float = 12.0
    """How much goes wrong, in a day."""
    backups: float = 0.0
    """How often a backup is taken, in a day; if at all, the database is a file."""

    def command(self, planted: str | None = None) -> str:
        """What simulates this again."""
        words = ["python -m tests.sim"]
        for name in ("seed", "days", "people", "visits", "faults", "backups"):
            words.append(f"--{name} {getattr(self, name)}")
        return " ".join([*words, *([f"--planted {planted}"] if planted else [])])
