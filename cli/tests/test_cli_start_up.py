"""Start-up time: slow packages are only imported by commands that need them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from careops.extras import install_command
from careops_cli.auth.profiles import LOCAL_URL
from careops_cli.framework import errors
from careops_cli.framework.completion_cache import save

ROOT = Path(__file__).parents[2]
SLOW = {"rich", "httpx", "pydantic", "sanic", "sqlalchemy", "psycopg", "keyring", "careops_server", "phonenumbers"}
_PROBE = """
import json, sys
from careops_cli.main import main
code = main(json.loads(sys.argv[1]))
sys.stderr.write(json.dumps([code, sorted({name.partition(".")[0] for name, found in sys.modules.items() if found})]))
"""


def _imported(*arguments: str, probe: str = _PROBE) -> tuple[int, set[str]]:
    path = [folder for folder in sys.path if folder]
    process = subprocess.run(  # noqa: S603 (fixed command)
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}\n{probe}", json.dumps(arguments)],
        capture_output=True,
        text=True,
        check=True,
    )
    code, modules = json.loads(process.stderr.splitlines()[-1])
    return code, set(modules)


@pytest.mark.parametrize(
    "arguments",
    [("--help",), ("clinics", "--help"), ("clinics", "list", "--help"), ("db", "--help"), ("call", "--help")],
    ids=" ".join,
)
def test_help_imports_no_slow_module(arguments: tuple[str, ...]) -> None:
    code, modules = _imported(*arguments)
    assert code == 0
    assert modules & SLOW == set()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("careops cl", "clinics"),
        ("careops clinics list --ho", "--hospital"),
        ("careops clinics list --columns na", "name"),
        ("careops modules on i", "ipd"),
        ("careops profiles use l", "local"),
        ("careops call ListCl", "ListClinics"),
        ("careops call ListClinics is_h", "is_hospital="),
        ("careops modules on 2 --where sta", "state="),
        ("careops modules on Lab", "Labs"),
        ("careops modules on Labs --resume ", "{journal}"),
        ("careops runs show ", "2026-11-21-114503-modules"),
        ("careops help bu", "bulk"),
    ],
)
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_completion_imports_no_slow_module(
    shell: str, typed: str, offered: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Completions without the platform must be fast: Pydantic alone takes longer than the rest."""
    monkeypatch.setenv("CAREOPS_STATE_DIR", str(home))
    save("modules", LOCAL_URL, ["Labs"])
    journal = home / "runs" / "2026-11-21-114503-modules.jsonl"
    journal.parent.mkdir()
    journal.write_text('{"careops_journal": 1, "command": "modules"}\n')
    monkeypatch.setenv("_CAREOPS_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", typed)
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(typed.count(" ")))
    path = [folder for folder in sys.path if folder]
    program = (
        f"import atexit, json, sys; sys.path[:0] = {path!r}\n"
        "loaded = lambda: {name.partition('.')[0] for name, module in sys.modules.items() if module}\n"
        "atexit.register(lambda: sys.stderr.write(json.dumps(sorted(loaded()))))\n"
        "from careops_cli.main import main\nmain([])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)  # noqa: S603 (fixed command)
    assert offered.format(journal=journal) in re.split(r'[\n"]', done.stdout)
    assert set(json.loads(done.stderr)) & SLOW == set()


def test_version_does_not_import_typer() -> None:
    code, modules = _imported("--version")
    assert code == 0
    assert modules & (SLOW | {"typer"}) == set()


def test_piped_command_imports_neither_rich_nor_server() -> None:
    _, modules = _imported("call", "--list")
    assert modules & {"rich", "httpx", "keyring", "sanic", "sqlalchemy", "careops_server"} == set()


def test_error_descriptions_stay_out_of_the_server_process() -> None:
    """The module would stay in the supervisor's memory as long as the server runs."""
    program = (
        "import sys; from careops_cli.local_installation import failures_explained\n"
        "with failures_explained(): import careops_server.processes.supervisor\n"
        "print(*{'sqlalchemy', 'alembic', 'sanic', 'httpx'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 (fixed command)
    assert done.stdout.split() == []


def test_remote_command_needs_no_event_loop() -> None:
    """Without https it does not load trusted certificates either."""
    probe = _PROBE.replace("import json, sys", "import json, ssl, sys; ssl.create_default_context = None")
    code, modules = _imported("clinics", "list", "--url", "http://127.0.0.1:9/api", probe=probe)
    assert code == 4  # without a session
    assert modules & {"asyncio", "rich", "keyring"} == set()


def test_list_builds_only_the_calls_of_its_area() -> None:
    """Building models dominates the start of a command, so the session's models wait until a token refresh."""
    probe = _PROBE.replace('{name.partition(".")[0] for', "{name for")
    _, modules = _imported("clinics", "list", "--url", "http://127.0.0.1:9/api", probe=probe)
    assert {name for name in modules if name.startswith("careops.calls.")} == {"careops.calls.clinics"}


def test_command_ends_without_garbage_collection() -> None:
    program = (
        "import atexit, gc; atexit.register(lambda: print('frozen', gc.get_freeze_count() > 1000))\n"
        "from careops_cli.main import main; main(['clinics', '--help'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 (fixed command)
    assert done.stdout.splitlines()[-1] == "frozen True"


@pytest.mark.parametrize(("package", "extra"), [("faker", "server"), ("sqlalchemy", "server")])
def test_missing_package_names_its_extra(package: str, extra: str) -> None:
    program = (
        f"import sys; sys.modules[{package!r}] = None; from careops_cli.main import main; main(['demo', 'create'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 (fixed command)
    assert done.stderr == f"error: {package} is not installed. Run: {install_command(extra)}\n"


def test_every_package_of_an_extra_has_install_advice() -> None:
    modules: dict[str, set[str]] = {}
    for module, owners in packages_distributions().items():
        for name in owners:
            modules.setdefault(normalized(name), set()).add(module)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for extra, requirements in extras.items():
        names = {normalized(re.split(r"[\[<>=]", requirement)[0]) for requirement in requirements} - {"careops"}
        missing = {name for name in names if not modules.get(name, {name}) & errors.EXTRAS.get(extra, set())}
        assert missing == set(), f"add the modules to EXTRAS[{extra!r}]"


def normalized(name: str) -> str:
    """Return the name of a package in its usual form."""
    return re.sub(r"[-_.]+", "-", name).lower()
