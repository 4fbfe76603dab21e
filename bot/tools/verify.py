"""``python -m bot verify``: checks a deal's seal, seed and deck against each other (``docs/shuffles.md``)."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from bot.common.typed_numbers import BadNumber, option_number
from bot.models.shuffles import DealPlace, seal_of
from bot.replay.shuffle import shuffled_deck
from rules.catalog import game_with
from rules.codes import decode
from rules.core.cards import parse_cards
from rules.core.protocol import InvalidOption

WRONG: Final = 1
BAD_INPUT: Final = 2
SEED_DIGITS: Final = 64


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser; the bot shows their values with each finished deal."""
    parser.add_argument("--server", required=True, help="the number of the Discord server")
    parser.add_argument("--table", required=True, help="the number of the table")
    parser.add_argument("--deal", required=True, help="which time cards were dealt there, from 1")
    parser.add_argument("--seal", required=True, help="what stood at the table before the cards were dealt")
    parser.add_argument("--seed", required=True, help="what was told after the deal")
    parser.add_argument("--rules", required=True, help="the code of the rules that were played")
    parser.add_argument("--seats", required=True, help="how many played")
    parser.add_argument("--pack", help="the cards as they were dealt, to be compared: R14 G5 Rook …")


def run(options: argparse.Namespace) -> int:
    """Recompute the seal and the deck from the seed; returns 0 for a match, 1 for none, 2 for bad input."""
    seed = options.seed.strip().lower()
    try:
        if len(seed) != SEED_DIGITS or not set(seed) <= set("0123456789abcdef"):
            raise ValueError("A seed has 64 digits from 0 to 9 and a to f.")
        place = DealPlace(
            option_number(options.server, "--server"),
            option_number(options.table, "--table"),
            option_number(options.deal, "--deal"),
        )
        seats = option_number(options.seats, "--seats")
        game = game_with(*decode(options.rules))
        if seats not in game.about.seats:
            raise ValueError(f"{game.about.title} isn't played by {seats}.")
        said = None if options.pack is None else parse_cards(options.pack)
    except (InvalidOption, BadNumber, ValueError) as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    seal = seal_of(place, seed)
    deck = shuffled_deck(game, seats, seed)
    is_sealed = seal == options.seal.strip().lower()
    print("The deck, in the order it was dealt:", " ".join(map(str, deck)), sep="\n")
    if said is not None:
        print("It was dealt like that." if said == deck else "It was dealt OTHERWISE: the cards do not fit.")
    print("The seed gives the seal." if is_sealed else f"The seal does NOT fit: this seed gives {seal}.")
    return 0 if is_sealed and said in {None, deck} else WRONG
