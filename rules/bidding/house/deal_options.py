"""The options of a deal: cards, bidding and play."""

from __future__ import annotations

from typing import Final

from rules.bidding.deck import MOST_BID
from rules.bidding.house import needs as need
from rules.bidding.house.row import Row, choices, numbers, switch

DECK: Final = (
    Row("seats", "Deck", "Players", "How many play.", ()),
    Row(
        "teams",
        "Deck",
        "Partners",
        "Who plays together.",
        choices(
            ("solo", "Everyone for themselves"),
            ("partners", "Two sides, every other seat"),
            ("called", "Whoever holds the card the bidder calls"),
            ("dummy", "The bidder and a dummy"),
        ),
    ),
    Row(
        "dummy",
        "Deck",
        "Dummy",
        "A hand on the table that someone else plays.",
        choices(
            ("none", "None"),
            ("dealers_partner", "The dealer's partner's hand"),
            ("declarers_partner", "The bidder's partner's hand"),
            ("opposite", "An extra hand opposite the bidder"),
            ("south", "An extra hand in a fixed seat"),
            ("blind", "An extra hand, face down"),
        ),
    ),
    Row(
        "numbers",
        "Deck",
        "Numbers",
        "The numbers in the deck, in four colors.",
        choices(
            ("1-14", "1 to 14"),
            ("4-14", "4 to 14"),
            ("5-14", "5 to 14"),
            ("1,5-14", "1 and 5 to 14"),
            ("1,5,9-14", "1, 5 and 9 to 14"),
        ),
    ),
    Row("packs", "Deck", "Decks", "How many decks are shuffled together.", choices((1, "One"), (2, "Two"))),
    Row(
        "high",
        "Deck",
        "Highest number",
        "Which number is highest in each color.",
        choices((14, "The 14"), (1, "The 1, above the 14")),
    ),
    Row(
        "rook",
        "Deck",
        "Rook",
        "How high the Rook ranks.",
        choices(
            ("none", "Not in the deck"),
            ("top", "Highest trump"),
            ("ten_half", "Between the 10 and 11 of trump"),
            ("low", "Lowest trump"),
            ("dealer_chooses", "Dealer's choice each deal: highest or lowest"),
            ("dealer_chooses_any", "Dealer's choice each deal: highest, 10½ or lowest"),
        ),
    ),
    Row(
        "rook_plays",
        "Deck",
        "Playing the Rook",
        "When the Rook may be played.",
        choices(
            ("any_time", "At any time"),
            ("as_trump", "Like any other trump"),
            ("any_color", "It follows any color led"),
        ),
        (need.BIRD,),
    ),
    Row(
        "red_one",
        "Deck",
        "Red 1",
        "Whether the red 1 is the highest trump of all.",
        switch("Nothing special", "Highest trump of all"),
    ),
    Row(
        "extra",
        "Deck",
        "Cards on the table",
        "What each of two players has besides a hand.",
        choices(
            ("none", "None"),
            ("draw_pile", "A pile to draw from after each trick"),
            ("batteries", "Ten cards each, five of them covered"),
        ),
    ),
    Row(
        "hand",
        "Deck",
        "Cards each",
        "How many cards each hand gets, with cards on the table too.",
        numbers(10, 11, 12, 13, none="All there are"),
        (need.PILE,),
    ),
    Row(
        "misdeal_claim",
        "Deck",
        "Misdeal",
        "Whether you may show a bad hand and have it dealt again.",
        choices(
            ("no", "Never"),
            ("no_counters", "With no counter in the hand, and none face up"),
            ("only_numbers", "With nothing but certain numbers in the hand"),
        ),
    ),
    Row(
        "misdeal_numbers",
        "Deck",
        "Misdeal numbers",
        "A hand of nothing but these numbers is a misdeal. The Rook is none of them.",
        choices(("6-9", "6 to 9"), ("6-8", "6 to 8"), ("5-9", "5 to 9"), ("2-9", "2 to 9")),
        (need.MISDEAL_NUMBERS,),
    ),
    Row(
        "misdeal_must",
        "Deck",
        "Dealing a misdeal again",
        "Whether a misdeal is dealt again without being asked. Its cards are shown.",
        switch("If its player asks", "Always"),
        (need.MISDEAL,),
    ),
)

BIDDING: Final = (
    Row(
        "auction",
        "Bidding",
        "Auction",
        "How the right to name trump is won.",
        choices(
            ("highest", "The high bidder names trump"),
            ("sale", "The dealer sells trump, or keeps it"),
        ),
    ),
    Row(
        "first_bidder",
        "Bidding",
        "First bidder",
        "Who bids first.",
        choices(("left_of_dealer", "Left of the dealer"), ("dealer", "The dealer")),
    ),
    Row(
        "min_bid",
        "Bidding",
        "Lowest bid",
        "The lowest bid allowed. 0 means one bid step.",
        numbers(0, 5, 50, 60, 65, 70, 75, 80, 90, 100, 120, 125),
    ),
    Row(
        "bid_step",
        "Bidding",
        "Bid step",
        "Bids go up by this. Every bid is a multiple of it.",
        numbers(1, 5, 10),
    ),
    Row(
        "max_bid",
        "Bidding",
        "Highest bid",
        "The highest bid allowed.",
        choices(
            ("total", "All the points in a deal"),
            ("none", f"Up to {MOST_BID:,}"),
            (100, "100"),
            (120, "120"),
            (180, "180"),
            (200, "200"),
            (360, "360"),
        ),
    ),
    Row(
        "passing",
        "Bidding",
        "Passing",
        "What a pass does. You hold by passing without dropping out, while your partner has the high bid.",
        choices(
            ("out", "Puts you out of the bidding"),
            ("pass_partner", "Puts you out, but you may hold for your partner once per deal"),
        ),
        (need.PARTNERS,),
    ),
    Row(
        "all_pass",
        "Bidding",
        "If everyone passes",
        "What happens if no one bids.",
        choices(
            ("redeal_next", "The next dealer deals"),
            ("redeal_same", "The same dealer deals again"),
            ("dealer_must_bid", "The dealer must bid"),
        ),
        (need.HIGHEST,),
    ),
    Row(
        "sell_any",
        "Bidding",
        "Selling",
        "Who the dealer may sell trump to.",
        switch("Only to the high bidder", "To any bidder"),
        (need.SALE,),
    ),
    Row(
        "shoot",
        "Bidding",
        "Moon for the match",
        "You may declare every trick instead of bidding. That wins or loses the game.",
        switch("Not allowed", "Allowed"),
        (need.HIGHEST, need.TRUMP_APART),
    ),
    Row(
        "trump",
        "Bidding",
        "Trump named",
        "When the bidder names trump.",
        choices(
            ("after_nest", "After the bidding and any nest"),
            ("before_nest", "Before seeing the nest"),
            ("with_bid", "With the bid"),
        ),
    ),
    Row(
        "no_trump",
        "Bidding",
        "No color",
        "Whether the bidder may play without trump.",
        choices(
            ("no", "Not allowed"),
            ("yes", "Allowed"),
            ("reversed", "Allowed, and the bidder may let the lowest card win"),
        ),
    ),
    Row(
        "trump_by",
        "Bidding",
        "Naming trump",
        "Who names trump.",
        choices(
            ("declarer", "The bidder"),
            ("or_partner", "The bidder, or their partner if asked"),
            ("partner_for_five", "The bidder, or their partner if asked, for 5 more on the bid"),
        ),
        (need.FOUR_PARTNERS, need.TRUMP_APART),
    ),
    Row(
        "partner_card",
        "Bidding",
        "Card called",
        "Which card the bidder may call.",
        choices(
            ("not_held", "One the bidder doesn't hold"),
            ("any", "Any card; your own, or one you discarded, means playing alone"),
        ),
        (need.CALLED,),
    ),
    Row(
        "partner_shown",
        "Bidding",
        "Partner known",
        "When everyone learns who the partner is.",
        choices(("at_once", "At once"), ("on_play", "When the called card is played")),
        (need.CALLED,),
    ),
)

PLAY: Final = (
    Row(
        "first_lead",
        "Play",
        "First lead",
        "Who leads to the first trick.",
        choices(
            ("left_of_dealer", "Left of the dealer"),
            ("left_of_declarer", "Left of the bidder"),
            ("dealer", "The dealer"),
            ("declarer", "The bidder"),
            ("declarer_or_left", "The bidder, or the player on their left"),
            ("declarer_or_partner", "The bidder, or their partner"),
        ),
    ),
    Row(
        "battery_free",
        "Play",
        "Batteries",
        "Whether a battery must follow the color led.",
        switch("Must follow, like a hand", "Need not follow"),
        (need.BATTERIES,),
    ),
)
