"""Discord's shards: each server belongs to one, and each shard to one process."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shards:
    """The number of shards of all processes together, and some of them by number: mostly this process's."""

    count: int = 1
    mine: frozenset[int] = frozenset({0})

    def __post_init__(self) -> None:
        if not self.mine <= frozenset(range(self.count)):
            raise ValueError(f"{sorted(self.mine)} are not all shards of {self.count}")

    @classmethod
    def all(cls, count: int) -> Shards:
        """All shards, for a bot of one process."""
        return cls(count, frozenset(range(count)))

    @property
    def share(self) -> float:
        """This process's fraction of all shards, and so of the bot's request limits."""
        return len(self.mine) / self.count

    def of(self, guild_id: int) -> int:
        """The shard of a server."""
        # https://discord.com/developers/docs/events/gateway#sharding-sharding-formula
        return (guild_id >> 22) % self.count

    def owns(self, guild_id: int) -> bool:
        """Whether a server belongs to one of ``mine``."""
        return self.of(guild_id) in self.mine
