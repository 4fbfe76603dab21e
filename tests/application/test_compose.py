"""compose.yaml and the Dockerfile: settings that exist, a user who is not root, a health check, kept data."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from bot.common.settings import Settings, environment_name
from bot.maintenance.backups import backup_folder
from bot.stopping import ENDED_WITHIN

ROOT: Final = Path(__file__).parents[2]
DOCKERFILE: Final = (ROOT / "Dockerfile").read_text(encoding="utf-8")
LAST_STAGE: Final = DOCKERFILE.rpartition("\nFROM ")[2]
COMPOSE: Final[dict[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: Final[dict[str, dict[str, Any]]] = COMPOSE["services"]
BOTS: Final = {name: service for name, service in SERVICES.items() if "build" in service}
VARIABLE: Final = re.compile(r"\$\{(\w+)[^}]*\}")


def of_image() -> dict[str, str]:
    """The settings that the image sets."""
    return dict(re.findall(r"\b(ROOKERY_\w+)=(\S+)", LAST_STAGE))


def of_bot(name: str) -> dict[str, str]:
    """The settings of a bot's container, with a password filled in."""
    own = {key: VARIABLE.sub("secret", str(value)) for key, value in BOTS[name]["environment"].items()}
    return of_image() | own


@pytest.fixture
def clean_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder and an environment without any setting."""
    monkeypatch.chdir(tmp_path)
    for field in Settings.model_fields:
        monkeypatch.delenv(environment_name(field), raising=False)


def test_two_bots_share_one_postgresql() -> None:
    assert len(BOTS) == 2
    addresses = {str(bot["environment"]["ROOKERY_DATABASE"]) for bot in BOTS.values()}
    assert len(addresses) == 1
    [host] = re.findall("@([^:/]+)", addresses.pop())
    assert "postgres" in SERVICES[host]["image"]
    for bot in BOTS.values():
        assert bot["depends_on"] == {host: {"condition": "service_healthy"}}


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.usefixtures("clean_environment")
def test_settings_of_container_exist_and_can_be_used(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = set(map(environment_name, Settings.model_fields))
    for name, value in of_bot(bot).items():
        assert name in known
        monkeypatch.setenv(name, value)
    assert Settings().database != Settings.model_fields["database"].default


@pytest.mark.parametrize("settings", [of_image(), *map(of_bot, BOTS)])
@pytest.mark.usefixtures("clean_environment")
def test_backups_of_container_land_in_its_volume(
    settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: on PostgreSQL they went to a folder below /app, which the container's user cannot write."""
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    [volume] = re.findall(r"^VOLUME (\S+)", LAST_STAGE, re.MULTILINE)
    assert backup_folder(Settings()).is_relative_to(volume)
    for bot in BOTS.values():
        assert [mount.partition(":")[2] for mount in bot["volumes"]] == [volume]


def test_image_is_built_here_and_does_not_run_as_root() -> None:
    assert [bot["build"] for bot in BOTS.values()] == ["."] * len(BOTS)
    assert not any("user" in bot or "privileged" in bot for bot in BOTS.values())
    [user] = re.findall(r"^USER (\w+)", LAST_STAGE, re.MULTILINE)
    [number] = re.findall(
        rf"useradd .*--uid (\d+) .*\b{user}$", DOCKERFILE.replace(" \\\n", "\n"), re.MULTILINE
    )
    assert int(number) > 0


def test_health_is_asked_as_the_image_asks_it() -> None:
    [of_dockerfile] = re.findall(r"^HEALTHCHECK .* CMD (\[.*\])$", LAST_STAGE, re.MULTILINE)
    command = json.loads(of_dockerfile)
    for bot in BOTS.values():
        assert bot["healthcheck"]["test"] == ["CMD", *command]
    *_, module = command
    assert importlib.util.find_spec(module) is not None
    assert all("test" in service["healthcheck"] for service in SERVICES.values())


def test_every_service_is_started_again_and_has_time_to_stop() -> None:
    for service in SERVICES.values():
        assert service["restart"] == "unless-stopped"
        assert float(service["stop_grace_period"].removesuffix("s")) > ENDED_WITHIN


def test_named_volumes_and_secrets_are_declared() -> None:
    mounted = {mount.partition(":")[0] for service in SERVICES.values() for mount in service["volumes"]}
    assert mounted == set(COMPOSE["volumes"])
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert set(VARIABLE.findall(text)) == {"POSTGRES_PASSWORD"}
    assert {"DISCORD_TOKEN", "POSTGRES_PASSWORD"} <= set(
        re.findall(r"\b[A-Z_]{8,}\b", text.partition("name:")[0])
    )
