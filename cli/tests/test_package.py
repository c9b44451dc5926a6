"""Installation outside the checkout: a wheel with the console, or none."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.archives import extract

from careops import __version__
from careops_server.testing.postgres import EMPTY, TestPostgres

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGES = ("static", "documentation")
PARTS = ("sdk/careops", "cli/careops_cli", "server/careops_server")
FILES = (".gitignore", "CHANGELOG.md", "LICENSE", "README.md", "hatch_build.py", "pyproject.toml", "requirements.lock")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the sources as in a clone, without a built console."""
    clone = tmp_path_factory.mktemp("clone")
    for folder in PARTS:
        shutil.copytree(ROOT / folder, clone / folder, ignore=shutil.ignore_patterns("__pycache__", *PAGES))
    for name in FILES:
        shutil.copy(ROOT / name, clone / name)
    return clone


@pytest.fixture(scope="module")
def commit(checkout: Path) -> str:
    """Commit everything, and return the commit."""
    git(checkout, "init", "-q")
    git(checkout, "add", "-A")
    git(checkout, "-c", "user.name=Test", "-c", "user.email=test@localhost", "commit", "-q", "-m", "all")
    return git(checkout, "rev-parse", "--short=12", "HEAD")


def git(folder: Path, *words: str) -> str:
    """Run Git and return its output."""
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603, S607 (git)


def build(checkout: Path, target: str = "wheel") -> subprocess.CompletedProcess[str]:
    """Build a wheel and return its output."""
    words = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", "dist"]
    return subprocess.run(words, cwd=checkout, capture_output=True, text=True, check=False)  # noqa: S603 (fixed command)


def test_wheel_needs_console_and_documentation(checkout: Path) -> None:
    for folder, name in zip(PAGES, ("console", "documentation"), strict=True):
        run = build(checkout)
        assert run.returncode != 0
        assert f"The {name} is not built" in run.stderr + run.stdout
        assert "nox -s package" in run.stderr + run.stdout
        write_page(checkout, folder)


def write_page(checkout: Path, folder: str) -> None:
    """Write a first page of the console or the documentation."""
    page = checkout / "server/careops_server" / folder / "index.html"
    page.parent.mkdir(exist_ok=True)
    page.write_text("<!doctype html><title>careops</title>")


@pytest.fixture(scope="module")
def installed(checkout: Path, commit: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in a new environment that uses the dependencies of this one."""
    for folder in PAGES:
        write_page(checkout, folder)
    run = build(checkout)
    assert run.returncode == 0, run.stderr
    [wheel] = (checkout / "dist").glob("*.whl")
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, symlinks=True)
    places = sysconfig.get_paths(vars={"base": str(home), "platbase": str(home)})
    packages = Path(places["purelib"])
    with zipfile.ZipFile(wheel) as archive:
        assert {f"careops_server/{folder}/index.html" for folder in PAGES} <= set(archive.namelist())
        assert [name for name in archive.namelist() if "/testing/" in name] == []
        archive.extractall(packages)  # noqa: S202 (our own wheel)
    (packages / "borrowed.pth").write_text(f"{sysconfig.get_paths()['purelib']}\n")
    return Path(places["scripts"]) / "python"


def test_version_option_prints_version_and_commit(installed: Path, commit: str) -> None:
    words = [str(installed), "-P", "-m", "careops_cli", "--version"]
    run = subprocess.run(words, capture_output=True, text=True, check=False, env=clean())  # noqa: S603 (fixed command)
    assert run.stdout == f"careops {__version__} (commit {commit})\n"


def test_source_archive_builds_the_same_wheel(installed: Path, checkout: Path, tmp_path: Path) -> None:
    run = build(checkout, "sdist")
    assert run.returncode == 0, run.stderr
    [archive] = (checkout / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as source:
        extract(source, tmp_path)
    [unpacked] = tmp_path.iterdir()
    run = build(unpacked)
    assert run.returncode == 0, run.stderr
    [wheel], [again] = (checkout / "dist").glob("*.whl"), (unpacked / "dist").glob("*.whl")
    assert again.read_bytes() == wheel.read_bytes()


def test_package_of_changed_files_has_a_dirty_commit(installed: Path, checkout: Path, commit: str) -> None:
    (checkout / "README.md").write_text("Changed.\n")
    assert build(checkout).returncode == 0
    [wheel] = (checkout / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read("careops/commit.txt").decode() == f"{commit}-dirty\n"


def test_installed_code_comes_from_the_wheel(installed: Path) -> None:
    script = "import careops, careops_cli, careops_server; print(careops.__file__, careops_server.__file__)"
    run = subprocess.run([str(installed), "-P", "-c", script], capture_output=True, text=True, check=True, env=clean())  # noqa: S603 (fixed command)
    assert str(ROOT) not in run.stdout


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """Return an empty database."""
    with TestPostgres() as server:
        yield server.new_database(EMPTY)


def test_installed_server_serves_the_console(installed: Path, database: str, tmp_path: Path) -> None:
    environment = {**clean(), "CAREOPS_DATABASE_URL": database, "CAREOPS_DATA_DIR": str(tmp_path / "data")}
    words = [str(installed), "-P", "-m", "careops_cli", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(words, env=environment, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603 (fixed command)
        assert process.stderr is not None
        ready = next(line for line in process.stderr if '"event":"Ready at ' in line)
        with urllib.request.urlopen(json.loads(ready)["url"], timeout=60) as answer:  # noqa: S310 (local server)
            assert b"<title>careops</title>" in answer.read()
        process.terminate()
        process.communicate(timeout=120)


def clean() -> dict[str, str]:
    """Return an environment without settings of the checkout."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("CAREOPS_", "PYTHON"))}
