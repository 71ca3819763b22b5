"""Simulated boxes, and what the doctor finds at them."""

from __future__ import annotations

from pathlib import Path

from companion.doctor.checks import run_checks
from companion.doctor.context import Context
from companion.doctor.findings import Finding
from companion.doctor.simulated import simulated_context
from companion.settings.parser import read
from companion.settings.search_path import Configuration


def simulated_box(root: Path, *faults: str, settings: str = "", asks: bool = True) -> Context:
    return simulated_context(Configuration(None, read(settings), {}), root, faults, asks=asks)


def findings(box: Context) -> dict[str, Finding]:
    with box.ending:
        return {check.name: finding for check, finding in run_checks(box)}
