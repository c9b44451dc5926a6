"""Clients generated from the OpenAPI document compile, report wrong types, and work with a real server.

Run by ``nox -s clients``, which installs the pinned generators: ``requirements.txt`` and ``package-lock.json``.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shlex
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from server.tests.support.live_server import Live, live_server
from tools.archives import extract
from tools.release.types_package import pack

from careops import CareOps

HERE = Path(__file__).parent
GUIDE = HERE.parents[1] / "docs/guide/api_clients.md"
DOCUMENT = HERE.parents[1] / "server/careops_server/openapi.json"
GENERATORS = Path(os.environ.get("CAREOPS_CLIENT_GENERATORS", "/nowhere"))
"""The environment of the Python generators."""
MODULES = HERE / "node_modules"
ACCOUNT = ("9000000001", "demo-world-password")
COMPILER_OPTIONS = {
    "strict": True,
    "target": "es2022",
    "lib": ["es2022", "dom", "dom.iterable"],
    "module": "node16",
    "outDir": "compiled",
    "types": ["node"],
    "skipLibCheck": True,
}


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    """A server with demo data."""
    with live_server() as running:
        yield running


@pytest.fixture(scope="module")
def expected(live: Live) -> dict[str, Any]:
    """Results of the same calls with the careops SDK."""
    with CareOps(f"{live.url}/api") as client:
        client.sign_in(*ACCOUNT)
        page = client.clinics.list(is_hospital=True, perpage=500)
    return {"total": page.total_records, "first": page.items[0].name, "names": [clinic.name for clinic in page.items]}


def run(*command: str | Path, cwd: Path) -> str:
    """Return the standard output of a command. Fail with everything that it printed."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, f"{command[0]}:\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
    return done.stdout


def compile_and_run(program: str, folder: Path, url: str) -> dict[str, Any]:
    """Compile a program with its generated client under strict rules, then run it."""
    (folder / "node_modules").symlink_to(MODULES)
    shutil.copy(HERE / "programs" / program, folder / "program.ts")
    options = {"compilerOptions": COMPILER_OPTIONS, "files": ["program.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(options))
    run(MODULES / ".bin/tsc", cwd=folder)
    result: dict[str, Any] = json.loads(run("node", "compiled/program.js", f"{url}/api", *ACCOUNT, cwd=folder))
    return result


def check(result: dict[str, Any], expected: dict[str, Any]) -> None:
    """Check that a program has read the list, checked a file, read an error, and stored both kinds of files."""
    assert (result["total"], result["first"]) == (expected["total"], expected["first"])
    assert result["columns"] == ["first_name", "phone_number"]
    assert result["refusal"] == "id"
    lines = result["csv"].lstrip("\ufeff").splitlines()
    assert (lines[0], len(lines)) == ('"Clinic"', 1 + expected["total"])
    assert expected["names"][0] in lines[1]
    with ZipFile(BytesIO(base64.b64decode(result["xlsx"]))) as workbook:
        assert workbook.testzip() is None
        assert "xl/worksheets/sheet1.xml" in workbook.namelist()


def test_openapi_python_client(live: Live, expected: dict[str, Any], tmp_path: Path) -> None:
    generator = GENERATORS / "openapi-python-client"
    words = ("generate", "--path", DOCUMENT, "--meta", "none", "--output-path", "generated", "--fail-on-warning")
    run(generator, *words, cwd=tmp_path)
    shutil.copy(HERE / "programs/python_client.py", tmp_path / "program.py")
    run(GENERATORS / "python", "-m", "mypy", "--strict", "--follow-imports=silent", "program.py", cwd=tmp_path)
    check(json.loads(run(GENERATORS / "python", "program.py", f"{live.url}/api", *ACCOUNT, cwd=tmp_path)), expected)


def test_openapi_typescript_and_openapi_fetch(live: Live, expected: dict[str, Any], tmp_path: Path) -> None:
    words = ("-o", "generated/schema.ts", "--default-non-nullable=false")
    run(MODULES / ".bin/openapi-typescript", DOCUMENT, *words, cwd=tmp_path)
    check(compile_and_run("openapi_fetch.ts", tmp_path, live.url), expected)


def test_guide_program_runs(live: Live, expected: dict[str, Any], tmp_path: Path) -> None:
    [(name, program)] = re.findall(
        r'^```ts title="(.+)"\n(.*?)^```$', GUIDE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    [compiler] = re.findall(r"^npx (tsc .+)$", GUIDE.read_text("utf-8"), re.MULTILINE)
    (tmp_path / name).write_text(program)
    (tmp_path / "package.json").write_text('{"private": true, "type": "module"}')
    modules = tmp_path / "node_modules"
    modules.mkdir()
    for module in MODULES.iterdir():
        (modules / module.name).symlink_to(module)
    with tarfile.open(pack(tmp_path)) as package:
        extract(package, tmp_path)
    (tmp_path / "package").rename(modules / "careops-types")
    run(MODULES / ".bin/tsc", *shlex.split(compiler)[1:], cwd=tmp_path)
    with CareOps(f"{live.url}/api") as client:
        client.sign_in(*ACCOUNT)
        client.confirm(ACCOUNT[1])
        scopes = ("clinics:read", "news:read")
        keys = [client.keys.create(name=scope, scopes=[scope], expires_in_days=1) for scope in scopes]
    allowed, refused = [
        subprocess.run(
            ("node", name.replace(".ts", ".js")),
            cwd=tmp_path,
            env={**os.environ, "CAREOPS_URL": f"{live.url}/api", "CAREOPS_TOKEN": key.token},
            capture_output=True,
            text=True,
            check=False,
        )
        for key in keys
    ]
    assert allowed.stdout.splitlines()[0] == f"{expected['total']} hospitals"
    assert allowed.stdout.splitlines()[1].endswith(f" {expected['first']}")
    assert re.fullmatch(r"403 forbidden [0-9a-f]{24}\n", refused.stderr)


def test_orval(live: Live, expected: dict[str, Any], tmp_path: Path) -> None:
    output = {"target": "generated/careops.ts", "client": "fetch", "mode": "split", "baseUrl": f"{live.url}/api"}
    configuration = {"careops": {"input": str(DOCUMENT), "output": output}}
    (tmp_path / "orval.config.cjs").write_text(f"module.exports = {json.dumps(configuration)};")
    run(MODULES / ".bin/orval", "--config", "orval.config.cjs", cwd=tmp_path)
    check(compile_and_run("orval.ts", tmp_path, live.url), expected)


def test_openapi_generator_typescript_fetch(live: Live, expected: dict[str, Any], tmp_path: Path) -> None:
    words = ("generate", "-i", DOCUMENT, "-g", "typescript-fetch", "-o", "generated")
    run(GENERATORS / "openapi-generator-cli", *words, cwd=tmp_path)
    check(compile_and_run("typescript_fetch.ts", tmp_path, live.url), expected)


@pytest.mark.parametrize("generator", ["go", "java", "csharp"])
def test_openapi_generator_uses_64_bits_for_ids(generator: str, tmp_path: Path) -> None:
    types = {"go": ("model_clinic.go", "int64"), "java": ("Clinic.java", "Long id"), "csharp": ("Clinic.cs", "long Id")}
    words = ("generate", "-i", DOCUMENT, "-g", generator, "-o", "generated", "--global-property", "models=Clinic")
    run(GENERATORS / "openapi-generator-cli", *words, cwd=tmp_path)
    name, expected = types[generator]
    [model] = tmp_path.rglob(name)
    assert expected in model.read_text()
