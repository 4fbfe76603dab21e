"""Settings: from the environment or a ``.env`` file, read once, in ``__main__``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, SettingsConfigDict

from bot.common.address import Place, path_of, place_of
from bot.common.log import LogFormat

PREFIX: Final = "ROOKERY_"
AROUND: Final = " \t\r\n\"'"
"""Characters stripped from both ends of a value: Docker takes quotes in ``.env`` for a part of it."""
WRONG: Final[Mapping[str, str]] = {
    "float_parsing": "it isn't a number",
    "int_parsing": "it isn't a whole number",
    "bool_parsing": "it's neither True nor False",
}
"""Messages for invalid values that replace pydantic's, by its error type."""

Days = Annotated[float, Field(ge=0, le=36_500)]
Seconds = Annotated[float, Field(ge=0, le=7 * 24 * 3600)]


def _place(value: object) -> object:
    return place_of(value) if isinstance(value, str) else value


def _folder(value: object) -> object:
    return path_of(value) if isinstance(value, str) else value


class SettingsError(Exception):
    """A setting is missing or invalid, or ``.env`` unreadable; ``str`` says which, why and where to look."""


class Settings(BaseSettings):
    """All settings an owner can make, each read from ``ROOKERY_<NAME>``, the token from ``DISCORD_TOKEN``."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8-sig",  # some editors on Windows put a mark before the text
        env_prefix=PREFIX,
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        use_attribute_docstrings=True,  # docs/running.md and .env.example show them
    )

    discord_token: SecretStr | None = Field(default=None, validation_alias="DISCORD_TOKEN")
    """The bot's token: discord.com/developers/applications, your application, *Bot*, *Reset Token*."""
    database: Annotated[Place, BeforeValidator(_place)] = Path("rookery.sqlite3")
    """The SQLite file that holds every table and score, or a PostgreSQL database:
    `postgresql://user:password@host:5432/database`.
    """
    lease: Annotated[float, Field(ge=5, le=600)] = 15
    """Seconds without a sign of life after which PostgreSQL cuts a bot's connection; another takes over."""
    test_guild: Annotated[int, Field(ge=1, lt=2**63)] | None = None
    """A server (its id) that gets changed commands at once, while developing."""
    pace: Annotated[float, Field(ge=0, le=30)] = 1.2
    """Seconds a computer takes for an answer."""
    trick_pause: Annotated[float, Field(ge=0, le=30)] = 2
    """Seconds more that a computer takes after a trick, so that everyone sees it; 0 for none."""
    last_card_pause: Annotated[float, Field(ge=0, le=30)] = 3
    """Seconds until the last card of a hand plays itself at its player's turn; 0 for never."""
    deal_pause: Seconds = 30
    """Seconds until the next deal comes, if no player asks for it sooner; 0 for at once."""
    remind_after: Seconds = 60
    """Seconds until a player gets one reminder of their turn; 0 for none."""
    turn_limit: Seconds = 180
    """Seconds until a computer steps in for a player who doesn't answer; 0 for never."""
    time_bank: Seconds | None = None
    """Seconds in each deal a player may keep others waiting; then a computer plays that deal to its end. The
    first sixth of the turn limit doesn't count in any turn. Not set: as the turn limit.
    """
    edit_interval: Annotated[float, Field(ge=0, le=60)] = 1.1
    """Seconds between two edits of a table message; Discord limits them."""
    hand_interval: Annotated[float, Field(ge=0, le=60)] = 0.8
    """Seconds between two edits of a hand that its owner doesn't press; Discord takes five in two seconds.
    """
    quiet_interval: Annotated[float, Field(ge=0, le=60)] = 5
    """Seconds between two edits of a table message where only computers play."""
    pause_after: Seconds = 5
    """Seconds until a match that everyone has left waits for one of them; 0 for never."""
    host_patience: Seconds = 600
    """Seconds a host may do nothing before the match until another player decides instead; 0 for never."""
    lobby_hours: Annotated[float, Field(ge=0, le=10_000)] = 24
    """Hours until a table closes if its match has not begun; 0 for never."""
    deserted_days: Days = 7
    """Days until a match or solitaire ends in which nothing is played; 0 for never."""
    tables_a_person: Annotated[int, Field(ge=0)] = 3
    """Open tables one person may host, in all servers; 0 for any number."""
    tables_a_server: Annotated[int, Field(ge=0)] = 30
    """Open tables a server may have; 0 for any number."""
    new_tables: Annotated[int, Field(ge=1)] = 5
    """Tables one person may open in ten minutes."""
    repost_every: Seconds = 15
    """Seconds between two times `/rook table` may show a channel's table again."""
    chat_below: Annotated[int, Field(ge=0, le=1_000)] = 10
    """Messages of people under a table until it moves down, when it's someone's turn; 0 for never. With 0,
    Discord isn't asked to tell of messages at all; otherwise it leaves out what they say.
    """
    vote_every: Seconds = 30
    """Seconds between two votes of a kind that one person may ask for."""
    backup_every: Annotated[float, Field(ge=0, le=10_000)] = 24
    """Hours between two backups, made while the bot runs and checked; 0 for none."""
    backup_keep: Annotated[int, Field(ge=1, le=10_000)] = 7
    """How many backups are kept."""
    backup_folder: Annotated[Path, BeforeValidator(_folder)] = Path("backups")
    """Where backups are kept: next to the SQLite file, unless it is an absolute path or begins with `~`."""
    keep_logs: Days = 365
    """Days until the log of a match that is over keeps only what each seat did."""
    keep_closed: Days = 30
    """Days until a table closed before its first deal was over is deleted."""
    keep_servers: Days = 30
    """Days until everything of a server that removed the bot is deleted."""
    keep_copies: Days = 30
    """Days until the copy of the database from before an update is deleted."""
    computer_processes: Annotated[int, Field(ge=0, le=64)] = 0
    """The most processes in which computers think, some 40 MB each; 0 for one a core, up to eight."""
    shards: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """Connections among which Discord divides the bot's servers, at most 2,500 each. Not set: as many as
    Discord recommends, which is asked when the bot starts.
    """
    shards_a_process: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """The most shards a process takes, if several share a PostgreSQL database. Not set: all that are free."""
    handover: Annotated[float, Field(ge=0, le=3600)] = 60
    """Seconds that a process which is told to stop waits for another to take over, if one is waiting to.
    """
    card_faces: bool = True
    """True shows cards as drawn faces, which are sent to Discord once; False leaves them as words."""
    requests_a_second: Annotated[float, Field(ge=1, le=1_000_000)] = 45
    """Requests a second, of the 50 that Discord takes from a bot; several processes share them."""
    invalid_requests: Annotated[int, Field(ge=2, le=9_000)] = 2_000
    """Requests Discord may refuse within ten minutes until everything but answers waits; it bans at 10,000.
    Several processes share them.
    """
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """How much is logged: DEBUG, INFO, WARNING or ERROR."""
    log_format: LogFormat = "text"
    """Lines of the log as `text`, or as `json`: an object a line, for a collector of logs."""
    metrics_port: Annotated[int, Field(ge=1, le=65_535)] | None = None
    """A port on which Prometheus may ask for figures, at `/metrics`; they are off while it isn't set."""

    @model_validator(mode="before")
    @classmethod
    def _bare(cls, values: dict[str, object]) -> dict[str, object]:
        """Strip quotes and blanks around values; a value that is then empty counts as not set."""
        bare = {
            name: value.strip(AROUND) if isinstance(value, str) else value for name, value in values.items()
        }
        return {name: value for name, value in bare.items() if value != ""}


def load_settings() -> Settings:
    """Read the settings from the environment and ``.env``; a SettingsError if one cannot be used."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        place = str(first["loc"][0])
        name = place if place.isupper() else f"{PREFIX}{place.upper()}"
        said = first["msg"].removeprefix("Value error, ").replace("Input should", "it should")
        wrong = WRONG.get(first["type"], said)
        raise SettingsError(
            f"The setting {name} cannot be used: {wrong}. "
            "Look at .env or the environment; .env.example explains every setting."
        ) from None
    except (OSError, UnicodeError):
        raise SettingsError(
            "The file .env cannot be read: it must be UTF-8 text this user may read."
        ) from None


def environment_name(field: str) -> str:
    """The environment variable of a field of ``Settings``, such as ROOKERY_PACE of ``pace``."""
    return str(Settings.model_fields[field].validation_alias or f"{PREFIX}{field.upper()}")


def unknown_settings() -> list[str]:
    """Names that begin with ``ROOKERY_`` in the environment or ``.env`` but are no settings, sorted."""
    known = set(map(environment_name, Settings.model_fields))
    sources = EnvSettingsSource(Settings), DotEnvSettingsSource(Settings)
    names = {name.upper() for source in sources for name in source.env_vars}
    return sorted(name for name in names - known if name.startswith(PREFIX))
