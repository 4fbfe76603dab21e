"""Metrics: nothing is loaded or measured until a port is set; then a browser of figures finds them all."""

from __future__ import annotations

import socket
import subprocess
import sys
from urllib.request import urlopen

import pytest

from bot.common.metrics import METRICS, REQUESTS, STORE_SECONDS, TABLES, PortRefused, serving


def free_port() -> int:
    """A port that is free now."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def figures(port: int) -> str:
    """The page of figures."""
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as page:
        text: str = page.read().decode()
        return text


def test_nothing_is_measured_without_a_port() -> None:
    with serving(None):
        REQUESTS.add("200")
    port = free_port()
    with serving(port):
        assert 'rookery_requests_total{status="200"}' not in figures(port)


def test_library_is_not_loaded_without_a_port() -> None:
    code = (
        "import sys, bot.__main__; from bot.common.metrics import serving\n"
        "with serving(None): print('prometheus_client' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
    assert ended.stdout == "False\n"


def test_page_has_every_metric_and_what_was_measured() -> None:
    port = free_port()
    with serving(port):
        REQUESTS.add("429")
        REQUESTS.add("429")
        TABLES.set(3, "awake")
        STORE_SECONDS.observe(0.004)
        page = figures(port)

    assert 'rookery_requests_total{status="429"} 2.0' in page
    assert 'rookery_tables{state="awake"} 3.0' in page
    assert 'rookery_store_seconds_bucket{le="0.0025"} 0.0' in page
    assert 'rookery_store_seconds_bucket{le="0.005"} 1.0' in page
    assert "process_resident_memory_bytes" in page
    for metric in METRICS:
        assert f"# TYPE {metric.name.removesuffix('_total')}" in page
        assert f"{metric.about}\n" in page


def test_second_serving_counts_from_zero() -> None:
    for _ in range(2):
        port = free_port()
        with serving(port):
            REQUESTS.add("200")
            assert 'rookery_requests_total{status="200"} 1.0' in figures(port)
        with pytest.raises(OSError, match="refused"):
            figures(port)


def test_taken_port_is_refused_with_what_to_do() -> None:
    with (
        socket.create_server(("0.0.0.0", 0)) as server,
        pytest.raises(PortRefused, match=r"ROOKERY_METRICS_PORT .* Name a free port"),
        serving(server.getsockname()[1]),
    ):
        pytest.fail("it was opened")


def test_no_label_names_a_person_a_server_or_a_table() -> None:
    assert {label for metric in METRICS for label in metric.labels} == {
        *("kind", "reason", "error", "status", "state", "pool", "trouble"),
    }
