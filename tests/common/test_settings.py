"""Settings: every one documented, wrong values named, secrets hidden."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.common.settings import Settings, SettingsError, environment_name, load_settings, unknown_settings
from bot.maintenance.backups import backup_folder
from bot.tools.pages import environment_page, running_page

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / ".env.example"
ROW = re.compile(r"^\| `([A-Z][A-Z_]+)` \|(?: `?([^`|]+?)`?)? \| (.+) \|$", re.MULTILINE)
"""A setting in a table of a page: name, default, meaning."""
SETTING = re.compile(r"^(?:# )?([A-Z][A-Z_]+)=(.*)$", re.MULTILINE)
TOKEN = "MTIzNDU2Nzg5.G4mbit.very-secret"


NAMES = {environment_name(field): field for field in Settings.model_fields}


@pytest.fixture(autouse=True)
def clean_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder and an environment without any setting."""
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_example_documents_every_setting_and_no_others() -> None:
    documented = [name for name, _ in SETTING.findall(EXAMPLE.read_text())]

    assert sorted(documented) == sorted(NAMES)


def test_every_setting_in_the_example_has_a_sentence_above_it() -> None:
    for paragraph in EXAMPLE.read_text().strip().split("\n\n")[1:]:
        *sentences, setting = paragraph.split("\n")
        assert SETTING.match(setting), f"not a setting: {setting}"
        assert sentences
        assert all(sentence.startswith("# ") for sentence in sentences)


@pytest.mark.parametrize("around", ["{}", '"{}"', "'{}'", " {} ", '"{}"\r'])
def test_quotes_docker_leaves_around_a_value_are_removed(
    monkeypatch: pytest.MonkeyPatch, around: str
) -> None:
    values = {
        "DISCORD_TOKEN": TOKEN,
        "ROOKERY_DATABASE": "postgresql://rookery@localhost/rookery",
        "ROOKERY_BACKUP_FOLDER": "/backups",
        "ROOKERY_PACE": "0.5",
        "ROOKERY_CARD_FACES": "False",
        "ROOKERY_LOG_LEVEL": "DEBUG",
        "ROOKERY_TIME_BANK": "",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, around.format(value))
    assert load_settings() == Settings(
        DISCORD_TOKEN=SecretStr(TOKEN),
        database=SecretStr(values["ROOKERY_DATABASE"]),
        backup_folder=Path("/backups"),
        pace=0.5,
        card_faces=False,
        log_level="DEBUG",
        time_bank=None,
    )


def test_example_shows_the_defaults() -> None:
    defaults = Settings()
    for name, value in SETTING.findall(EXAMPLE.read_text()):
        default = getattr(defaults, NAMES[name])
        assert value == ("" if default is None else str(default).removesuffix(".0"))


def test_settings_table_of_running_page_equals_the_code() -> None:
    page = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")

    assert page == running_page(), "make docs"
    assert [name for name, _, _ in ROW.findall(page)] == list(NAMES)


def test_example_of_environment_equals_the_code() -> None:
    assert EXAMPLE.read_text(encoding="utf-8") == environment_page(), "make docs"


def test_settings_named_on_privacy_page_show_their_defaults() -> None:
    rows = ROW.findall((ROOT / "docs" / "privacy.md").read_text(encoding="utf-8"))
    assert len(rows) > 3
    defaults = Settings()
    for name, value, _ in rows:
        assert value == str(getattr(defaults, NAMES[name])).removesuffix(".0"), name


def test_example_with_every_line_enabled_changes_no_default(clean_environment: Path) -> None:
    (clean_environment / ".env").write_text(
        re.sub(r"^# (?=[A-Z_]+=)", "", EXAMPLE.read_text(), flags=re.MULTILINE)
    )

    assert load_settings() == Settings(_env_file=None)


def test_settings_come_from_the_file_and_the_environment_goes_first(
    clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (clean_environment / ".env").write_text(
        f"DISCORD_TOKEN={TOKEN}\nROOKERY_PACE=3\nROOKERY_TURN_LIMIT=60\nUNKNOWN=1\n"
    )
    monkeypatch.setenv("ROOKERY_PACE", "0.5")

    settings = load_settings()

    assert (settings.pace, settings.turn_limit) == (0.5, 60)
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ROOKERY_PACE", "fast"),
        ("ROOKERY_PACE", "-1"),
        ("ROOKERY_PACE", "nan"),
        ("ROOKERY_PACE", "31"),
        ("ROOKERY_REMIND_AFTER", "-1"),
        ("ROOKERY_TURN_LIMIT", "inf"),
        ("ROOKERY_TURN_LIMIT", "604801"),
        ("ROOKERY_EDIT_INTERVAL", "61"),
        ("ROOKERY_HAND_INTERVAL", "-1"),
        ("ROOKERY_REQUESTS_A_SECOND", "0"),
        ("ROOKERY_REQUESTS_A_SECOND", "inf"),
        ("ROOKERY_TEST_GUILD", "-1"),
        ("ROOKERY_TEST_GUILD", "9223372036854775808"),
        ("ROOKERY_TEST_GUILD", "my server"),
        ("ROOKERY_LOG_LEVEL", "LOUD"),
    ],
)
def test_broken_value_is_answered_with_one_sentence_that_names_it(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(SettingsError) as error:
        load_settings()

    assert str(error.value).startswith(f"The setting {name} cannot be used: ")
    assert "\n" not in str(error.value)
    assert error.value.__suppress_context__


@pytest.mark.parametrize(
    ("name", "value", "wrong"),
    [
        ("ROOKERY_PACE", "1,5", "it isn't a number"),
        ("ROOKERY_NEW_TABLES", "many", "it isn't a whole number"),
        ("ROOKERY_CARD_FACES", "perhaps", "it's neither True nor False"),
        ("ROOKERY_PACE", "31", "it should be less than or equal to 30"),
        ("ROOKERY_DATABASE", "mysql://db", "it must be a file, or an address that begins with postgresql://"),
        ("ROOKERY_DATABASE", "~nobody-here/rook.sqlite3", "it begins with ~, and there is no such home"),
        ("ROOKERY_BACKUP_FOLDER", "~nobody-here/kept", "it begins with ~, and there is no such home"),
    ],
)
def test_error_in_a_value_is_said_in_plain_words(
    name: str, value: str, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(SettingsError, match=f"{name} cannot be used: {wrong}\\."):
        load_settings()


def test_unknown_setting_is_found_in_the_file_and_the_environment(
    clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (clean_environment / ".env").write_text(
        f"DISCORD_TOKEN={TOKEN}\nROOKERY_TURNLIMIT=60\nrookery_pace=2\nOTHER=1\n"
    )
    monkeypatch.setenv("ROOKERY_PASE", "0.5")

    assert {"ROOKERY_PASE", "ROOKERY_TURNLIMIT"} <= set(unknown_settings())
    assert not set(NAMES) & set(unknown_settings())
    assert "OTHER" not in unknown_settings()


def test_byte_order_mark_of_an_editor_is_ignored(clean_environment: Path) -> None:
    (clean_environment / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\n", encoding="utf-8-sig")

    token = load_settings().discord_token
    assert token is not None
    assert token.get_secret_value() == TOKEN


@pytest.mark.parametrize("name", sorted(NAMES))
def test_empty_value_is_the_default(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "")

    assert load_settings() == Settings(_env_file=None)


def test_file_that_is_no_text_is_refused_without_showing_it(clean_environment: Path) -> None:
    (clean_environment / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe" + TOKEN.encode())

    with pytest.raises(SettingsError, match=r"\.env cannot be read") as error:
        load_settings()

    assert TOKEN not in str(error.value)
    assert error.value.__suppress_context__


def test_token_is_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    settings = load_settings()

    for text in (repr(settings), str(settings), settings.model_dump_json(), repr(settings.model_dump())):
        assert TOKEN not in text


def test_settings_are_immutable_once_read() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().pace = 1  # type: ignore[misc]


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_database_is_a_file_or_address_with_a_password_never_printed(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"{scheme}://rookery:{TOKEN}@db.example.org/rookery"
    assert Settings().database == Path("rookery.sqlite3")
    monkeypatch.setenv("ROOKERY_DATABASE", "elsewhere/mine.sqlite3")
    assert load_settings().database == Path("elsewhere/mine.sqlite3")

    monkeypatch.setenv("ROOKERY_DATABASE", address)
    settings = load_settings()

    assert isinstance(settings.database, SecretStr)
    assert settings.database.get_secret_value() == address
    for text in (repr(settings), str(settings), settings.model_dump_json(), repr(settings.model_dump())):
        assert TOKEN not in text


def test_tilde_is_the_home_of_the_user_running_the_bot(
    clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(clean_environment / "home"))
    (clean_environment / ".env").write_text("ROOKERY_DATABASE=~/rook.sqlite3\nROOKERY_BACKUP_FOLDER=~/kept\n")
    settings = load_settings()

    assert settings.database == clean_environment / "home" / "rook.sqlite3"
    assert backup_folder(settings) == clean_environment / "home" / "kept"


@pytest.mark.parametrize("scheme", ["mysql://", "postgresql+asyncpg://", "postgres:", ""])
def test_address_of_another_kind_of_database_is_refused_without_its_password(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROOKERY_DATABASE", f"{scheme}rookery:{TOKEN}@db.example.org/rookery")

    with pytest.raises(SettingsError, match="begins with postgresql") as error:
        load_settings()

    assert TOKEN not in str(error.value)
    assert error.value.__suppress_context__
