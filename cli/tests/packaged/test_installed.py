"""The wheel with the dependencies locked by ``nox -s package``: every module, job kind and command works.

``nox -s packaged`` makes the installation and sets ``CAREOPS_INSTALLED``; without it the tests are skipped.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

BIN = Path(os.environ["CAREOPS_INSTALLED"])
PASSWORD = "demo-world-password"
MISSING = re.compile(r"is not installed|ModuleNotFoundError|ImportError|Traceback|Unexpected|log says what")
IMPORT_ALL = """
import importlib, pkgutil
for package in ("careops", "careops_cli", "careops_server"):
    for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        # Migrations run inside Alembic, and __main__ is the program itself.
        if not any(part in module.name for part in (".versions.0", ".versions.env", "__main__")):
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as error:
                print(module.name, "needs", error.name)
"""


def run(*words: str, stdin: str = "", home: Path | None = None, code: int | None = 0) -> str:
    """Run the installed program and return its output."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("CAREOPS_", "PYTHON"))}
    if home:
        environment |= {"HOME": str(home), "CAREOPS_CONFIG_DIR": str(home), "XDG_CONFIG_HOME": str(home)}
    done = subprocess.run(  # noqa: S603 (the program under test)
        [BIN / "careops", *words], input=stdin, env=environment, capture_output=True, text=True, check=False
    )
    assert not MISSING.search(done.stderr + done.stdout), (words, done.stderr)
    assert code is None or done.returncode == code, (words, done.stdout, done.stderr)
    return done.stdout


@pytest.fixture(scope="module")
def console(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server on demo data with its embedded PostgreSQL."""
    folder = tmp_path_factory.mktemp("data")
    environment = {**os.environ, "CAREOPS_DATA_DIR": str(folder), "CAREOPS_PORT": "0", "CAREOPS_WORKERS": "1"}
    environment.pop("CAREOPS_URL", None)
    log = folder.with_suffix(".log")
    with (
        log.open("w") as written,
        subprocess.Popen([BIN / "careops", "serve", "--demo"], env=environment, stderr=written) as process,  # noqa: S603 (the program under test)
    ):
        while not (found := re.search(r"http://127\.0\.0\.1:\d+", log.read_text())):
            assert process.poll() is None, log.read_text()
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.2)
        yield f"{found[0]}/api"
        process.terminate()
        process.wait(120)


@pytest.fixture(scope="module")
def home(console: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the home folder of a signed-in super admin."""
    folder = tmp_path_factory.mktemp("home")
    run("login", "--url", console, "--phone", "9000000001", "--password-stdin", stdin=PASSWORD, home=folder)
    return folder


def test_every_module_finds_what_it_imports() -> None:
    done = subprocess.run([BIN / "python", "-c", IMPORT_ALL], capture_output=True, text=True, check=True)  # noqa: S603 (the installation under test)
    missing = [line for line in done.stdout.splitlines() if not line.endswith(" opentelemetry")]
    assert missing == [], "only tracing is an extra that the package leaves out"


@pytest.mark.parametrize("kind", ["cms", "growth"])
def test_data_generation_fills_the_clinics_of_a_number(console: str, home: Path, kind: str) -> None:
    (clinic,) = json.loads(run("--url", console, "clinics", "list", "--limit", "1", "--json", home=home))
    phone = clinic["phone_number"]
    run("--url", console, "data-generation", kind, str(phone), "--wait", "--yes", home=home)


def test_every_kind_of_job_ends_well(console: str, home: Path) -> None:
    run("--url", console, "news", "fetch", home=home, code=None)
    run(
        *("--url", console, "broadcasts", "web-upgrade", "--app", "cms", "--yes", "--password-stdin"),
        stdin=PASSWORD,
        home=home,
    )
    jobs = json.loads(run("--url", console, "jobs", "list", "--all", "--json", home=home))
    assert {job["kind"] for job in jobs} >= {"data_generation.cms", "data_generation.growth"}
    assert [job for job in jobs if job["state"] == "failed"] == []


def test_every_reading_command_runs(console: str, home: Path) -> None:
    areas = re.findall(r"^  ([a-z][a-z-]+)  ", run("--help"), re.MULTILINE)
    assert len(areas) > 30
    for area in areas:
        page = run(area, "--help")
        if re.search(r"^  list  ", page, re.MULTILINE):
            run("--url", console, area, "list", home=home, code=None)
    run("--url", console, "clinics", "export", str(home / "clinics.xlsx"), home=home)
    assert (home / "clinics.xlsx").stat().st_size > 5_000


def test_filters_of_json_are_there(console: str, home: Path) -> None:
    assert run("--url", console, "clinics", "list", "--limit", "1", "--jq", "length", home=home).strip() == "1"
