"""docs/kubernetes.yaml: short, with settings that exist, the image's user and health check, and kept data."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any, Final

import yaml

from bot.common.settings import Settings, environment_name
from bot.stopping import ENDED_WITHIN

ROOT: Final = Path(__file__).parents[2]
TEXT: Final = (ROOT / "docs" / "kubernetes.yaml").read_text(encoding="utf-8")
DOCKERFILE: Final = (ROOT / "Dockerfile").read_text(encoding="utf-8")
DEPLOYMENT, CLAIM = list(yaml.safe_load_all(TEXT))
POD: Final[dict[str, Any]] = DEPLOYMENT["spec"]["template"]["spec"]
[BOT] = POD["containers"]


def test_example_stays_under_sixty_lines() -> None:
    assert len(TEXT.splitlines()) < 60


def test_settings_of_example_exist() -> None:
    named = {one["name"] for one in BOT["env"]} | set(re.findall(r"from-literal=(ROOKERY_\w+)", TEXT))
    assert named <= set(map(environment_name, Settings.model_fields))
    assert "ROOKERY_DATABASE" in named
    [secret] = re.findall(r"create secret generic (\w+)", TEXT)
    assert BOT["envFrom"] == [{"secretRef": {"name": secret}}]


def test_example_runs_this_version_as_the_image_does() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert BOT["image"] == f"rookery:{version}"
    [number] = map(int, re.findall(r"--uid (\d+)", DOCKERFILE))
    assert POD["securityContext"] == {"runAsNonRoot": True, "runAsUser": number, "fsGroup": number}
    [command] = map(json.loads, re.findall(r"HEALTHCHECK .* CMD (\[.*\])$", DOCKERFILE, re.MULTILINE))
    assert {probe: BOT[probe]["exec"]["command"] for probe in ("startupProbe", "livenessProbe")} == {
        "startupProbe": command,
        "livenessProbe": command,
    }


def test_new_process_starts_before_the_old_one_ends_and_has_time_to_take_over() -> None:
    assert DEPLOYMENT["spec"]["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}
    assert POD["terminationGracePeriodSeconds"] > ENDED_WITHIN


def test_volume_of_image_is_kept_in_a_claim() -> None:
    [folder] = re.findall(r"^VOLUME (\S+)", DOCKERFILE, re.MULTILINE)
    [mount], [volume] = BOT["volumeMounts"], POD["volumes"]
    assert mount == {"name": volume["name"], "mountPath": folder}
    assert volume["persistentVolumeClaim"]["claimName"] == CLAIM["metadata"]["name"]
