"""Shards: which server belongs to which, and to which process."""

from __future__ import annotations

import pytest

from bot.common.shards import Shards


def test_server_belongs_to_the_shard_of_discords_formula() -> None:
    shards = Shards(6, frozenset({1, 2}))
    server = 197_038_439_483_310_086
    assert shards.of(server) == (server >> 22) % 6 == 2
    assert shards.owns(server)
    assert not shards.owns(server + (1 << 22))


def test_only_shard_has_every_server() -> None:
    assert all(Shards().owns(server) for server in (0, 501, 1 << 22, 197_038_439_483_310_086))


def test_all_shards_have_every_server() -> None:
    assert all(Shards.all(5).owns(number << 22) for number in range(20))


def test_shard_beyond_the_count_is_refused() -> None:
    with pytest.raises(ValueError, match="are not all shards of 2"):
        Shards(2, frozenset({1, 2}))
