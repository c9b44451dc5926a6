"""The wheel with the dependencies locked by ``nox -s package``: every module, job kind and command works.

``nox -s packaged`` makes the installation and sets ``CAREOPS_INSTALLED``; without it the tests are skipped.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.tests.documents import blocks

BIN = Path(os.environ["CAREOPS_INSTALLED"])
PACKAGE = Path(os.environ.get("CAREOPS_PACKAGE", "dist"))
PASSWORD = "demo-world-password"
MISSING = re.compile(r"is not installed|ModuleNotFoundError|ImportError|Traceback|Unexpected|log says what")
FEEDS = json.dumps([{"name": "Refused", "address": "https://127.0.0.1/feed.xml"}])
ADD_DEVICES = """
from careops_cli.local_installation import database, settings
from careops_server.areas.broadcasts.queries import AT_ONCE
from sqlalchemy import create_engine, text
with database(settings()) as url, create_engine(url).begin() as connection:
    connection.execute(
        text(
            "insert into devices (user_id, app_type, device_key, app_version, device_type, device_version)"
            " select (select min(id) from users), 'cms', 'packaged ' || n, '1.0.0', 'web', '1'"
            " from generate_series(0, :at_once) n"
        ),
        {"at_once": AT_ONCE},
    )
"""
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
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data folder of the server."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def console(data: Path) -> Iterator[str]:
    """Start a server on demo data with its embedded PostgreSQL."""
    settings = {"CAREOPS_DATA_DIR": str(data), "CAREOPS_PORT": "0", "CAREOPS_WORKERS": "1", "CAREOPS_FEEDS": FEEDS}
    environment = {**os.environ, **settings}
    environment.pop("CAREOPS_URL", None)
    log = data.with_suffix(".log")
    with (
        log.open("w") as written,
        subprocess.Popen([BIN / "careops", "serve", "--demo"], env=environment, stderr=written) as process,  # noqa: S603 (the program under test)
    ):
        while not (match := re.search(r"http://127\.0\.0\.1:\d+", log.read_text())):
            assert process.poll() is None, log.read_text()
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.2)
        yield f"{match[0]}/api"
        process.terminate()
        process.wait(120)


@pytest.fixture(scope="module")
def home(console: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the home folder of a signed-in super admin."""
    folder = tmp_path_factory.mktemp("home")
    run("login", "--url", console, "--phone", "9000000001", "--password-stdin", stdin=PASSWORD, home=folder)
    return folder


def test_version_option_prints_version_and_commit() -> None:
    assert re.fullmatch(r"careops \d+\.\d+\.\d+ \(commit [0-9a-f]{12}(-dirty)?\)\n", run("--version"))


def test_installed_modules_can_be_imported() -> None:
    done = subprocess.run([BIN / "python", "-c", IMPORT_ALL], capture_output=True, text=True, check=True)  # noqa: S603 (the installation under test)
    missing = [line for line in done.stdout.splitlines() if not line.endswith(" opentelemetry")]
    assert missing == [], "only tracing is an extra that the package leaves out"


def test_server_serves_the_documentation(console: str) -> None:
    with urllib.request.urlopen(f"{console.removesuffix('/api')}/docs/guide/cli.html") as page:  # noqa: S310 (our server)
        assert "careops clinics list" in page.read().decode()


def test_switch_of_a_module_is_recorded(console: str, home: Path) -> None:
    (clinic,) = json.loads(run("--url", console, "clinics", "list", "--limit", "1", "--json", home=home))
    switch = ("modules", "on", "Telemedicine", str(clinic["id"]), "--json")
    assert json.loads(run("--url", console, *switch, home=home))[0]["outcome"] == "done"
    logs = ("audit", "logs", "--clinic", str(clinic["id"]), "--key", "module.activate", "--json")
    assert json.loads(run("--url", console, *logs, home=home))[0]["user"]["type"] == "super_admin"


@pytest.mark.parametrize("kind", ["cms", "growth"])
def test_data_generation_fills_the_clinics_of_a_number(console: str, home: Path, kind: str) -> None:
    (clinic,) = json.loads(run("--url", console, "clinics", "list", "--limit", "1", "--json", home=home))
    phone = clinic["phone_number"]
    run("--url", console, "data-generation", kind, str(phone), "--wait", "--yes", home=home)


def test_each_kind_of_job_succeeds(console: str, home: Path, data: Path) -> None:
    # The ledger of a broadcast to that many devices is a job.
    environment = {**os.environ, "CAREOPS_DATA_DIR": str(data)}
    subprocess.run([BIN / "python", "-c", ADD_DEVICES], env=environment, check=True)  # noqa: S603 (the installation under test)
    # A new installation requires the approval of another super admin for a broadcast to 500 devices. To switch that off
    # takes one as well, or an emergency.
    policies = json.loads(run("--url", console, "policies", "list", "--json", home=home))
    for policy in policies:
        policy["enabled"] = policy["enabled"] and policy["call"] != "SendWebUpgrade"
    unlock = [{"call": "SaveApprovalPolicies", "parameters": {"policies": policies}}]
    request_id = propose(console, home, unlock)
    bypass = ("requests", "bypass", request_id, "--reason", "Nobody else is a super admin", "--yes", "--password-stdin")
    run("--url", console, *bypass, stdin=PASSWORD, home=home)
    ended_jobs(console, home)
    run(
        *("--url", console, "broadcasts", "web-upgrade", "--app", "cms", "--yes", "--password-stdin"),
        stdin=PASSWORD,
        home=home,
    )
    (clinic,) = json.loads(run("--url", console, "clinics", "list", "--limit", "1", "--json", home=home))
    # A job plans more than a thousand changes; those of unknown clinics would be refused.
    ids = range(clinic["id"], clinic["id"] + 1_001)
    many = [{"call": "UpdateClinic", "parameters": {"id": id, "rooms_count": 12}} for id in ids]
    run("--url", console, "requests", "close", propose(console, home, many), "--yes", home=home)
    run("--url", console, "requests", "apply", propose(console, home, many[:1]), "--wait", "--yes", home=home)
    # The feed of these tests is at an address that is refused before a connection, so the job fails with that reason.
    run("--url", console, "news", "fetch", home=home, code=None)
    run("--url", console, "news", "fetch", "--dry-run", home=home, code=None)
    jobs = ended_jobs(console, home)
    listed = "from careops_server.processes.job_registry import KINDS; print(*KINDS)"
    kinds = subprocess.run([BIN / "python", "-c", listed], capture_output=True, text=True, check=True).stdout.split()  # noqa: S603 (the installation under test)
    assert {job["kind"] for job in jobs} == {*kinds}, "use a new kind of job above"
    problems = {job["kind"]: job["problem"] for job in jobs if job["state"] != "done"}
    assert problems.keys() == {"news.fetch_feeds"}
    assert "Its address does not lead to the public internet" in problems["news.fetch_feeds"]


def propose(console: str, home: Path, changes: list[dict[str, Any]]) -> str:
    """Propose changes. Return the id of the request."""
    file = json.dumps({"title": "Rooms", "reason": "They built some", "changes": changes})
    request = json.loads(run("--url", console, "requests", "propose", "-", "--json", stdin=file, home=home))
    return str(request["id"])


def ended_jobs(console: str, home: Path) -> list[dict[str, Any]]:
    """Return all jobs when none waits or runs any more."""
    for _ in range(100):  # each command takes a moment
        jobs: list[dict[str, Any]] = json.loads(run("--url", console, "jobs", "list", "--all", "--json", home=home))
        if not {job["state"] for job in jobs} & {"waiting", "running"}:
            return jobs
    raise AssertionError(f"jobs do not end: {jobs}")


def test_each_reading_command_runs(console: str, home: Path) -> None:
    areas = re.findall(r"^  ([a-z][a-z-]+)  ", run("help", "commands"), re.MULTILINE)
    assert len(areas) > 30
    for area in areas:
        page = run(area, "--help")
        if re.search(r"^  list  ", page, re.MULTILINE):
            run("--url", console, area, "list", home=home, code=None)
    run("--url", console, "clinics", "export", str(home / "clinics.xlsx"), home=home)
    assert (home / "clinics.xlsx").stat().st_size > 5_000


def test_jq_filters_are_installed(console: str, home: Path) -> None:
    assert run("--url", console, "clinics", "list", "--limit", "1", "--jq", "length", home=home).strip() == "1"


def test_command_line_alone_starts_as_documented(console: str, tmp_path: Path) -> None:
    (install,) = [block.text for block in blocks("guide/installation.md") if block.text.startswith("pip install '")]
    subprocess.run([BIN / "python", "-m", "venv", tmp_path / "alone"], check=True)  # noqa: S603 (the installation under test)
    script = f"set -e\n. {tmp_path}/alone/bin/activate\n{install}\n! python -c 'import sanic' 2>&1\ncareops --version\n"
    sign_in = f"careops login --url {console} --phone 9000000001 --password-stdin\n"
    listed = f"careops clinics list --url {console} --limit 1\n"
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("CAREOPS_", "PYTHON"))}
    done = subprocess.run(  # noqa: S603 (the command of the page)
        ["/bin/bash", "-c", script + sign_in + listed],
        cwd=PACKAGE,
        env={**environment, "HOME": str(tmp_path), "CAREOPS_CONFIG_DIR": str(tmp_path), "CAREOPS_TOKENS": "file"},
        input=PASSWORD,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "careops 1." in done.stdout
    assert not re.search(r"is not installed|Traceback", done.stderr)
