"""The npm package of the TypeScript types: ``tools/clients/types/`` with the generated types of the contract."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from careops import __version__
from tools.files import ROOT

SOURCE = ROOT / "tools/clients/types"
SCHEMA = ROOT / "webapp/src/api/gen/schema.d.ts"
PROGRAM = ROOT / "tools/clients/programs/types.ts"
COMPILE = ("--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "program.ts")


def pack(target: Path) -> Path:
    """Write ``careops-types-VERSION.tgz`` to a folder. Return its path."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "types")
        shutil.copytree(SOURCE, folder)
        for file in (SCHEMA, ROOT / "LICENSE"):
            shutil.copy(file, folder)
        manifest = json.loads((folder / "package.json").read_text("utf-8"))
        versioned = {"name": manifest.pop("name"), "version": __version__, **manifest}
        (folder / "package.json").write_text(json.dumps(versioned, indent=2) + "\n", "utf-8")
        words = ("npm", "pack", "--silent", "--pack-destination", str(target.resolve()))
        packed = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603 (npm)
    return target / packed.stdout.strip()


def compile_program(package: Path, source: str) -> str:
    """Compile a program in an empty project that contains the package only. Return the errors of the compiler."""
    with tempfile.TemporaryDirectory() as name:
        project = Path(name)
        (project / "package.json").write_text('{"private": true, "type": "module"}\n', "utf-8")
        (project / "program.ts").write_text(source, "utf-8")
        words = ("npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", str(package.resolve()))
        subprocess.run(words, cwd=project, check=True)  # noqa: S603 (npm)
        compiler = ROOT / "node_modules/typescript/bin/tsc"
        done = subprocess.run(  # noqa: S603 (fixed command)
            ("node", str(compiler), *COMPILE),  # noqa: S607 (node of the session)
            cwd=project,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
    return done.stdout
