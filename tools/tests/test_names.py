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


@pytest.mark.parametrize(
    "name", ["tidying.py", "table_tidying.py", "useTidying.ts", "test_tidying.py", "tidying.test.ts", "tidying.spec.ts"]
)
def test_a_module_in_ing_needs_an_exception(tree: Path, name: str) -> None:
    write(tree, f"server/{name}")
    stem = name.partition(".")[0]
    assert complaints(Rules(), root=tree) == [f"server/{name}: {stem}: name it after a thing, without -ing"]
    assert complaints(Rules(ing={"tidying": "the term of the field"}), root=tree) == []


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


@pytest.mark.parametrize("name", ["shelter.py", "shelter/rows.py", "test_shelter_rows.py", "useShelter.tsx"])
def test_former_module_name_is_reported(tree: Path, name: str) -> None:
    write(tree, f"server/{name}")
    assert complaints(Rules(modules={"shelter": "sandbox"}), root=tree) == [f"server/{name}: shelter: use sandbox"]


def test_another_word_is_not_a_former_name(tree: Path) -> None:
    write(tree, "server/shelters.py")
    write(tree, "webapp/src/shelter.css")
    assert complaints(Rules(modules={"shelter": "sandbox"}), root=tree) == []


@pytest.mark.parametrize(
    "source",
    [
        "told = 1",
        "for told in (): ...",
        "def a(told: int) -> None: ...",
        "async def _told() -> None: ...",
        "key = lambda told: 1",
        "class A:\n    def b(self) -> None: self._told = 1",
        "if told := 1: ...",
    ],
)
def test_variables_are_named_after_their_values(tree: Path, source: str) -> None:
    write(tree, "a.py", source)
    (complaint,) = complaints(Rules(variables={"told": "message"}), root=tree)
    assert complaint.endswith("told: name it after its value, such as message")


@pytest.mark.parametrize(
    "source",
    [
        "const told = 1;",
        "let told: string;",
        "const [told, setTold] = useState(1);",
        "const { told } = answer;",
        "function told() {}",
        "function a(told: number) {}",
        "rows.map((told) => 1);",
        "rows.map(told => 1);",
    ],
)
def test_variables_of_typescript_are_named_after_their_values(tree: Path, source: str) -> None:
    write(tree, "a.ts", f"// comment\n{source}\n")
    problems = complaints(Rules(variables={"told": "message"}), root=tree)
    assert problems == ["a.ts:2: told: name it after its value, such as message"]


def test_variables_of_frozen_modules_need_an_exception(tree: Path) -> None:
    write(tree, "versions/a.py", "told = 1")
    rules = Rules(variables={"told": "message"}, frozen={"versions/a.py": "a migration"})
    assert complaints(rules, root=tree) == []
    write(tree, "versions/a.py", "message = 1")
    assert complaints(rules, root=tree) == [
        "tools/names.toml: all variables of versions/a.py are named after their values; remove the exception"
    ]


def test_fields_of_the_api_keep_their_names(tree: Path) -> None:
    write(tree, "a.py", "class Answer:\n    told: int = 0\n\nprint(answer.told, Answer(told=1))\n")
    write(tree, "a.ts", "say({ told: answer.told });\n")
    assert complaints(Rules(variables={"told": "message"}), root=tree) == []


def test_an_unneeded_exception_is_named(tree: Path) -> None:
    rules = Rules(ing={"tracing": "the term of the field"}, classes={"careops": {"Page": "both are pages"}})
    assert complaints(rules, root=tree) == [
        "tools/names.toml: no module ends in tracing; remove the exception",
        "tools/names.toml: only one class of careops is called Page; remove the exception",
    ]


def test_a_file_without_a_rule_for_it_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "names.toml").write_text("[colours]\nred = 'no'\n")
    with pytest.raises(TypeError, match="colours"):
        Rules.load(tmp_path / "names.toml")
