"""A game and its house rules as a short code, which keeps its meaning in every version or is refused."""

from __future__ import annotations

from random import Random

import pytest

from rules import codes
from rules.bidding.engine import BiddingGame
from rules.bidding.house.offered import OFFERED
from rules.bidding.rows import KENTUCKY
from rules.bidding.variant import Variant
from rules.catalog import GAMES, OTHER_GAMES, find_game
from rules.code_tables import GAMES as NUMBERED_GAMES
from rules.code_tables import OPTIONS
from rules.codes import ALPHABET, decode, encode
from rules.core.protocol import InvalidOption, OptionValue
from rules.games.options import offers
from rules.presets import PRESETS
from rules.presets.preset import Preset
from tests.rules.house.house_rules import valid_rules

SLIP = "That code doesn't work. Check it for typos."
NEWER = "That code is from a newer version of this bot."

STORED_CODES: tuple[tuple[str, str, dict[str, OptionValue]], ...] = (
    ("1000-4DAG9", "kentucky", {}),
    ("130Y-DCG6-N614W", "boston", {"target": 500}),
    ("10GR-80R9-TFF", "one_high", {"bury_rook": False}),
    ("13GR-8097-2V0", "tennessee_1988", {"bury_rook": False}),
    ("101Y-DA4C-27VJ-0G29-729", "kentucky", {"target": 85, "deals": 4, "lose_at": -250}),
    ("1110-2FM2-B148-4HS0", "regular_1988", {"seats": "3", "numbers": "2-14"}),
    ("12HF-820R-7D6A-S1", "dixie_1912", {"counters": "5:5 10:10 14:10", "moon": 7}),
    ("12SE-479F-GEMM-B0BE-6E4K-0RS3-CDH", "display", {"no_trump": "yes", "trick_points": "red:1 none:3"}),
    (
        "10C1-W6KA-2668-G25G-W50D-R0BR-ZD2",
        "kentucky_no_rook",
        {
            "min_bid": 65,
            "all_pass": "dealer_must_bid",
            "trump": "before_nest",
            "bury_counters": False,
            "bury_trumps": "shown",
            "first_lead": "left_of_declarer",
            "games": 3,
            "seat_change": "no",
        },
    ),
    (
        "106H-60M0-H88H-FAGR-H5CJ-28JT-4M6V-0JGG-A4M4-GED",
        "kentucky",
        {
            "numbers": "1-14",
            "high": 1,
            "rook": "dealer_chooses",
            "rook_plays": "as_trump",
            "min_bid": 100,
            "passing": "pass_partner",
            "all_pass": "dealer_must_bid",
            "first_lead": "declarer_or_left",
            "counters": "1:15 5:5 10:10 14:10",
            "last_trick": 20,
            "target": 700,
            "seat_change": "no",
            "take_back": "until_next",
        },
    ),
    (
        "15EH-60M0-H44B-03A1-1726-1XH6-8JT4-M6W0-8473-2G",
        "high_card_partner",
        {
            "numbers": "1-14",
            "high": 1,
            "rook": "ten_half",
            "rook_plays": "as_trump",
            "first_bidder": "left_of_dealer",
            "min_bid": 80,
            "all_pass": "dealer_must_bid",
            "partner_shown": "on_play",
            "nest": 7,
            "first_lead": "declarer",
            "counters": "1:15 5:5 10:10 14:10",
            "last_trick": 20,
            "target": 400,
        },
    ),
    (
        "15NH-6CC1-1G24-RHFD-02GM-1GDC-9J8F-HPG6-97ANC",
        "partnership_six",
        {
            "numbers": "1,5-14",
            "packs": 2,
            "high": 1,
            "rook": "low",
            "rook_plays": "as_trump",
            "min_bid": 200,
            "all_pass": "dealer_must_bid",
            "nest": 6,
            "first_lead": "declarer",
            "counters": "1:15 5:5 10:10 14:15",
            "target": 1000,
        },
    ),
    (
        "1071-6CM0-J2YM-J244-GH2M-M124-S2Y6-S0EG-GDZR-HP",
        "kentucky",
        {
            "numbers": "1,5-14",
            "high": 1,
            "rook_plays": "as_trump",
            "min_bid": 90,
            "all_pass": "dealer_must_bid",
            "shoot": True,
            "no_trump": "yes",
            "trump_by": "or_partner",
            "nest_shown": "after_bidding",
            "fold": "opponents_nothing",
            "first_lead": "declarer",
            "counters": "1:15 5:5 10:10 14:10",
            "target": 500,
            "seat_change": "no",
        },
    ),
)
"""Codes players have stored: they keep this meaning in every later version, or are refused."""


USUAL = {
    "target": 300,
    "deals": None,
    "max_deals": 200,
    "games": 1,
    "target_checked": "deal_end",
    "tie": "another_deal",
    "going_out": "higher",
    "below_zero": True,
    "lose_at": None,
    "lead_wins": None,
    "penalties": {
        "wrong_discard": 0,
        "table_talk": 0,
        "late_misdeal": 0,
        "misdeal_until_trick": 0,
        "revoke": None,
    },
    "counters": {5: 5, 10: 10, 14: 10},
    "trump_counters": False,
    "rook_points": 20,
    "red_one_points": 30,
    "trick_points": 0,
    "last_trick": 0,
    "majority": 0,
    "majority_tie": "nobody",
    "nest_is_trick": False,
    "moon": 0,
    "moon_doubles": False,
    "failure": "set_back",
    "exact_makes": True,
    "forfeit": False,
    "first_lead": "left_of_declarer",
    "battery_free": False,
    "trick_review": "last",
    "take_back": "no",
    "exchange": None,
    "bury_counters": True,
    "bury_trumps": "yes",
    "bury_rook": True,
    "bury_impossible": "fewest",
    "nest_to": "last_trick",
    "fold": "no",
    "trump": "after_nest",
    "no_trump": "no",
    "trump_by": "declarer",
    "auction": "highest",
    "first_bidder": "dealer",
    "min_bid": 0,
    "bid_step": 5,
    "max_bid": "total",
    "passing": "out",
    "all_pass": "redeal_next",
    "sell_any": False,
    "shoot": False,
    "bidding_shown": "history",
    "hand": None,
    "extra": "none",
    "nest": 0,
    "nest_with": {},
    "nest_dealt": "last",
    "nest_shown": "no",
    "misdeal_claim": "no",
    "teams": "solo",
    "dummy": "none",
    "credit": "side",
    "score_dummy": False,
    "partner_card": "not_held",
    "partner_shown": "at_once",
    "seat_change": "no",
    "seat_change_every": 4,
    "swap_first": 0,
    "numbers": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14),
    "numbers_with": {},
    "packs": 1,
    "high": 14,
    "rook": "none",
    "rook_plays": "any_time",
    "red_one": False,
    "blue": False,
}


def refusal(code: str) -> str:
    with pytest.raises(InvalidOption) as refused:
        decode(code)
    return str(refused.value)


@pytest.mark.parametrize(("code", "key", "options"), STORED_CODES)
def test_stored_codes_keep_their_meaning(code: str, key: str, options: dict[str, OptionValue]) -> None:
    assert decode(code) == (key, options)
    assert encode(key, options) == code


def test_code_made_before_a_changed_reading_keeps_its_meaning() -> None:
    """Cordova without a house rule: its highest bid was 32 then, and is 31 now."""
    assert decode("15R0-CVH5R") == ("cordova", {"max_bid": "total"})
    assert decode(encode("cordova", {"max_bid": "total"})) == ("cordova", {"max_bid": "total"})
    assert encode("cordova", {}) != "15R0-CVH5R"


@pytest.mark.parametrize("key", [*GAMES])
def test_every_game_has_a_code(key: str) -> None:
    code = encode(key, {})

    assert decode(code) == (key, {})
    assert len(code) <= 12


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.key)
def test_every_preset_has_a_code_short_enough_to_type(preset: Preset) -> None:
    code = encode(preset.game, preset.options)

    assert decode(code) == (preset.game, dict(preset.options))
    assert len(code) <= 60


@pytest.mark.parametrize("seed", range(100))
def test_code_decoded_and_encoded_is_the_same(seed: int) -> None:
    (key, options), game = valid_rules(Random(seed))
    code = encode(key, options)

    assert decode(code) == (key, game.changes())
    assert encode(*decode(code)) == code


def test_code_is_read_in_any_spelling() -> None:
    code = encode("kentucky", {"target": 500, "min_bid": 80})
    meant = decode(code)

    assert set(code) <= {*ALPHABET, "-"}
    assert decode(f"  {code.lower()} ") == meant
    assert decode(code.replace("-", "")) == meant
    assert decode(code.replace("0", "O").replace("1", "l")) == meant
    assert all(len(group) in (4, 5) for group in code.split("-"))


def test_alias_and_default_value_give_the_same_code() -> None:
    assert encode("rook", {}) == encode("kentucky", {"target": 300})


@pytest.mark.parametrize("code", ["", "-", "1", "1000", "hello", "HELLO-WORLD", "ÄÖ", "1000-4DAG", "U" * 500])
def test_invalid_code_is_refused(code: str) -> None:
    assert refusal(code) == SLIP


def test_mistyped_letter_is_refused() -> None:
    """Every changed letter is refused: none gives other rules, none the same ones."""
    code = encode("one_high", {"moon": 100, "target": 1000}).replace("-", "")
    wrong, unnoticed = 0, 0
    for place in range(len(code)):
        for letter in ALPHABET:
            if letter != code[place]:
                wrong += 1
                try:
                    assert decode(code[:place] + letter + code[place + 1 :]) != decode(code)
                    unnoticed += 1
                except InvalidOption:
                    continue
    assert wrong > 300
    assert unnoticed == 0


def test_code_of_a_newer_version_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "VERSION", 2)
    newer = encode("kentucky", {})
    monkeypatch.undo()

    assert refusal(newer) == NEWER


def test_code_shorter_than_announced_is_of_a_newer_version() -> None:
    """More options are announced than follow."""
    cut = "100"
    cut += codes._check("", 3)

    assert refusal(cut + codes._check(cut, 2)) == NEWER


def test_code_with_an_option_of_a_newer_version_is_refused_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = encode("kentucky", {"revoke": None})
    then = [name for name, _ in OPTIONS].index("revoke")
    monkeypatch.setattr(codes, "OPTIONS", OPTIONS[:then])

    assert refusal(code) == NEWER


def remake_kentucky(monkeypatch: pytest.MonkeyPatch, **update: object) -> None:
    """Replace Kentucky by a changed game, as in another version of the bot."""
    game = BiddingGame(KENTUCKY.model_copy(update=update))
    monkeypatch.setattr(codes, "playable_game", lambda _key, options: game.with_options(options))
    monkeypatch.setattr(
        codes, "_decoded", codes._decoded.__wrapped__
    )  # its cache knows no code of this version


def test_code_made_before_the_rules_changed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    code = encode("kentucky", {"target": 500})
    remake_kentucky(monkeypatch, min_bid=75)

    assert refusal(code) == (
        "The rules of Official Tournament Rook have changed since that code was made. Agree on them again."
    )


def test_code_of_rules_no_longer_allowed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    code = encode("kentucky", {"max_bid": 70})
    remake_kentucky(monkeypatch, min_bid=75)

    assert refusal(code).startswith("Those rules can't be played any more. The “Lowest bid” (75")


def test_changed_texts_of_a_game_keep_its_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    code = encode("kentucky", {"target": 500})
    remake_kentucky(monkeypatch, summary="Told better.", source="Elsewhere.")

    assert decode(code) == ("kentucky", {"target": 500})


def test_code_tables_list_every_game_and_option() -> None:
    assert set(NUMBERED_GAMES) == set(GAMES)
    choices = [(row.key, row.choices) for row in OFFERED]
    for game in OTHER_GAMES.values():
        choices += [(key, offer.choices) for key, offer in offers(type(game.rules)).items()]
    assert {name for name, _ in OPTIONS} == {key for key, _ in choices}
    words = dict(OPTIONS)
    for key, offered in choices:
        for choice in offered:
            is_number = isinstance(choice.value, int) and not isinstance(choice.value, bool)
            assert is_number or choice.value in words[key], (key, choice.value)


def test_default_values_of_options_never_change() -> None:
    """Codes leave out default values: a changed default would silently change the rules of old codes."""
    usual = Variant.model_construct(key="", title="", edition="", source="", summary="", seats=())

    assert usual.model_dump().items() >= USUAL.items()


FAMILIES: tuple[dict[str, OptionValue], ...] = (
    {"bury_counters": "shown", "nest_told": True},
    {"bury_counters": "for_trumps", "trump": "before_nest", "trump_by": "partner_for_five"},
    {"misdeal_claim": "only_numbers", "misdeal_numbers": "5-8", "misdeal_must": True},
)


@pytest.mark.parametrize("options", FAMILIES)
def test_families_rules_are_in_the_code(options: dict[str, OptionValue]) -> None:
    assert decode(encode("kentucky", options)) == ("kentucky", options)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("no", False),
        ("yes", True),
        (False, False),
        ("Counters may be discarded", True),
        ("Counters may be discarded face up only", "shown"),
    ],
)
def test_switch_that_became_a_choice_reads_what_was_stored(typed: OptionValue, value: OptionValue) -> None:
    changes = find_game("kentucky").with_options({"bury_counters": typed}).changes()
    assert changes.get("bury_counters", True) == value
    assert type(changes.get("bury_counters", True)) is type(value)
