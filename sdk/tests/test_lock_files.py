"""Lock files: every package has a version and a hash, so that an installation gets exactly these files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = re.compile(r"^(?P<name>[\w.-]+)(?:\[[\w,-]+\])?==\S+(?P<rest>.*(?:\n[ \t].*)*)", re.MULTILINE)


@pytest.mark.proves("SEC-68.hashes")
@pytest.mark.parametrize("file", ["requirements.lock", "tools/clients/requirements.txt"])
def test_locked_python_packages_have_hashes(file: str) -> None:
    text = (ROOT / file).read_text("utf-8")
    packages = list(PACKAGE.finditer(text))
    lines = [line for line in text.splitlines() if re.match(r"[A-Za-z0-9]", line)]
    assert len(packages) == len(lines) > 0
    assert [package["name"] for package in packages if "--hash=sha256:" not in package["rest"]] == []


@pytest.mark.proves("SEC-68.hashes")
def test_locked_npm_packages_have_integrity_values() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    installed = {name: package for name, package in packages.items() if name and not package.get("link")}
    assert installed
    assert [name for name, package in installed.items() if not package.get("integrity")] == []
