"""Metrics for Prometheus, each declared here. Until ``serving`` begins, measuring costs one comparison.

The library is loaded only then. No label names a person, a server or a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

Kind = Literal["counter", "gauge", "histogram"]

QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
ANSWERS: Final = (0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10)
LATENESS: Final = (0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60, 120)
SIZES: Final = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500)


class PortRefused(Exception):
    """The port of the metrics cannot be opened; ``str`` says why and what to do."""


class Metric:
    """A Prometheus metric. Its labels' values are given with each measurement, in the order declared."""

    def __init__(
        self, kind: Kind, name: str, about: str, labels: Sequence[str] = (), buckets: Sequence[float] = ()
    ) -> None:
        """``about`` is its help text; ``buckets`` are upper bounds of a histogram, empty for the usual."""
        self.kind: Final = kind
        self.name: Final = name
        self.about: Final = about
        self.labels: Final = tuple(labels)
        self.buckets: Final = tuple(buckets)
        self._measured: Any = None
        """The library's metric; None while metrics are off."""

    def begin(self, library: ModuleType, registry: CollectorRegistry) -> None:
        """Measure from now on, in a registry of the library."""
        make = getattr(library, self.kind.capitalize())
        buckets = {"buckets": self.buckets} if self.buckets else {}
        self._measured = make(self.name, self.about, self.labels, registry=registry, **buckets)

    def end(self) -> None:
        """Measure nothing from now on."""
        self._measured = None

    def add(self, *labels: str) -> None:
        """Add 1 to a counter; no effect while it is not measured."""
        if self._measured is not None:
            self._of(labels).inc()

    def set(self, value: float, *labels: str) -> None:
        """Set the value of a gauge; no effect while it is not measured."""
        if self._measured is not None:
            self._of(labels).set(value)

    def observe(self, value: float, *labels: str) -> None:
        """Add a value to a histogram, in seconds by default; no effect while it is not measured."""
        if self._measured is not None:
            self._of(labels).observe(value)

    def _of(self, labels: Sequence[str]) -> Any:  # noqa: ANN401  (the library's kinds share no type)
        return self._measured.labels(*labels) if labels else self._measured


ANSWER_SECONDS: Final = Metric(
    "histogram",
    "rookery_answer_seconds",
    "Seconds from the arrival of a press, command or form to its answer",
    ("kind",),
    ANSWERS,
)
LOST_ANSWERS: Final = Metric(
    "counter", "rookery_lost_answers_total", "Answers that did not reach Discord", ("reason",)
)
STORE_SECONDS: Final = Metric(
    "histogram", "rookery_store_seconds", "Seconds of one commit, with all units in it", (), QUICK
)
STORE_UNITS: Final = Metric(
    "histogram", "rookery_store_units", "Units stored in one commit (group commit)", (), SIZES
)
STORE_FAILURES: Final = Metric(
    "counter", "rookery_store_failures_total", "Units that could not be stored", ("error",)
)
REQUESTS: Final = Metric(
    "counter", "rookery_requests_total", "Requests that Discord answered, by status", ("status",)
)
REFUSED_REQUESTS: Final = Metric(
    "gauge",
    "rookery_refused_requests",
    "Requests of all processes that were refused in the last ten minutes",
)
WAITING_REQUESTS: Final = Metric(
    "gauge", "rookery_waiting_requests", "Requests that wait for a turn in the budget"
)
EDIT_LATENESS: Final = Metric(
    "histogram",
    "rookery_edit_lateness_seconds",
    "Seconds from a table's change until its message shows it",
    (),
    LATENESS,
)
TABLES: Final = Metric(
    "gauge", "rookery_tables", "Open tables: awake (in memory), asleep, set_aside (damaged)", ("state",)
)
WORKER_SECONDS: Final = Metric(
    "histogram", "rookery_worker_seconds", "Seconds a worker process works at a question", ("pool",), QUICK
)
WORKER_QUEUE: Final = Metric(
    "gauge", "rookery_worker_queue", "Questions without an answer yet, those under way included", ("pool",)
)
FIRST_SIGHTS: Final = Metric(
    "counter", "rookery_first_sights_total", "Computers' answers given without a search", ("trouble",)
)
SHARDS: Final = Metric("gauge", "rookery_shards", "Shards of Discord that this process answers for")
LOCKS: Final = Metric("gauge", "rookery_locks", "Locks held in the database: one a shard, one of the clerk")

METRICS: Final = (
    *(ANSWER_SECONDS, LOST_ANSWERS, STORE_SECONDS, STORE_UNITS, STORE_FAILURES, REQUESTS, REFUSED_REQUESTS),
    *(WAITING_REQUESTS, EDIT_LATENESS, TABLES, WORKER_SECONDS, WORKER_QUEUE, FIRST_SIGHTS, SHARDS, LOCKS),
)
"""All metrics. docs/grafana.json shows each."""


@contextmanager
def serving(port: int | None) -> Iterator[None]:
    """Measure, and serve the figures at ``/metrics`` on a port of all addresses; None measures nothing.

    Raises:
        PortRefused: the port cannot be opened.
    """
    if port is None:
        yield
        return
    import prometheus_client  # noqa: PLC0415  (some megabytes that few need)

    prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]
    registry = prometheus_client.CollectorRegistry()
    try:
        server, thread = prometheus_client.start_http_server(port, registry=registry)
    except OSError as error:
        raise PortRefused(
            f"The setting ROOKERY_METRICS_PORT cannot be used: port {port} cannot be opened "
            f"({error.strerror}). Name a free port, one for each process of this machine."
        ) from None
    prometheus_client.ProcessCollector(registry=registry)
    for metric in METRICS:
        metric.begin(prometheus_client, registry)
    try:
        yield
    finally:
        for metric in METRICS:
            metric.end()
        server.shutdown()
        server.server_close()
        thread.join()
