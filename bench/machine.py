"""Machine and versions of the measurement."""

from __future__ import annotations

import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import psutil  # type: ignore[import-untyped,unused-ignore]
import psycopg

from bench.databases import Databases

_PACKAGES = (
    "careops",
    "sanic",
    "psycopg",
    "sqlalchemy",
    "pydantic",
    "django",
    "djangorestframework",
    "gunicorn",
    "httpx",
)


def facts(worlds: Databases) -> list[tuple[str, str]]:
    """Return date, machine and versions without identifying the machine."""
    with psycopg.connect(worlds.admin_url, autocommit=True) as connection:
        row = connection.execute("show server_version").fetchone()
    return [
        ("Date", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")),
        ("Processor", f"{_processor()}, {psutil.cpu_count()} cores"),
        ("Memory", f"{psutil.virtual_memory().total / 2**30:.0f} GB"),
        ("Load before the end", " ".join(f"{load:.1f}" for load in psutil.getloadavg())),
        ("System", f"{platform.system()} {platform.release()}"),
        ("Python", sys.version.split()[0]),
        ("PostgreSQL", str(row[0]) if row else "unknown"),
        *((name, _version(name)) for name in _PACKAGES),
    ]


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
