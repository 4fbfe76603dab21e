"""The size of a simulation: days, members, faults, backups."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """The parameters of one simulation; the seed decides the rest."""

    seed: int
    days: float = 1.0
    people: int = 60
    visits: float = 0.04
    """Visits of a member a day."""
    faults: float = 12.0
    """Faults a day."""
    backups: float = 0.0
    """Backups a day; above 0 the database is a file."""
    processes: int = 1
    """Processes of the bot; of several, each serves one shard, and one more is the spare."""

    def command(self, planted: str | None = None) -> str:
        """The shell command that repeats this simulation."""
        words = ["python -m tests.sim"]
        for name in ("seed", "days", "people", "visits", "faults", "backups"):
            words.append(f"--{name} {getattr(self, name)}")
        if self.processes > 1:
            words.append(f"--processes {self.processes}")
        return " ".join([*words, *([f"--planted {planted}"] if planted else [])])
