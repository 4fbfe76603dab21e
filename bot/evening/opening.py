"""Opening an evening: its terms, and the games that suit one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from bot.common.errors import Refused
from bot.evening.joining import joined
from bot.models.evening_kinds import EveningKind, EveningStatus
from bot.models.stored_evenings import EveningRecord, EveningSeason
from bot.table.lobby.before_match import Person
from rules.catalog import game_with, playable_game
from rules.core.about import About, Teams
from rules.core.outcome import Ranking
from rules.core.protocol import Game, OptionValue

DEALS: Final = 4
"""Deals of each table in a round, by default: each player deals once."""
ROUNDS: Final[Mapping[EveningKind, int]] = {
    EveningKind.PROGRESSIVE: 4,
    EveningKind.ROTATING: 3,
    EveningKind.DUPLICATE: 2,
}
"""Number of rounds by default; fixed for rotating partners."""
LEAST_SHARE: Final = 66
"""Percent of the deals needed for a place, by default: two rounds of three, three of four."""


class WantedEvening(NamedTuple):
    """The terms of a new evening; None for a default."""

    kind: EveningKind
    game: str
    options: Mapping[str, OptionValue]
    deals: int | None = None
    rounds: int | None = None
    computers_fill: bool = True
    draws_pairs: bool = True
    season: EveningSeason | None = None
    """The season it counts in; None for none."""
    least_share: int | None = None
    """Percent of the deals needed for a place."""

    @classmethod
    def like(cls, evening: EveningRecord) -> WantedEvening:
        """The same terms as an earlier evening: kind, game, options, lengths, fill and season."""
        lengths, how = (evening.deals, evening.most_rounds), (evening.computers_fill, evening.draws_pairs)
        share = evening.least_share
        return cls(evening.kind, evening.game, evening.options, *lengths, *how, evening.season, share)


def new_evening(
    guild_id: int, channel_id: int, host: Person, wanted: WantedEvening, at: float
) -> EveningRecord:
    """A new evening, not stored yet, with its host as first guest.

    Raises:
        Refused: the game is not for two pairs, or not played for so many deals.
        InvalidOption: no such game, or options that do not fit it.
    """
    deals = wanted.deals or DEALS
    game = played_game(wanted.game, wanted.options, deals)
    rounds = ROUNDS[wanted.kind] if wanted.kind is EveningKind.ROTATING else wanted.rounds
    evening = EveningRecord(
        id=0,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host.id,
        kind=wanted.kind,
        status=EveningStatus.SIGN_UP,
        game=game.about.key,
        options=game.changes(),
        deals=deals,
        most_rounds=rounds or ROUNDS[wanted.kind],
        created_at=at,
        computers_fill=wanted.computers_fill or wanted.kind is not EveningKind.PROGRESSIVE,
        draws_pairs=wanted.draws_pairs,
        season=wanted.season,
        least_share=LEAST_SHARE if wanted.least_share is None else wanted.least_share,
    )
    return joined(evening, host)


def played_game(name: str, options: Mapping[str, OptionValue], deals: int = DEALS) -> Game[Any]:
    """The game with its options as every table of an evening plays it, for a fixed number of deals.

    Raises:
        Refused: it is not for two pairs, or not played for so many deals.
        InvalidOption: no such game, or options that do not fit it.
    """
    _check_game(playable_game(name, options))
    kept = {option: value for option, value in options.items() if option not in {"target", "extra_deal"}}
    # A game with a number of deals gives up what else it has on the target: going out, ties, several games.
    of_deals = game_with(name, kept).with_options({"deals": deals})
    return playable_game(name, of_deals.changes())


def _check_game(game: Game[Any]) -> None:
    """Raise ``Refused`` unless a game is for two pairs and can be played for a fixed number of deals."""
    about = game.about
    if not is_for_pairs(about) or not any(option.key == "deals" for option in game.options):
        raise Refused(
            f"An evening is for two pairs at each table, and {about.title} isn't. "
            "Choose a game for four with partners."
        )


def is_for_pairs(about: About) -> bool:
    """Whether a game is for two pairs and won by the most points."""
    return about.teams is Teams.PARTNERS and 4 in about.seats and about.ranking is Ranking.MOST
