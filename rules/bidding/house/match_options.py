"""The options of score, match and table manners."""

from __future__ import annotations

from typing import Final

from rules.bidding.house import needs as need
from rules.bidding.house.row import Row, choices, numbers, points, switch
from rules.core.protocol import Choice

SCORING: Final = (
    Row(
        "counters",
        "Scoring",
        "Counters",
        "What each number counts.",
        choices(
            ("5:5 10:10 14:10", "5s 5, 10s 10, 14s 10"),
            ("5:5 10:10 13:10", "5s 5, 10s 10, 13s 10"),
            ("1:15 5:5 10:10 14:10", "1s 15, 5s 5, 10s 10, 14s 10"),
            ("1:20 5:5 10:10 14:10", "1s 20, 5s 5, 10s 10, 14s 10"),
            ("1:15 5:5 10:10 14:15", "1s 15, 5s 5, 10s 10, 14s 15"),
            ("2:2 5:5 7:15 10:10", "2s 2, 5s 5, 7s 15, 10s 10"),
        ),
    ),
    Row(
        "trump_counters",
        "Scoring",
        "Colors that count",
        "Whether only counters of the trump color count.",
        switch("All four", "Trump only"),
    ),
    Row(
        "rook_points",
        "Scoring",
        "Rook points",
        "What the Rook counts.",
        points(0, 10, 15, 20, 25, 30),
        (need.BIRD,),
    ),
    Row(
        "red_one_points",
        "Scoring",
        "Red 1 points",
        "What the red 1 counts.",
        points(0, 15, 20, 30),
        (need.RED_ONE,),
    ),
    Row(
        "trick_points",
        "Scoring",
        "Trick points",
        "What each trick counts, besides the counters in it.",
        (
            *points(0, 1, 2),
            Choice(
                "red:10 yellow:4 green:6 black:8 none:10", "Red or no color 10, black 8, green 6, yellow 4"
            ),
        ),
    ),
    Row("last_trick", "Scoring", "Last trick", "What the last trick counts.", points(0, 5, 10, 20)),
    Row("majority", "Scoring", "Most tricks", "What taking the most tricks counts.", points(0, 10, 20)),
    Row(
        "majority_tie",
        "Scoring",
        "Tie for most tricks",
        "Who gets the points for most tricks on a tie.",
        choices(("nobody", "No one"), ("defenders", "The bidder's opponents"), ("cut", "Whoever cuts high")),
        (need.MAJORITY,),
        offered_with=(need.MAY_TIE,),
    ),
    Row(
        "moon",
        "Scoring",
        "Shooting the moon",
        "Extra points for taking every trick. In 1-High it's by agreement.",
        points(0, 20, 50, 100, 200),
    ),
    Row(
        "moon_doubles",
        "Scoring",
        "Taking every trick",
        "Whether taking every trick doubles the points.",
        switch("Counts nothing extra", "Doubles the points"),
    ),
    Row(
        "failure",
        "Scoring",
        "Failed bid",
        "What it costs to fall short of the bid.",
        choices(
            ("set_back", "The bidder loses the bid; the others score theirs"),
            ("opponents_doubled", "The bidder scores nothing; the others score double"),
            ("counters_only", "The bidder scores counters only; the others score double"),
            ("deducted", "The bidder scores what was taken, less the bid; the others score theirs"),
        ),
    ),
    Row(
        "exact_makes",
        "Scoring",
        "Exact bid",
        "Whether taking exactly the bid makes it.",
        switch("Fails", "Makes it"),
    ),
    Row(
        "forfeit",
        "Scoring",
        "Points in a failed bid",
        "Whether the points taken count when the bid is deducted.",
        switch("Counted, then the bid comes off", "Lost too"),
        (need.DEDUCTED,),
    ),
    Row(
        "credit",
        "Scoring",
        "Who keeps score",
        "Whether each side has one score, or each player a score of their own.",
        choices(("side", "Each side"), ("each", "Each player, by what their side makes")),
        (need.SIDES,),
    ),
    Row(
        "score_dummy",
        "Scoring",
        "Dummy's score",
        "Whether the dummy has a score of its own.",
        switch("Not kept", "Kept like a player's"),
        (need.OWN_DUMMY,),
    ),
)

MATCH: Final = (
    Row(
        "target",
        "Match",
        "Target",
        "How many points win.",
        numbers(100, 150, 200, 300, 400, 500, 700, 1000, none="None"),
    ),
    Row(
        "deals",
        "Match",
        "Deals",
        "A fixed number of deals instead of the target.",
        numbers(1, 2, 4, 8, 12, 16, none="As many as it takes"),
    ),
    Row(
        "max_deals",
        "Match",
        "Most deals",
        "The match ends after this many deals, even short of the target.",
        numbers(20, 40, 60, 100, 200),
    ),
    Row(
        "minutes",
        "Match",
        "Time limit",
        "When time is up, the deal being played is the last.",
        choices((None, "None"), *((number, f"{number} minutes") for number in (20, 30, 45, 60, 90))),
    ),
    Row(
        "games",
        "Match",
        "Games",
        "How many games to the target make a match.",
        choices((1, "One"), (3, "Best of three"), (5, "Best of five")),
        (need.TARGET,),
    ),
    Row(
        "target_checked",
        "Match",
        "Target checked",
        "When totals are checked for the target.",
        choices(("deal_end", "After each deal"), ("each_trick", "After each trick, and the deal stops")),
        (need.TARGET,),
    ),
    Row(
        "tie",
        "Match",
        "Tie",
        "What happens on a tie at the target.",
        choices(("another_deal", "Another deal"), ("shared", "Both win")),
        (need.TARGET,),
    ),
    Row(
        "going_out",
        "Match",
        "Going out",
        "Who wins at the target.",
        choices(
            ("higher", "The higher total"),
            ("own_bid", "Only a bidder who made the bid"),
            ("bidder_first", "A bidder who made the bid, ahead of others"),
        ),
        (need.TARGET,),
    ),
    Row(
        "below_zero",
        "Match",
        "Below zero",
        "Whether totals may go below zero.",
        switch("Not allowed", "Allowed"),
    ),
    Row(
        "lose_at",
        "Match",
        "Losing total",
        "A total this low loses the game.",
        numbers(-200, -250, -300, -500, -1000, none="None"),
        (need.BELOW_ZERO,),
    ),
    Row(
        "lead_wins",
        "Match",
        "Winning lead",
        "A lead of this many points wins the game.",
        numbers(200, 300, 500, 1000, none="None"),
    ),
    Row(
        "seat_change",
        "Match",
        "Changing seats",
        "Whether partners change seats during the match.",
        choices(
            ("no", "Never"), ("swap", "One pair swaps seats"), ("rotate", "Everyone plays with everyone")
        ),
        (need.FOUR_PARTNERS,),
    ),
    Row(
        "seat_change_every",
        "Match",
        "Deals between changes",
        "How many deals are played before seats change.",
        numbers(1, 2, 3, 4, 8),
        (need.CHANGES_SEATS,),
    ),
    Row(
        "swap_first",
        "Match",
        "First pair to swap",
        "Which pair swaps seats first.",
        choices((0, "Seats 1 and 3"), (1, "Seats 2 and 4")),
        (need.SWAPS,),
    ),
)

TABLE: Final = (
    Row(
        "trick_review",
        "Table",
        "Looking back",
        "Whether you may look at the last trick again.",
        choices(("last", "The last trick"), ("never", "Not allowed")),
    ),
    Row(
        "bidding_shown",
        "Table",
        "Bids shown",
        "What the table shows of the bidding.",
        choices(("history", "Everyone's last bid or pass"), ("last", "The high bid only")),
    ),
    Row(
        "take_back",
        "Table",
        "Taking back",
        "Whether you may take back a card or a bid.",
        choices(
            ("no", "Not allowed"),
            ("until_next", "Until the next player bids or plays"),
            ("consent", "If most players agree"),
        ),
    ),
    Row(
        "blue",
        "Table",
        "Yellow cards",
        "What the yellow cards are called. The oldest decks had blue ones.",
        switch("Yellow", "Blue"),
    ),
    Row(
        "table_talk",
        "Table",
        "Penalty for table talk",
        "What a referee may take off for a hint to a partner.",
        (*points(0, 20, 40, 50, 100), Choice("bid", "As much as the bid")),
        field="penalties.table_talk",
    ),
    Row(
        "wrong_discard",
        "Table",
        "Penalty for a wrong discard",
        "What a referee may take off for a wrong discard.",
        points(0, 20, 40, 50, 100),
        field="penalties.wrong_discard",
    ),
    Row(
        "late_misdeal",
        "Table",
        "Penalty for a late misdeal",
        "What a referee may take off the dealer's side for a misdeal found late.",
        points(0, 20, 40, 50, 100),
        field="penalties.late_misdeal",
    ),
    Row(
        "misdeal_until_trick",
        "Table",
        "A misdeal is late",
        "When it's too late to just deal a misdeal again.",
        choices((0, "After the deal"), (1, "After 1 trick"), (2, "After 2 tricks"), (3, "After 3 tricks")),
        field="penalties.misdeal_until_trick",
        offered_with=(need.LATE_MISDEAL,),
    ),
    Row(
        "revoke",
        "Table",
        "Renege",
        "What a referee may do when someone doesn't follow color.",
        choices(
            (None, "The bot won't let it happen"),
            ("bid", "The deal ends and the side loses the bid"),
            (100, "The deal ends, the side loses 100 and the others gain 100"),
        ),
        field="penalties.revoke",
    ),
)
