"""The check of names finds violations and unneeded exceptions, and passes on the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.names import Rules, complaints

SAME = "class Page: ...\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return tmp_path


def write(tree: Path, name: str, source: str = "") -> None:
    (tree / name).parent.mkdir(parents=True, exist_ok=True)
    (tree / name).write_text(source)


@pytest.mark.parametrize("name", ["tidying", "table_tidying", "useTidying"])
def test_a_module_in_ing_needs_an_exception(tree: Path, name: str) -> None:
    write(tree, f"server/{name}.py")
    assert complaints(Rules(), root=tree) == [f"server/{name}.py: {name}: name it after a thing, without -ing"]
    assert complaints(Rules(ing={"tidying": "the term of the field"}), root=tree) == []


@pytest.mark.parametrize("name", ["test_tidying.py", "tidying.test.ts", "tidying.spec.ts"])
def test_a_test_is_named_by_behaviour(tree: Path, name: str) -> None:
    write(tree, name)
    assert complaints(Rules(), root=tree) == []


def test_a_folder_in_ing_needs_an_exception(tree: Path) -> None:
    write(tree, "webapp/src/tidying/rows.ts")
    (complaint,) = complaints(Rules(), root=tree)
    assert complaint.startswith("webapp/src/tidying/rows.ts: tidying: ")


def test_public_classes_of_a_package_have_different_names(tree: Path) -> None:
    for name in ("sdk/careops/a.py", "sdk/careops/b.py", "cli/careops_cli/c.py"):
        write(tree, name, SAME)
    write(tree, "sdk/careops/d.py", "class _Page: ...\n")
    problems = complaints(Rules(), root=tree)
    assert problems == ["sdk/careops/a.py, sdk/careops/b.py: Page: classes of careops share this name"]
    assert complaints(Rules(classes={"careops": {"Page": "both are pages"}}), root=tree) == []


@pytest.mark.parametrize("name", ["refuse_late", "_refuse_late"])
def test_functions_avoid_prefixes(tree: Path, name: str) -> None:
    write(tree, "a.py", f"class A:\n    async def {name}(self) -> None: ...\n")
    problems = complaints(Rules(prefixes={"refuse_": "check_ or require_"}), root=tree)
    assert problems == [f"a.py:2: {name}: use check_ or require_ instead of refuse_"]


@pytest.mark.parametrize("retired", ["shelter", "server/shelter", "server/shelter.py"])
def test_a_retired_module_must_not_come_back(tree: Path, retired: str) -> None:
    write(tree, "server/shelter.py")
    problems = complaints(Rules(retired={retired: "sandbox"}), root=tree)
    assert problems == ["server/shelter.py: use sandbox"]


def test_a_name_within_another_one_is_not_retired(tree: Path) -> None:
    write(tree, "server/shelters.py")
    write(tree, "webapp/src/shelter.css")
    assert complaints(Rules(retired={"shelter": "sandbox", "server/shelter": "sandbox"}), root=tree) == []


def test_an_unneeded_exception_is_named(tree: Path) -> None:
    rules = Rules(ing={"tracing": "the term of the field"}, classes={"careops": {"Page": "both are pages"}})
    assert complaints(rules, root=tree) == [
        "tools/names.toml: no module ends in tracing; remove the exception",
        "tools/names.toml: only one class of careops is called Page; remove the exception",
    ]


def test_a_file_without_a_rule_for_it_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "names.toml").write_text("[colours]\nred = 'no'\n")
    (tmp_path / "retired.tsv").write_text("shelter\tsandbox\n")
    with pytest.raises(TypeError, match="colours"):
        Rules.load(tmp_path / "names.toml", tmp_path / "retired.tsv")


def test_the_repository_passes() -> None:
    assert complaints(Rules.load()) == []
