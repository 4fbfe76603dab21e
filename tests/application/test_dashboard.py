"""docs/grafana.json: every query names a metric that exists, and every metric is on the page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from bot.common.metrics import METRICS

PAGE: Final = Path(__file__).parents[2] / "docs" / "grafana.json"
OF_PROCESS: Final = frozenset({"process_resident_memory_bytes", "process_cpu_seconds_total"})
"""What the library measures of the process itself, as far as the page shows it."""
NAME: Final = re.compile(r"\b(?:rookery|process)_\w+")
PART: Final = re.compile(r"_(?:bucket|sum|count)$")
LABELS: Final = re.compile(r"\bby \(([^)]*)\)|\{\{(\w+)\}\}")
OF_PROMETHEUS: Final = frozenset({"le", "instance"})


def panels() -> list[dict[str, Any]]:
    """The panels with queries."""
    page: dict[str, Any] = json.loads(PAGE.read_text(encoding="utf-8"))
    return [panel for panel in page["panels"] if panel["type"] != "row"]


def queries() -> list[str]:
    return [target["expr"] for panel in panels() for target in panel["targets"]]


def test_every_query_names_metrics_that_exist() -> None:
    histograms = {metric.name for metric in METRICS if metric.kind == "histogram"}
    others = {metric.name for metric in METRICS} - histograms | OF_PROCESS
    for query in queries():
        names = NAME.findall(query)
        assert names, query
        for name in names:
            assert name in others or (PART.search(name) and PART.sub("", name) in histograms), query


def test_every_metric_is_on_the_page() -> None:
    shown = {PART.sub("", name) for query in queries() for name in NAME.findall(query)}
    assert {metric.name for metric in METRICS} <= shown


@pytest.mark.parametrize("panel", panels(), ids=lambda panel: str(panel["title"]))
def test_panel_groups_by_labels_its_metric_has(panel: dict[str, Any]) -> None:
    labels = {metric.name: set(metric.labels) for metric in METRICS}
    for target in panel["targets"]:
        known = OF_PROMETHEUS.union(
            *(labels.get(PART.sub("", name), set()) for name in NAME.findall(target["expr"]))
        )
        found = LABELS.findall(f"{target['expr']} {target['legendFormat']}")
        assert {
            label.strip() for pair in found for part in pair if part for label in part.split(",")
        } <= known


def test_every_panel_says_what_it_shows() -> None:
    assert all(panel["title"] and panel["description"] for panel in panels())
