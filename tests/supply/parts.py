"""The software bill of materials: CycloneDX 1.5, as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.supply.locks import Package
from tests.supply.registry import Release


def parts_list(releases: Iterable[Release]) -> dict[str, Any]:
    """The bill of materials: each package's version, files, licence and known vulnerabilities."""
    found = list(releases)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "rookery"}},
        "components": [_component(one) for one in found],
        "vulnerabilities": [
            {"id": fault, "affects": [{"ref": _reference(one.package)}]}
            for one in found
            for fault in one.faults
        ],
    }


def _component(release: Release) -> dict[str, Any]:
    package = release.package
    return {
        "type": "library",
        "bom-ref": _reference(package),
        "name": package.name,
        "version": package.version,
        "purl": _reference(package),
        "licenses": [{"license": {"name": release.licence}}],
        "hashes": [{"alg": "SHA-256", "content": one} for one in package.hashes],
    }


def _reference(package: Package) -> str:
    return f"pkg:pypi/{package.name}@{package.version}"
