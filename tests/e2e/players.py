"""Users at a card table: what each of them sees, presses and types, by the words on the screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Union

import simcord
from simcord.enums import ComponentType

from bot.app import App, open_app
from bot.client import RookeryBot
from bot.common.settings import Settings
from bot.common.shards import Shards
from bot.computers.brief import Brief, decision_of
from bot.computers.games.players import PLAYERS
from bot.computers.hints.advising import advise
from bot.computers.hints.reasons import Advice
from bot.database.opening import open_database
from bot.models.stored_tables import LogEntry, TableRecord
from bot.table.desk.present import replay
from bot.table.desk.shown import ShownTable
from bot.table.desk.table import Table
from bot.table.lobby.before_match import LobbyChange
from bot.table.lobby.choosing import ChooseAll, ChooseAllowed, ChooseSeats, ChooseTurnTime
from bot.table.store.tables import TableStore
from cogs.ui.answer_buttons import needs_care
from cogs.ui.controls import HAND_EXTRAS
from cogs.ui.group_choices import unpacked
from rules.bidding.facts import BiddingFacts
from rules.codes import encode
from rules.core.actions import Action, Bid, Discard, NameTrump, Pass, Play
from rules.core.cards import Card
from rules.core.decisions import ChooseCards, ChooseGroup, ChooseNumber, Decision, Seat, options_of
from rules.core.views import SeatView, TableView
from tests.database.samples import stored_tables
from tests.e2e.worlds import Seen, World, a_world
from tests.inline import InlineComputers, InlinePictures
from tests.table.troubled import TroubledDatabase

HAND = "### Your hand"
EPHEMERAL = 64

QUICK: Mapping[str, float | str] = {
    "DISCORD_TOKEN": "a token",
    "pace": 0,
    "trick_pause": 0,
    "last_card_pause": 0,
    "deal_pause": 0,
    "edit_interval": 0,
    "hand_interval": 0,
    "quiet_interval": 0,
    "repost_every": 0,
    "vote_every": 0,
    "new_tables": 1_000,
    "remind_after": 0,
    "turn_limit": 0,
    "requests_a_second": 1_000_000,
}
"""Settings for a table with every delay at zero."""


class QuickComputers:
    """Computer players that give any legal answer, the same ones each time."""

    def __init__(self, seed: int = 5) -> None:
        self._random = Random(seed)

    async def choose(
        self, kind: str, brief: Brief, seed: int | None = None, *, is_awaited: bool = True
    ) -> Action:
        return decision_of(brief).sample(self._random)

    async def advise(self, brief: Brief, seed: int) -> Advice | None:
        return advise(brief, Random(seed))

    async def is_claim_sure(self, brief: Brief) -> bool:
        return await InlineComputers().is_claim_sure(brief)

    async def close(self) -> None:
        return


class SteadyComputers(QuickComputers):
    """Computer players at full strength, in this process."""

    async def choose(
        self, kind: str, brief: Brief, seed: int | None = None, *, is_awaited: bool = True
    ) -> Action:
        return self.answer(brief)

    def answer(self, brief: Brief) -> Action:
        """A good player's answer; any legal one if the computers do not know the game."""
        player = PLAYERS.get(brief.game)
        return player.choose(brief, self._random) if player else decision_of(brief).sample(self._random)


class Reply:
    """The answer to one press or command."""

    def __init__(self, world: World, result: simcord.InteractionResult) -> None:
        self.world = world
        self.result = result

    @property
    def messages(self) -> list[simcord.ResponseMessage]:
        """Its messages in order: the response (new, or the redrawn one), then the follow-ups."""
        first = self.result.response
        return [*([first] if first else []), *self.result.followups]

    @property
    def is_answered(self) -> bool:
        return self.result.acknowledged

    @property
    def seen(self) -> Seen:
        """The last message as it is now."""
        return self.world.look_at(self.messages[-1])

    @property
    def text(self) -> str:
        """The text of all of its messages."""
        return "\n".join(self.world.look_at(message).text() for message in self.messages)

    @property
    def sentence(self) -> str:
        """The private sentence: the last message, which only its user sees."""
        last = self.messages[-1]
        assert last.ephemeral, "the answer is there for all to see"
        return self.world.look_at(last).text()


class Control(NamedTuple):
    """A control on a screen."""

    label: str
    custom_id: str
    disabled: bool


Filled = Union[str, "Player", list[simcord.RoleHandle], tuple[str, bytes]]
"""A value for a field of a modal: a text or an option, a user, roles, a file by its name."""


class Player:
    """A user who presses what is on the screen."""

    def __init__(self, club: Club, actor: simcord.MemberActor) -> None:
        self.club = club
        self.actor = actor
        self.name = str(actor.name)

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @property
    def id(self) -> int:
        return self.actor.id

    @property
    def seat(self) -> Seat:
        return self.club.table.own_seat(self.id)

    @property
    def view(self) -> SeatView:
        """The player's view by the rules."""
        return self.club.table.match.seat_view(self.seat)

    @property
    def decision(self) -> Decision | None:
        return self.view.decision

    # What is on the screen --------------------------------------------------------------------------

    def messages(self) -> list[Seen]:
        """Every message of the channel that this user sees, from top to bottom."""
        return self.club.messages(viewer=self.id)

    def hand(self) -> Seen:
        """The private hand at the bottom of the channel."""
        return next(seen for seen in reversed(self.messages()) if seen.text().startswith(HAND))

    def has_hand(self) -> bool:
        return any(seen.text().startswith(HAND) for seen in self.messages())

    def hand_buttons(self) -> list[str]:
        """Labels of the hand's buttons that answer its question."""
        others = tuple(f"rk1:{verb}:" for verb in HAND_EXTRAS)
        return [
            control.label
            for control in controls(self.hand())
            if not control.disabled and not control.custom_id.startswith(others)
        ]

    # What a user does -------------------------------------------------------------------------------

    async def press(self, label: str, *, on: Seen | None = None) -> Reply:
        """Press a button by its label, or choose the entry of that label in a menu: of the table message,
        or of another one.
        """
        seen = on or await self.club.table_message()
        if label not in seen.buttons():
            for part in seen.parts():
                for option in part.get("options", ()):
                    if option["label"] == label:
                        return await self.press_id(part["custom_id"], on=seen, values=[option["value"]])
        button = button_of(seen, label)
        assert not button.disabled, f"{label} cannot be pressed"
        return await self.press_id(button.custom_id, on=seen)

    async def take_seat(self, number: int) -> Reply:
        """Take one given seat, by command: buttons lead to a side."""
        return await self.command("sit", seat=number)

    async def press_in_more(self, label: str) -> Reply:
        """Press a button of the *More* panel."""
        return await self.press(label, on=(await self.press("More")).seen)

    async def press_hand(self, label: str) -> Reply:
        """Press a button of the private hand."""
        return await self.press(label, on=self.hand())

    async def press_id(
        self, custom_id: str, *, on: Seen | None = None, values: Iterable[str] | None = None
    ) -> Reply:
        """Press a button by its custom id, even one that is not on the screen."""
        seen = on or await self.club.table_message()
        return Reply(self.club.world, await self.club.world.press(self.actor, seen, custom_id, values=values))

    async def choose(self, *values: str, on: Seen | None = None, menu: int = 0) -> Reply:
        """Choose in a menu of the hand, or of another message."""
        seen = on or self.hand()
        return await self.press_id(seen.menus()[menu], on=seen, values=values)

    async def type_bid(self, points: str, color: str | None = None) -> Reply:
        """Open *Another bid* and send a number, and a color where one is asked for."""
        hand = self.hand()
        shown = await self.press_id(button_of(hand, "Another bid …").custom_id, on=hand)
        return await self.submit(shown, points, *([] if color is None else [color]))

    async def submit(self, shown: Reply, *values: Filled) -> Reply:
        """Send an open modal, with what is typed, chosen or attached; ``[]`` chooses nothing."""
        assert shown.result.modal is not None
        fields = [label["component"] for label in shown.result.modal["components"]]
        given: dict[str, Any] = {
            field["custom_id"]: _filled(field["type"], value)
            for field, value in zip(fields, values, strict=True)
        }
        return Reply(self.club.world, await self.actor.submit_modal(shown.result, given))

    async def command(self, name: str, **options: Any) -> Reply:
        """Type a command of ``/rook``. What ``/rook new`` does not ask for is set up after it."""
        if name != "new":
            return await self.typed(f"rook {name}", **options)
        opened = await self.typed("rook new", **await self._asked_by_new(options))
        with self.club.world.as_bot():
            own = await self.club.app.tables.reading.tables_with(self.id)
        if own and set(options) - NEW - {"target", "deals"}:
            await self._set_up(own[-1], options)
        return opened

    async def _asked_by_new(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options of ``/rook new``, with the length of the match in a code of its rules."""
        length = {key: options[key] for key in ("target", "deals") if key in options}
        asked = {key: value for key, value in options.items() if key in NEW}
        if length:
            house, guild_id = self.club.app.server.house_rules, self.club.world.guild.id
            named = options.get("rules") or options.get("game")
            wanted = await (house.usual(guild_id) if named is None else house.find(guild_id, named))
            asked["rules"] = encode(wanted.game, {**wanted.options, **length})
            asked.pop("game", None)
        return asked

    async def _set_up(self, lobby: ShownTable, options: Mapping[str, Any]) -> None:
        """Set up the seats, turns and talk of a lobby, as *Set up* does."""
        allowed = lobby.talk.allowed.but(options.get("hints"), options.get("phrases"))
        changes: list[LobbyChange] = []
        if "seats" in options:
            changes.append(ChooseSeats(self.id, options["seats"]))
        if "turns" in options:
            changes.append(ChooseTurnTime(self.id, options["turns"]))
        if {"hints", "phrases"} & set(options):
            changes.append(ChooseAllowed(self.id, allowed))
        if changes:
            with self.club.world.as_bot():
                await self.club.app.tables.lobbies.change_lobby(
                    lobby.place.channel_id, ChooseAll(self.id, tuple(changes))
                )
            await self.club.world.env.settle()

    async def typed(self, command: str, **options: Any) -> Reply:
        """Type any command by its whole name."""
        world = self.club.world
        return Reply(world, await self.actor.slash(world.channel, command, **options))

    async def choose_look(self, label: str) -> Reply:
        """Press a button of one's own settings on how cards look."""
        settings = await self.typed("me settings")
        return await self.press(label, on=settings.seen)

    async def ask_to_be_forgotten(self) -> Reply:
        """Press *Forget me …* among the own data; the answer asks whether that is sure."""
        mine = await self.typed("me data")
        return await self.press("Forget me …", on=mine.seen)

    async def offered(self, command: str, option: str, typed: str = "") -> list[str]:
        """Autocomplete's offers for a typed text."""
        choices = await self.actor.autocomplete(self.club.world.channel, f"rook {command}", option, typed)
        return [str(choice["value"]) for choice in choices]

    async def call(self, action: Action) -> Reply:
        """Press the button of the table message that gives this public answer."""
        seen = await self.club.table_message()
        return await self.press_id(call_of(seen, action).custom_id, on=seen)

    async def answer(self, action: Action) -> Reply:
        """Answer the question in the hand with its buttons and menus, and confirm it if asked."""
        hand = self.hand()
        if isinstance(self.decision, ChooseGroup) and not is_named(self.decision, action):
            return await self._choose_meld(action)
        if isinstance(self.decision, ChooseCards) and isinstance(action, Discard):
            await self.toggle(*action.cards)
            number = len(action.cards)
            return await self.press_hand("Discard it" if number == 1 else f"Discard these {number}")
        for control in controls(hand):
            if argument_of(control.custom_id) == str(action):
                reply = await self.press_id(control.custom_id, on=hand)
                return await self._confirm(action) if ":sure:" in control.custom_id else reply
        for number, menu in enumerate(hand.menu_values()):
            if str(action) in menu:
                is_asked_again = self.decision is not None and needs_care(self.decision, action)
                reply = await self.choose(str(action), on=hand, menu=number)
                return await self._confirm(action) if is_asked_again else reply
        assert isinstance(action, Bid), f"the hand does not offer {action}: {self.hand_buttons()}"
        has_color = isinstance(self.decision, ChooseNumber) and bool(self.decision.colors)
        color = "none" if action.color is None else action.color.word
        return await self.type_bid(str(action.points), color if has_color else None)

    async def toggle(self, *cards: Card) -> None:
        """Press the buttons of cards to choose or unchoose as discards, one after another."""
        chosen = set[Card]()
        if not any(":lay:" in control.custom_id for control in controls(self.hand())):
            await self.choose(*map(str, cards))
            return
        for card in cards:
            chosen ^= {card}
            toggles = [control for control in controls(self.hand()) if ":lay:" in control.custom_id]
            wanted = next(one for one in toggles if set(unpacked(argument_of(one.custom_id))) == chosen)
            assert not wanted.disabled, f"{card} cannot be chosen"
            await self.press_id(wanted.custom_id, on=self.hand())

    async def _choose_meld(self, action: Action) -> Reply:
        """Choose cards of a meld in the menus, then choose how to meld them."""
        wanted = {str(card) for card in getattr(action, "cards", ())}
        for number, values in enumerate(self.hand().menu_values()):
            if chosen := sorted(wanted & values):
                await self.choose(*chosen, menu=number)
        return await self.press_id(control_of(self.hand(), action).custom_id, on=self.hand())

    async def _confirm(self, action: Action) -> Reply:
        hand = self.hand()
        yes, _ = controls(hand)
        assert argument_of(yes.custom_id) == str(action)
        return await self.press_id(yes.custom_id, on=hand)

    async def answer_by_command(self, action: Action) -> Reply:
        """Answer with the slash command."""
        if isinstance(action, Bid):
            has_color = isinstance(self.decision, ChooseNumber) and bool(self.decision.colors)
            color = "none" if action.color is None else action.color.word
            return await self.move(f"{action.points} {color}" if has_color else str(action.points))
        if isinstance(action, Discard):
            return await self.move(" ".join(map(str, action.cards)))
        if isinstance(action, NameTrump | Play):
            return await self.move(str(action).partition(" ")[2])
        return await self.move(str(action))

    async def move(self, typed: str) -> Reply:
        """Type an answer to the question into ``/rook play``."""
        return await self.command("play", move=typed)

    async def moves_offered(self, typed: str = "") -> list[str]:
        """Answers that ``/rook play`` offers for a typed text."""
        return await self.offered("play", "move", typed)


NEW = {"game", "rules", "level", "counted", "place"}
"""The options of ``/rook new``."""


@dataclass(frozen=True)
class Snapshot:
    """Everything about the channel's table that a refused press must leave unchanged."""

    record: TableRecord | None
    log: tuple[LogEntry, ...]
    stored: tuple[TableRecord, ...]
    table: TableView | None
    seats: tuple[SeatView, ...]


class Club:
    """A running bot with a database of its own, and the users in its server."""

    world: World
    app: App
    bot: RookeryBot

    def __init__(self, settings: Settings, seed: int, computers: QuickComputers, shards: Shards) -> None:
        self.players: dict[str, Player] = {}
        self._shards = shards
        self._computers = computers
        self._settings = settings
        self._seed = seed
        self._stack = AsyncExitStack()
        self.clock_set = 0.0
        """Seconds by which the machine's clock is ahead of the world's time."""

    def enter(self, world: World) -> None:
        """Start the bot in a world."""
        self.world = world
        self.players = {name: Player(self, actor) for name, actor in world.players.items()}

    def __getitem__(self, name: str) -> Player:
        return self.players[name]

    @property
    def everyone(self) -> tuple[Player, ...]:
        return tuple(self.players.values())

    @property
    def channel_id(self) -> int:
        return self.world.channel.id

    @property
    def has_table(self) -> bool:
        return any(table.record.channel_id == self.channel_id for table in self.app.tables.desk.live_tables)

    @property
    def table(self) -> Table:
        """The open table of the channel, which must be loaded."""
        return next(t for t in self.app.tables.desk.live_tables if t.record.channel_id == self.channel_id)

    @property
    def seated(self) -> list[Player]:
        """The players at the table by seat."""
        by_id = {player.id: player for player in self.everyone}
        return [by_id[who.user_id] for who in self.table.record.seats if who.user_id in by_id]

    @property
    def asked(self) -> Player:
        """The player who is asked now."""
        (seat,) = self.table.match.asked
        user_id = self.table.record.seats[seat].user_id
        return next(player for player in self.everyone if player.id == user_id)

    @property
    def is_computer_asked(self) -> bool:
        """Whether computers alone are asked now."""
        return all(self.table.record.seats[seat].computer for seat in self.table.match.asked)

    def others(self, player: Player) -> list[Player]:
        return [other for other in self.seated if other is not player]

    # Messages ---------------------------------------------------------------------------------------

    def messages(self, *, viewer: int | None = None) -> list[Seen]:
        """The messages of the channel from top to bottom: public ones, and those for one viewer."""
        return self.world.visible_messages(viewer)

    async def table_message(self) -> Seen:
        """The table message that the bot has stored."""
        shown = await self.app.tables.reading.shown(self.channel_id, finished=True)
        return next(seen for seen in self.messages() if seen.id == shown.place.message_id)

    # Play -------------------------------------------------------------------------------------------

    async def sit_down(self, seats: int = 4, **options: Any) -> None:
        """Open a table and let the first users take its seats, four by default."""
        host, *others = self.everyone[:seats]
        await host.command("new", **options, **({} if seats == 4 else {"seats": seats}))
        for place, player in enumerate(others, start=2):
            await player.take_seat(place)

    async def begin_with_computers(self, **options: Any) -> None:
        """Open a table, fill it with computers and start the match."""
        host = self.everyone[0]
        await host.command("new", **options)
        if len(self.table.record.seats) > 1:
            await host.press("Fill with computers")
        await host.press("Start")

    async def begin(self, **options: Any) -> None:
        """Open a table for four, start the match and let all players look at their hands."""
        await self.sit_down(**options)
        await self.everyone[0].press("Start")
        for player in self.everyone[1:4]:
            await player.press("My hand")

    async def play_until(
        self, until: Callable[[Decision], bool], *, random: Random | None = None, limit: int = 400
    ) -> None:
        """Let players answer by their buttons until a question of a kind is asked."""
        random = random or Random(9)
        for _ in range(limit):
            player = self.asked
            assert player.decision is not None
            if until(player.decision):
                return
            await player.answer(self.sensible(player.decision, random))
        raise AssertionError("that question never came")

    async def play_on(self, random: Random | None = None) -> None:
        """Let players answer, without updates of the bot's messages, until the table rests or all is over."""
        random = random or Random(4)
        while self.has_table and not self.table.clock.is_between_deals:
            if self.is_computer_asked:
                await self.world.env.settle()
                continue
            player = self.asked
            assert player.decision is not None
            with self.world.as_bot():
                await self.app.tables.play.act(
                    self.channel_id, player.id, self.sensible(player.decision, random)
                )

    def sensible(self, decision: Decision, random: Random) -> Action:
        """The lowest opening bid, then passes, so that the match ends; else any answer."""
        if not isinstance(decision, ChooseNumber):
            return decision.sample(random)
        view = self.table.match.table_view()
        assert view is not None
        assert isinstance(view.facts, BiddingFacts)
        is_open = view.facts.contract is not None
        color = random.choice(decision.colors)[0] if decision.colors else None
        return Pass() if is_open else Bid(decision.least, color)

    async def snapshot(self) -> Snapshot:
        stored = tuple(await stored_tables(self.database))
        if not self.has_table:
            return Snapshot(None, (), stored, None, ())
        table = self.table
        view = table.match.table_view()
        seats = range(len(table.record.seats)) if view else ()
        return Snapshot(
            table.record,
            tuple(await TableStore(self.database).log(table.record.id)),
            stored,
            view,
            tuple(table.match.seat_view(seat) for seat in seats),
        )

    async def replayed(self) -> Snapshot:
        """The table as a restart would load it from the database."""
        now = await self.snapshot()
        (stored,) = [record for record in now.stored if record.channel_id == self.channel_id]
        table = Table(stored)
        replay(table, now.log)
        view = table.match.table_view()
        seats = range(len(stored.seats)) if view else ()
        return Snapshot(
            table.record, now.log, now.stored, view, tuple(table.match.seat_view(seat) for seat in seats)
        )

    # The bot's life ---------------------------------------------------------------------------------

    async def open_app(self) -> RookeryBot:
        """Open the application on the database and create the bot."""
        self.database = TroubledDatabase(await open_database(self._settings.database))
        self._stack.push_async_callback(self.database.close)
        app = open_app(
            self._settings,
            shards=self._shards,
            database=self.database,
            computers=self._computers,
            pictures=InlinePictures(),
            random=Random(self._seed),
            now=self.now,
        )
        self.app = await self._stack.enter_async_context(app)
        self.bot = RookeryBot(self.app)
        return self.bot

    def now(self) -> float:
        """The time by the machine's clock, in epoch seconds."""
        return self.world.env.now().timestamp() + self.clock_set if self.players else 0.0

    async def restart(self) -> None:
        """Stop the bot and start another on the same database, with every table loaded."""
        await self.restart_unloaded()
        with self.world.as_bot():
            await self.load_tables()

    async def restart_unloaded(self) -> None:
        """Stop the bot and start another on the same database, with its tables unloaded."""
        await self.world.env.bot.close()
        await self.close()
        bot = await self.open_app()
        await self.world.restart(lambda: bot)
        with self.world.as_bot():
            self.app.turns.resume()

    async def load_tables(self) -> None:
        """Load every open table, so that tests can look at it."""
        for unloaded in self.app.tables.desk.tables.unloaded_tables:
            await self.app.tables.desk.awake(unloaded.channel_id)

    async def close(self) -> None:
        await self._stack.aclose()


@asynccontextmanager
async def a_club(
    path: Path,
    *,
    people: Iterable[str] = ("Ann", "Bob", "Cleo", "Dan", "Eve"),
    seed: int = 1,
    computers: QuickComputers | None = None,
    shards: Shards = Shards(),  # noqa: B008  (it is frozen)
    **settings: float,
) -> AsyncIterator[Club]:
    """A bot on a fresh database, four users who play and one who looks on."""
    chosen = Settings.model_validate({**QUICK, **settings, "database": path / "rookery.sqlite3"})
    club = Club(chosen, seed, computers or QuickComputers(), shards)
    try:
        async with a_world(await club.open_app(), players=people) as world:
            club.enter(world)
            yield club
    finally:
        await club.close()


def controls(seen: Seen) -> Iterator[Control]:
    """The buttons of a message."""
    yield from (
        Control(str(part.get("label")), part["custom_id"], bool(part.get("disabled")))
        for part in seen.parts()
        if part.get("type") == ComponentType.BUTTON and "custom_id" in part
    )


def _filled(kind: int, value: Filled) -> object:
    """The value for a field of a modal, by the kind of field."""
    if isinstance(value, Player):
        return [value.actor]
    return [value] if kind == ComponentType.STRING_SELECT else value


def button_of(seen: Seen, label: str) -> Control:
    """The button with that label."""
    found = [control for control in controls(seen) if control.label == label]
    assert found, f"there is no {label} among {[control.label for control in controls(seen)]}"
    return found[0]


def control_of(seen: Seen, action: Action) -> Control:
    """The button of a hand that gives this answer."""
    return next(control for control in controls(seen) if argument_of(control.custom_id) == str(action))


def call_of(seen: Seen, action: Action) -> Control:
    """The button of the table message that gives this answer."""
    found = [control for control in controls(seen) if control.custom_id.startswith("rk1:call:")]
    return next(control for control in found if argument_of(control.custom_id) == str(action))


def is_named(decision: Decision, action: Action) -> bool:
    """Whether an answer is one of the named answers."""
    return action in [option.action for option in options_of(decision)]


def argument_of(custom_id: str) -> str:
    """The data that a control carries: an action, as a rule."""
    return custom_id.split(":", 4)[4]


def label_of(action: Action) -> str:
    """The label of the button for a usual action."""
    if isinstance(action, Bid):
        return str(action.points)
    if isinstance(action, NameTrump):
        assert action.color is not None
        return action.color.word.capitalize()
    if isinstance(action, Play):
        return str(action.card)
    return "Pass"
