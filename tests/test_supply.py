"""The audit and the list of parts, against a registry of the test's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.supply import __main__ as supply
from tests.supply.locks import locked

LOCK = f"""aiohttp==3.9.0 ; python_version < '4' \\
    --hash=sha256:{"a" * 64} \\
    --hash=sha256:{"b" * 64}
    # via discord-py
attrs==23.1.0 \\
    --hash=sha256:{"c" * 64}
"""
TOLD: dict[str, Any] = {
    "/pypi/aiohttp/3.9.0/json": {
        "info": {"license": "Apache 2", "classifiers": []},
        "vulnerabilities": [
            {"id": "X-1", "fixed_in": ["3.9.1"], "withdrawn": None},
            {"id": "X-2", "fixed_in": [], "withdrawn": "2024-01-01"},
        ],
    },
    "/pypi/attrs/23.1.0/json": {
        "info": {"license": "long\n" * 99, "classifiers": ["License :: OSI Approved :: MIT License"]},
        "vulnerabilities": [],
    },
}


class Registry(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        told = TOLD.get(self.path)
        self.send_response(200 if told else 404)
        self.end_headers()
        self.wfile.write(json.dumps(told).encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (its name in the standard library)
        pass


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    path = tmp_path / "a.lock"
    path.write_text(LOCK)
    return path


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_lock_is_read_with_its_hashes(lock: Path) -> None:
    first, second = locked(lock)
    assert (first.name, first.version, len(first.hashes)) == ("aiohttp", "3.9.0", 2)
    assert second.hashes == ("c" * 64,)
    assert {"discord-py", "pydantic"} <= {package.name for package in locked(supply.LOCK)}
    assert all(package.hashes for package in locked(supply.LOCK))


def test_known_vulnerability_is_printed_and_listed(
    lock: Path,
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(supply, "registry", lambda: address)
    assert supply.main(tmp_path / "parts.json", lock) == 1
    told = capsys.readouterr().out
    assert "aiohttp 3.9.0: X-1, mended in 3.9.1." in told
    assert "X-2" not in told
    assert "attrs 23.1.0: MIT License" in told
    parts = json.loads((tmp_path / "parts.json").read_text())
    assert [part["purl"] for part in parts["components"]] == [
        "pkg:pypi/aiohttp@3.9.0",
        "pkg:pypi/attrs@23.1.0",
    ]
    assert [fault["id"] for fault in parts["vulnerabilities"]] == ["X-1"]


@pytest.mark.parametrize("place", [None, "http://127.0.0.1:9"])
def test_audit_without_a_registry_is_skipped_with_a_message(
    lock: Path, place: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(supply, "registry", lambda: place)
    assert supply.main(None, lock) == 0
    assert "is skipped" in capsys.readouterr().out
