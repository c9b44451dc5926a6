"""Release: its preconditions, the package of the TypeScript types, bills of materials and checksums."""

from __future__ import annotations

import fnmatch
import json
import re
import subprocess
import tarfile
from pathlib import Path

import pytest

from careops import __version__
from tools.files import ROOT
from tools.release import assets
from tools.release.preconditions import MissingNotes, problems, publish_codes, release_notes
from tools.release.types_package import PROGRAM, compile_program, pack

CHANGELOG = (
    "# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-12-01\n\n### Added\n\n- New.\n\n## 1.1.0 - 2026-11-28\n\n- Old.\n"
)


CODES = "tests/published_error_codes.txt"


def git(folder: Path, *words: str) -> str:
    """Run Git and return its output."""
    author = ("-c", "user.name=Test", "-c", "user.email=test@localhost")
    done = subprocess.run(["git", *author, *words], cwd=folder, capture_output=True, text=True, check=True)  # noqa: S603, S607 (git)
    return done.stdout.strip()


@pytest.fixture
def tagged(tmp_path: Path) -> Path:
    """Return a repository that can be released as 1.2.0."""
    git(tmp_path, "init", "-q")
    for name, text in (("careops/error_codes.tsv", "code\tstatus\nold_code\t404\n"), (CODES, "old_code\n")):
        (tmp_path / "sdk" / name).parent.mkdir(parents=True)
        (tmp_path / "sdk" / name).write_text(text)
    commit(tmp_path, CHANGELOG)
    git(tmp_path, "tag", "-a", "v1.2.0", "-m", "1.2.0")
    return tmp_path


def commit(repository: Path, changelog: str) -> None:
    """Commit a changelog."""
    (repository / "CHANGELOG.md").write_text(changelog)
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "--allow-empty", "-m", "change")


def test_a_clean_tagged_commit_is_released(tagged: Path) -> None:
    assert [*problems(tagged, "1.2.0")] == []


def test_changed_files_are_not_released(tagged: Path) -> None:
    (tagged / "new.txt").write_text("new\n")
    assert [*problems(tagged, "1.2.0")] == ["The tree has changed files. Commit or remove them."]


def test_a_version_without_its_tag_is_not_released(tagged: Path) -> None:
    git(tagged, "tag", "-d", "v1.2.0")
    [problem] = problems(tagged, "1.2.0")
    assert problem.startswith("The tag v1.2.0 does not exist.")


def test_another_commit_than_the_tagged_one_is_not_released(tagged: Path) -> None:
    commit(tagged, CHANGELOG)
    [problem] = problems(tagged, "1.2.0")
    assert git(tagged, "rev-parse", "HEAD")[:12] in problem
    assert git(tagged, "rev-parse", "HEAD~1")[:12] in problem


def test_changes_of_no_version_are_not_released(tagged: Path) -> None:
    commit(tagged, CHANGELOG.replace("## Unreleased\n", "## Unreleased\n\n### Fixed\n\n- A fault.\n"))
    git(tagged, "tag", "-f", "v1.2.0")
    assert [problem[:37] for problem in problems(tagged, "1.2.0")] == ["CHANGELOG.md has changes under Unrele"]


def test_a_version_without_changes_is_not_released(tagged: Path) -> None:
    git(tagged, "tag", "v1.3.0")
    assert [*problems(tagged, "1.3.0")] == ["CHANGELOG.md has no changes of 1.3.0."]


def test_new_error_codes_are_published_with_the_release(tagged: Path) -> None:
    with (tagged / "sdk/careops/error_codes.tsv").open("a") as table:
        table.write("new_code\t404\n")
    commit(tagged, CHANGELOG)
    git(tagged, "tag", "-f", "v1.2.0")
    assert [problem.split(".txt ")[1] for problem in problems(tagged, "1.2.0")] == [
        "lacks new_code. Run `python -m tools.release codes`."
    ]
    publish_codes(tagged)
    assert (tagged / "sdk" / CODES).read_text() == "new_code\nold_code\n"


def test_the_notes_are_the_section_of_the_version() -> None:
    assert release_notes(CHANGELOG, "1.2.0") == "### Added\n\n- New."
    assert release_notes(CHANGELOG, "1.1.0") == "- Old."
    with pytest.raises(MissingNotes):
        release_notes(CHANGELOG, "1.2")


@pytest.fixture(scope="module")
def types(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the packed types."""
    return pack(tmp_path_factory.mktemp("types"))


@pytest.mark.slow
def test_the_types_are_a_package_of_this_version(types: Path) -> None:
    assert types.name == assets.TYPES
    with tarfile.open(types) as archive:
        names = {name.removeprefix("package/") for name in archive.getnames()}
        manifest = archive.extractfile("package/package.json")
        assert manifest is not None
        assert json.load(manifest)["version"] == __version__
    assert names == {"LICENSE", "README.md", "index.d.ts", "package.json", "schema.d.ts"}


@pytest.mark.slow
def test_a_program_compiles_with_the_types_alone(types: Path) -> None:
    assert compile_program(types, PROGRAM.read_text("utf-8")) == ""


@pytest.mark.slow
def test_a_wrong_program_does_not_compile(types: Path) -> None:
    program = 'import type { Schema } from "careops-types";\nexport const id: Schema<"Clinic">["id"] = "41";\n'
    assert "Type 'string' is not assignable to type 'number'" in compile_program(types, program)


def test_the_container_file_copies_files_of_a_release() -> None:
    text = (ROOT / "docs/deploy/Containerfile").read_text("utf-8")
    [copied] = re.findall(r"^COPY (.+) \S+$", text, re.MULTILINE)
    files = {assets.WHEEL, assets.ARCHIVE, assets.TYPES, assets.REQUIREMENTS}
    assert [fnmatch.filter(files, pattern) for pattern in copied.split()] == [[assets.REQUIREMENTS], [assets.WHEEL]]
    assert re.search(r"^ARG BASE=python:\d\.\d+-slim\nFROM \$\{BASE\}$", text, re.MULTILINE), (
        "an operator pins a digest"
    )


def bill(folder: Path, *packages: str, version: str = __version__) -> Path:
    """Write a bill of materials."""
    parts = [dict(zip(("name", "version"), package.split("=="), strict=True)) for package in packages]
    document = {"bomFormat": "CycloneDX", "metadata": {"component": {"version": version}}, "components": parts}
    (folder / "bill.json").write_text(json.dumps(document))
    return folder


def test_a_bill_names_every_installed_package(tmp_path: Path) -> None:
    requirements = 'psycopg[binary]==3.3.9 ; python_version > "3" \\\n    --hash=sha256:0\nPy_JWT==2.15\n'
    assert [*assets.bill_faults("bill.json", bill(tmp_path, "psycopg==3.3.9", "py-jwt==2.15"), requirements)] == []
    faults = [*assets.bill_faults("bill.json", bill(tmp_path, "psycopg==3.3.8", "py-jwt==2.15"), requirements)]
    assert faults == ["bill.json does not name psycopg."]
    faults = [*assets.bill_faults("bill.json", bill(tmp_path, version="0.9.0"), "")]
    assert faults == [f"bill.json is no CycloneDX document of {__version__}."]


def test_a_changed_file_has_another_checksum(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(b"one")
    (tmp_path / assets.CHECKSUMS).write_text("not counted\n")
    before = assets.checksums(tmp_path)
    (tmp_path / "a.whl").write_bytes(b"two")
    assert before.keys() == {"a.whl"} == assets.checksums(tmp_path).keys()
    assert before != assets.checksums(tmp_path)


def test_a_wheel_beyond_its_limit_is_named(tmp_path: Path) -> None:
    wheel = tmp_path / assets.WHEEL
    wheel.write_bytes(bytes(assets.MAX_BYTES))
    assert [*assets.size_faults(wheel)] == []
    wheel.write_bytes(bytes(assets.MAX_BYTES + 1))
    assert [*assets.size_faults(wheel)] == [f"{wheel.name} has 8,000,001 bytes, 8,000,000 at most."]
