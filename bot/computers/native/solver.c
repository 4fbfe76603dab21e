/* The rest of a deal between two sides, solved exactly with all hands open: how many points the first side takes.
 *
 * bot/computers/bidding_games/solving.py finds the same in Python, for a tenth of the tricks and for more games; the tests compare
 * them. What the sides win by the deal is left to the caller: it never falls with the points a side takes, so
 * who plays for points plays for that, too.
 *
 * A search answers whether the first side can take so many points ("goal"). It returns a bound: the points
 * are no fewer where it is at least the goal, and no more where it is below. Positions between two tricks are
 * remembered with both bounds. Of a hand's cards between which no other is left, the highest is tried for all.
 * A set of cards is a mask of places as bot/computers/places.py numbers them: a higher bit of a suit is a higher card.
 */

#include <stdint.h>

#define PLACES 64
#define HANDS 8
#define SLOTS_LOG 18
#define NO_PLACE (-1)
#define DECIDED (-1) /* number of tricks once they cannot matter any more */
#define PROVEN 32000 /* beyond all points of a deal */

typedef uint64_t Cards;

typedef struct {
    Cards follow[PLACES];    /* the cards that follow this one when it is led */
    Cards beaten_by[PLACES]; /* the cards that beat it */
    Cards suit[PLACES];
    Cards free; /* the cards that may be played at any time */
    Cards trumps;
    int32_t value[PLACES];
    int32_t kind[PLACES]; /* neighbors of one kind differ by their rank alone */
    int32_t hands;
    int32_t side[HANDS];
    int32_t rounds[HANDS][HANDS]; /* the hands in playing order, by the one that leads */
    int32_t trick;                /* points of a trick in itself */
    int32_t majority;             /* points for most tricks */
    int32_t tie;                  /* the side that has them on a tie, or -1 */
    int32_t tricks;               /* tricks that count for it, the nest's included */
    int32_t nest_tricks;          /* tricks that the nest counts for: the last taker's */
} Game;

typedef struct {
    Cards hands[HANDS];   /* the cards of the present trick are not among them */
    int32_t leader;       /* of the present trick */
    int32_t laid;         /* cards that lie in it */
    int32_t trick[HANDS]; /* those cards, in playing order */
    int32_t left;         /* tricks yet to be taken, the present one included */
    int32_t taken;        /* tricks the first side has taken; DECIDED where they do not matter */
    int32_t last;         /* points that go with the last trick */
    int32_t search;       /* a number; what is remembered holds for all that have it: ends of one deal, one trump */
} Deal;

typedef struct {
    int led, best, winner, points;
} Trick;

typedef struct {
    int leader, left, taken;
    int open; /* points that nobody has yet, those of the present trick included */
} Point;

typedef struct {
    uint64_t key;
    int16_t least, most;
    int8_t lead; /* the one that was best */
} Slot;

static Slot slots[1 << SLOTS_LOG];
static uint64_t search_number;

static const Game *game;
static Cards hands[HANDS], held;
static int last_points, already; /* already: what the first side has for most tricks */
static int64_t nodes, node_limit;

static int between(Point point, int goal);

static int lowest(Cards cards) { return __builtin_ctzll(cards); }

static int highest(Cards cards) { return PLACES - 1 - __builtin_clzll(cards); }

static Cards legal(int hand, int led) {
    Cards following = hands[hand] & game->follow[led];
    return following ? following | (hands[hand] & game->free) : hands[hand];
}

/* Whether a foe yet to play can beat the card that is the best. */
static int is_beaten(const int32_t *order, int next, int side, int led, int best) {
    for (int at = next; at < game->hands; at++) {
        int hand = order[at];
        if (game->side[hand] != side && legal(hand, led) & game->beaten_by[best]) return 1;
    }
    return 0;
}

/* One card for all that are alike, the highest first; cards of others' and the best of the trick set them apart. */
static int gather(Cards cards, Cards others, int *found) {
    int number = 0;
    while (cards) {
        int above = highest(cards);
        cards ^= (Cards)1 << above;
        found[number++] = above;
        while (cards) {
            int below = highest(cards);
            if (!(game->suit[below] >> above & 1) || game->kind[below] != game->kind[above]) break;
            if (others & (((Cards)1 << above) - ((Cards)2 << below))) break;
            cards ^= (Cards)1 << below;
            above = below;
        }
    }
    return number;
}

/* How promising a lead is: sure winners, the dearest first; else a card that loses little. */
static int lead_promise(const int32_t *order, int side, int card) {
    int value = game->value[card], is_trump = game->trumps >> card & 1, mate_beats = 0;
    if (!is_beaten(order, 1, side, card, card)) return 1000 + 4 * value + 30 * is_trump;
    for (int at = 1; at < game->hands; at++)
        if (game->side[order[at]] == side && legal(order[at], card) & game->beaten_by[card]) mate_beats = 1;
    return 100 * mate_beats - 8 * value - 20 * is_trump;
}

/* How promising a card is in a trick: to feed a mate's that holds, to take the trick for good, to throw the least. */
static int follow_promise(const int32_t *order, int at, int side, const Trick *trick, int mate_holds, int card) {
    int value = game->value[card], is_trump = game->trumps >> card & 1;
    int is_mates = game->side[trick->winner] == side;
    if (game->beaten_by[trick->best] >> card & 1) {
        if (mate_holds) return 8 * value - 100 * is_trump - 50;
        if (!is_beaten(order, at + 1, side, trick->led, card)) return 500 + 8 * value - 60 * is_trump;
        return 100 * !is_mates - 8 * value - 40 * is_trump;
    }
    if (mate_holds) return 200 + 16 * value - 80 * is_trump;
    return is_mates ? 50 - value : -16 * value - 40 * is_trump;
}

/* The cards worth trying, the most promising first. */
static int choices(const int32_t *order, int at, const Trick *trick, int first, int *found) {
    int hand = order[at], side = game->side[hand], promise[PLACES];
    Cards cards = at ? legal(hand, trick->led) : hands[hand];
    Cards others = (held & ~hands[hand]) | (at ? (Cards)1 << trick->best : 0);
    int number = gather(cards, others, found);
    if (number == 1) return 1;
    int mate_holds = at && game->side[trick->winner] == side && !is_beaten(order, at + 1, side, trick->led, trick->best);
    for (int one = 0; one < number; one++) {
        int card = found[one];
        int own = at ? follow_promise(order, at, side, trick, mate_holds, card) : lead_promise(order, side, card);
        if (card == first) own = PROVEN;
        int to = one;
        for (; to && promise[to - 1] < own; to--) promise[to] = promise[to - 1], found[to] = found[to - 1];
        promise[to] = own, found[to] = card;
    }
    return number;
}

static Trick with(Trick trick, int at, int hand, int card) {
    trick.points += game->value[card];
    if (!at) return (Trick){card, card, hand, trick.points + game->trick};
    if (game->beaten_by[trick.best] >> card & 1) trick.best = card, trick.winner = hand;
    return trick;
}

/* The side that has most tricks whatever comes, or takes it on a tie; NO_PLACE while that is open. */
static int most_tricks(int first, int second) {
    if (2 * first > game->tricks || (2 * first == game->tricks && game->tie == 0)) return 0;
    if (2 * second > game->tricks || (2 * second == game->tricks && game->tie == 1)) return 1;
    return NO_PLACE;
}

/* What the first side takes once a trick is complete. */
static int complete(Point point, Trick trick, int goal) {
    int side = game->side[trick.winner], is_last = point.left == 1;
    int gained = side ? 0 : trick.points + (is_last ? last_points : 0);
    Point next = {trick.winner, point.left - 1, point.taken, point.open - trick.points};
    if (point.taken != DECIDED) {
        int played = game->tricks - game->nest_tricks - next.left, more = is_last ? 1 + game->nest_tricks : 1;
        int first = point.taken + (side ? 0 : more);
        int second = played - 1 + more - first;
        int most = most_tricks(first, second);
        if (most == 0) gained += game->majority;
        if (most != NO_PLACE) next.open -= game->majority;
        next.taken = most == NO_PLACE ? first : DECIDED;
    }
    return is_last ? gained : gained + between(next, goal - gained);
}

/* A bound of what the first side takes from a trick on its way, and the card that was best. */
static int play(Point point, int at, Trick trick, int goal, int first, int *best) {
    if (at == game->hands) return complete(point, trick, goal);
    const int32_t *order = game->rounds[point.leader];
    int hand = order[at], is_first_side = game->side[hand] == 0, found[PLACES], unused;
    int number = choices(order, at, &trick, first, found);
    int bound = is_first_side ? -PROVEN : PROVEN;
    for (int one = 0; one < number && nodes <= node_limit; one++) {
        Cards card = (Cards)1 << found[one];
        nodes++;
        hands[hand] ^= card, held ^= card;
        int points = play(point, at + 1, with(trick, at, hand, found[one]), goal, NO_PLACE, &unused);
        hands[hand] ^= card, held ^= card;
        if (is_first_side ? points > bound : points < bound) bound = points, *best = found[one];
        if (is_first_side ? bound >= goal : bound < goal) break;
    }
    return bound;
}

static uint64_t mix(uint64_t bits) {
    bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93u;
    bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93u;
    return bits ^ bits >> 32;
}

/* The same between two tricks, where positions are remembered. */
static int between(Point point, int goal) {
    const Trick none = {NO_PLACE, NO_PLACE, NO_PLACE, 0};
    int best = NO_PLACE;
    if (goal <= 0) return 0;
    if (goal > point.open) return point.open;
    if (point.left == 1) return play(point, 0, none, goal, NO_PLACE, &best);
    uint64_t place = (uint64_t)(point.leader << 8 | (point.taken + 1));
    for (int hand = 0; hand < game->hands; hand++) place = mix(place * 0x9e3779b97f4a7c15u ^ hands[hand]);
    Slot *slot = &slots[place >> (64 - SLOTS_LOG)];
    uint64_t key = place + search_number;
    int least = 0, most = point.open, first = NO_PLACE;
    if (slot->key == key) {
        if (slot->least >= goal) return slot->least;
        if (slot->most < goal) return slot->most;
        least = slot->least, most = slot->most, first = slot->lead;
    }
    int points = play(point, 0, none, goal, first, &best);
    if (nodes > node_limit) return points;
    if (points >= goal) least = points;
    else most = points;
    *slot = (Slot){key, (int16_t)least, (int16_t)most, (int8_t)best};
    return points;
}

/* Begin a search: the deal on the table, and the trick as it lies. */
static Trick begin(const Game *of, const Deal *deal, int64_t limit, Point *point) {
    Trick trick = {NO_PLACE, NO_PLACE, NO_PLACE, 0};
    game = of, held = 0, nodes = 0, node_limit = limit, last_points = deal->last, already = 0;
    search_number = (uint64_t)deal->search * 0x9e3779b97f4a7c15u;
    *point = (Point){deal->leader, deal->left, deal->taken, deal->last};
    for (int hand = 0; hand < game->hands; hand++) held |= hands[hand] = deal->hands[hand];
    for (int at = 0; at < deal->laid; at++) trick = with(trick, at, game->rounds[deal->leader][at], deal->trick[at]);
    for (Cards cards = held; cards; cards &= cards - 1) point->open += game->value[lowest(cards)];
    point->open += trick.points + game->trick * (deal->left - (deal->laid > 0));
    if (deal->taken != DECIDED) {
        int most = most_tricks(deal->taken, game->tricks - game->nest_tricks - deal->left - deal->taken);
        if (most == NO_PLACE) point->open += game->majority;
        else point->taken = DECIDED, already = most ? 0 : game->majority;
    }
    return trick;
}

/* The points the first side takes from here on, between two tricks, with those for most tricks if they are its own. Returns the cards played, or -1 as below. */
int64_t rook_value(const Game *of, const Deal *deal, int64_t limit, int32_t *takes) {
    Point point;
    begin(of, deal, limit, &point);
    int least = 0, most = point.open, goal = most / 2;
    while (least < most && nodes <= node_limit) {
        goal = goal <= least ? least + 1 : goal > most ? most : goal;
        int points = between(point, goal);
        if (points >= goal) least = points, goal = points + 1;
        else most = goal = points;
    }
    *takes = least + already;
    return nodes > node_limit ? -1 : nodes;
}

/* The points the first side takes from the present trick on after each card that may be played, by place; the
 * others are left as they are. Returns the cards played in the search, or -1 if they would be more than the limit. */
int64_t rook_solve(const Game *of, const Deal *deal, int64_t limit, int32_t *takes) {
    Point point;
    Trick trick = begin(of, deal, limit, &point);
    int at = deal->laid, hand = game->rounds[deal->leader][at], found[PLACES], unused, guess = point.open / 2;
    Cards cards = at ? legal(hand, trick.led) : hands[hand];
    int number = gather(cards, (held & ~hands[hand]) | (at ? (Cards)1 << trick.best : 0), found);
    for (int one = 0; one < number; one++) {
        Cards card = (Cards)1 << found[one];
        Trick next = with(trick, at, hand, found[one]);
        int least = 0, most = point.open;
        nodes++;
        hands[hand] ^= card, held ^= card;
        while (least < most && nodes <= node_limit) {
            int goal = guess <= least ? least + 1 : guess > most ? most : guess;
            int points = play(point, at + 1, next, goal, NO_PLACE, &unused);
            if (points >= goal) least = points, guess = points + 1;
            else most = guess = points;
        }
        hands[hand] ^= card, held ^= card;
        if (nodes > node_limit) return -1;
        guess = least;
        Cards alike = cards & (((Cards)2 << found[one]) - 1);
        if (one + 1 < number) alike &= ~(((Cards)2 << found[one + 1]) - 1);
        for (; alike; alike &= alike - 1) takes[lowest(alike)] = least + already;
    }
    return nodes;
}
