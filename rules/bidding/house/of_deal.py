"""What may be agreed on of a deal: the cards, the bidding, the nest and the play."""

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
        "Who plays with whom.",
        choices(
            ("solo", "Everyone for himself"),
            ("partners", "Two sides, every other seat"),
            ("called", "Whoever holds a card the bidder calls"),
            ("dummy", "The bidder and a dummy"),
        ),
    ),
    Row(
        "dummy",
        "Deck",
        "Dummy",
        "A hand that lies on the table and is played by somebody else.",
        choices(
            ("none", "None"),
            ("dealers_partner", "The dealer's partner's"),
            ("declarers_partner", "The bidder's partner's"),
            ("opposite", "A spare hand opposite the bidder"),
            ("south", "A spare hand in a fixed seat"),
            ("blind", "A spare hand face down"),
        ),
    ),
    Row(
        "numbers",
        "Deck",
        "Numbers",
        "The numbers in the pack, in four colors.",
        choices(
            ("1-14", "1 to 14"),
            ("4-14", "4 to 14"),
            ("5-14", "5 to 14"),
            ("1,5-14", "1 and 5 to 14"),
            ("1,5,9-14", "1, 5 and 9 to 14"),
        ),
    ),
    Row("packs", "Deck", "Packs", "How many packs are shuffled together.", choices((1, "One"), (2, "Two"))),
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
        "Where the bird stands among the trumps.",
        choices(
            ("none", "Not in the pack"),
            ("top", "Highest trump"),
            ("ten_half", "Between 10 and 11 of trump"),
            ("low", "Lowest trump"),
            ("dealer_chooses", "The dealer says in each deal"),
        ),
    ),
    Row(
        "rook_plays",
        "Deck",
        "Playing the Rook",
        "When the bird may be played.",
        choices(
            ("any_time", "At any time"),
            ("as_trump", "As a trump, following the color led"),
            ("any_color", "As a card of any color led"),
        ),
        (need.BIRD,),
    ),
    Row(
        "red_one",
        "Deck",
        "Red 1",
        "The red 1 as the highest trump of all.",
        switch("An ordinary card, if it is in the pack", "Highest trump of all"),
    ),
    Row(
        "extra",
        "Deck",
        "Cards on the table",
        "What two players have besides their hands.",
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
        "Cards in each hand, where there are cards on the table too.",
        numbers(10, 11, 12, 13, none="All there are"),
        (need.PILE,),
    ),
    Row(
        "misdeal_claim",
        "Deck",
        "Misdeal",
        "Whether a hand may be shown and the cards dealt again.",
        choices(("no", "Never"), ("no_counters", "A hand without counters, and none in sight")),
    ),
)

BIDDING: Final = (
    Row(
        "auction",
        "Bidding",
        "Auction",
        "Who names trump in the end.",
        choices(
            ("highest", "The highest bidder"),
            ("sale", "The dealer sells the right to the bidder, or keeps it"),
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
        "The least that may be bid; 0 for one step.",
        numbers(0, 5, 50, 60, 65, 70, 75, 80, 90, 100, 120, 125),
    ),
    Row("bid_step", "Bidding", "Bid step", "Bids are multiples of this.", numbers(1, 5, 10)),
    Row(
        "max_bid",
        "Bidding",
        "Highest bid",
        "The most that may be bid.",
        choices(
            ("total", "All the points of a deal"),
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
        "What a pass means.",
        choices(
            ("out", "Out of the bidding"),
            ("pass_partner", "Once a deal a side may leave it to the partner who is high"),
        ),
        (need.PARTNERS,),
    ),
    Row(
        "all_pass",
        "Bidding",
        "All pass",
        "What happens if nobody bids.",
        choices(
            ("redeal_next", "The next dealer deals"),
            ("redeal_same", "The same dealer deals again"),
            ("dealer_must_bid", "It cannot: the dealer must bid"),
        ),
        (need.HIGHEST,),
    ),
    Row(
        "sell_any",
        "Bidding",
        "Selling",
        "Whose bid the dealer may accept.",
        switch("The highest bid only", "Any bid"),
        (need.SALE,),
    ),
    Row(
        "shoot",
        "Bidding",
        "Shooting the moon",
        "Declaring to take every trick: that wins or loses the game.",
        switch("Not played", "May be declared"),
        (need.HIGHEST, need.TRUMP_APART),
    ),
    Row(
        "trump",
        "Bidding",
        "Trump named",
        "When the bidder names trump.",
        choices(
            ("after_nest", "After the nest, or right after the bidding"),
            ("before_nest", "Before he sees the nest"),
            ("with_bid", "With the bid"),
        ),
    ),
    Row(
        "no_trump",
        "Bidding",
        "No color",
        "Whether the bidder may name no trump at all.",
        choices(
            ("no", "A color must be named"),
            ("yes", "“No color” may be named"),
            ("reversed", "“No color”, and any trump with the lowest card winning"),
        ),
    ),
    Row(
        "trump_by",
        "Bidding",
        "Naming trump",
        "Who names trump.",
        choices(("declarer", "The bidder"), ("or_partner", "The bidder, or his partner if asked")),
        (need.FOUR_PARTNERS, need.TRUMP_APART),
    ),
    Row(
        "partner_card",
        "Bidding",
        "Card called",
        "Which card the bidder may call.",
        choices(
            ("not_held", "One that somebody else holds"),
            ("any", "Any; his own or a buried one leaves him alone"),
        ),
        (need.CALLED,),
    ),
    Row(
        "partner_shown",
        "Bidding",
        "Partner known",
        "When everybody learns who the partner is.",
        choices(("at_once", "At once"), ("on_play", "When the card called is played")),
        (need.CALLED,),
    ),
)

NEST: Final = (
    Row("nest", "Nest", "Nest", "Cards dealt to the nest.", numbers(*range(13))),
    Row(
        "nest_dealt",
        "Nest",
        "Nest dealt",
        "When the nest gets its cards.",
        choices(("interleaved", "One after each round"), ("last", "The last cards")),
        (need.NEST,),
    ),
    Row(
        "nest_shown",
        "Nest",
        "Nest shown",
        "What everybody sees of the nest.",
        choices(
            ("no", "Nothing"),
            ("top_card", "Its last card, from the deal on"),
            ("after_bidding", "All, after the bidding"),
        ),
        (need.NEST,),
    ),
    Row(
        "exchange",
        "Nest",
        "Exchange",
        "How many of his own cards the bidder may lay away.",
        numbers(0, 1, 2, 3, none="Any number"),
        (need.NEST,),
    ),
    Row(
        "bury_counters",
        "Nest",
        "Burying counters",
        "Whether counters may be laid in the nest.",
        switch("Never, if it can be helped", "Allowed"),
        (need.NEST,),
    ),
    Row(
        "bury_trumps",
        "Nest",
        "Burying trumps",
        "Whether trumps may be laid in the nest.",
        choices(("yes", "Allowed"), ("shown", "Face up only"), ("no", "Never, if it can be helped")),
        (need.TRUMP_FIRST,),
    ),
    Row(
        "bury_rook",
        "Nest",
        "Burying the Rook",
        "Whether the bird may be laid in the nest.",
        switch("Never, if it can be helped", "Allowed"),
        (need.NEST, need.BIRD),
    ),
    Row(
        "bury_impossible",
        "Nest",
        "Too few to bury",
        "What happens if the bidder holds too few cards that may be buried.",
        choices(
            ("fewest", "He buries the cheapest of the others"), ("redeal", "The same dealer deals again")
        ),
        (need.BARRED,),
    ),
    Row(
        "nest_to",
        "Nest",
        "Points of the nest",
        "Who gets the points laid in the nest.",
        choices(
            ("last_trick", "Whoever takes the last trick"),
            ("declarer", "The bidder's side"),
            ("nobody", "Nobody"),
        ),
        (need.NEST,),
    ),
    Row(
        "nest_is_trick",
        "Nest",
        "Nest as a trick",
        "Whether the nest counts as one more trick for whoever takes the last.",
        switch("No trick", "Counts as a trick"),
        (need.NEST_TRICK,),
    ),
    Row(
        "fold",
        "Nest",
        "Giving up",
        "Whether the bidder may give up when he has seen the nest.",
        choices(
            ("no", "Never"),
            ("opponents_nothing", "He loses the bid, the others score nothing"),
            ("opponents_all", "He loses the bid, the others score all the points"),
        ),
        (need.NEST,),
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
            ("declarer_or_left", "The bidder, or the player on his left if he likes"),
            ("declarer_or_partner", "The bidder, or his partner if he likes"),
        ),
    ),
    Row(
        "battery_free",
        "Play",
        "Batteries",
        "Whether a battery must follow the color led.",
        switch("Follow like a hand", "Need not follow"),
        (need.BATTERIES,),
    ),
)
