"""Every error of the server has a stable code."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from careops import errors
from careops.error_codes import ERROR_CODES, Title, find_title, message_of, read_title, title_of
from careops.errors import ApiError, Conflict, NotFound, Problem, refusal

ROOT = Path(__file__).resolve().parents[2]
PUBLISHED = Path(__file__).with_name("published_error_codes.txt")
KINDS: dict[str, type[ApiError]] = {
    name: kind for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, ApiError)
}
WITH_TITLE = {
    *KINDS,
    "Problem",
    "FieldError",
    "EventProblem",
    "RefusedReport",
    "_malformed",
    "non_empty",
    "required",
    "_asked_for",
}
"""Functions with a title among their arguments."""
CONTRACT = [f"sdk/careops/{name}" for name in ("calls", "contract", "models", "files.py")]
MAKERS = {"title_of", "read_title", "error_title", "Title", "wrong_rows", "_title"}
"""Functions that return a title with a code."""


def _modules(*places: str) -> Iterator[Path]:
    for place in map(ROOT.joinpath, places):
        yield from [place] if place.suffix else sorted(place.rglob("*.py"))


RAISING = [
    path
    for path in _modules("server/careops_server", *CONTRACT, "sdk/careops/errors.py", "sdk/careops/bulk/lead_split.py")
    if not {"testing", "versions", "demo"} & set(path.parts) and not path.stem.startswith("openapi")
]


def test_codes_and_titles_are_unique() -> None:
    _, *lines = (ROOT / "sdk/careops/error_codes.tsv").read_text("utf-8").splitlines()
    for column in (0, 2):
        assert [
            value for value, count in Counter(line.split("\t")[column] for line in lines).items() if count > 1
        ] == []


@pytest.mark.parametrize("code", ERROR_CODES)
def test_code_is_well_formed_and_explained(code: str) -> None:
    defined = ERROR_CODES[code]
    assert re.fullmatch("[a-z][a-z0-9]*(_[a-z0-9]+)*", code)
    assert all(400 <= status < 600 for status in defined.statuses)
    assert defined.meaning.endswith(".")


def test_published_code_is_never_removed() -> None:
    published = set(PUBLISHED.read_text("utf-8").split())
    assert published - ERROR_CODES.keys() == set(), "clients compare these codes: restore them"


@pytest.mark.parametrize("code", ERROR_CODES)
@pytest.mark.parametrize("count", [1, 12])
def test_title_without_its_code_is_recognised(code: str, count: int) -> None:
    title = title_of(code, what="Name", where="'a' or 'b'", count=count)
    assert title.code == code
    assert not re.search(r"[{}\[|\]]", title)
    assert find_title(str(title)).code == code


@pytest.mark.parametrize("code", ERROR_CODES)
@pytest.mark.parametrize("count", [1, 12])
def test_title_and_its_sentence_have_the_same_values(code: str, count: int) -> None:
    title = title_of(code, what="Name", where="a word", count=count)
    assert title.parameters.keys() == set(re.findall(r"\{(\w+)\}", ERROR_CODES[code].title))
    assert find_title(str(title)).parameters == title.parameters


def test_parameters_hold_nothing_that_the_title_does_not_hold() -> None:
    assert title_of("busy", what="Asha Rao").parameters == {}
    assert title_of("required", what="Name", count=3).parameters == {"what": "Name"}


def test_problem_has_the_values_of_its_title() -> None:
    assert Problem(title_of("too_long", what="Name", count=100)).parameters == {"what": "Name", "count": 100}
    assert Problem("Something else").parameters == {}


def test_value_can_be_a_message_within_the_title() -> None:
    inner = title_of("cell_too_long", count=2000)
    [problem] = Conflict(title_of("lead_cell_invalid", count=3, where="note", what=inner)).problems
    message = {"title": str(inner), "code": "cell_too_long", "parameters": {"count": 2000}}
    assert problem.parameters == {"count": 3, "where": "note", "what": message}
    assert problem.parameters == Problem(find_title(str(problem.title))).parameters


def test_value_of_another_type_is_sent_as_text() -> None:
    parameters = Problem(title_of("required", what=Path("a.csv"))).parameters
    assert parameters == {"what": "a.csv"}


def test_detail_with_a_code_is_sent_as_a_message() -> None:
    detail = title_of("payment_of_clinic", what="Northern Heart Clinic", count=41)
    assert Problem(title_of("busy"), detail=detail).details == (detail,)
    assert Problem(title_of("busy"), detail="Northern Heart Clinic").details == ()


def test_parameters_of_a_refusal_are_those_of_the_platform() -> None:
    sent = {"title": "Name: 100", "code": "too_long", "parameters": {"what": "Name", "count": 100}}
    [problem] = refusal(422, {"errors": [{**sent, "details": [message_of(title_of("busy"))]}]}).problems
    assert problem.parameters == {"what": "Name", "count": 100}
    assert [message_of(each) for each in problem.details] == [message_of(title_of("busy"))]


@pytest.mark.parametrize("odd", [None, "Name", ["Name"], 3])
def test_parameters_of_another_form_are_ignored(odd: object) -> None:
    [problem] = refusal(
        422, {"errors": [{"title": "Wrong", "code": "newer", "parameters": odd, "details": odd}]}
    ).problems
    assert (problem.parameters, [*problem.details]) == ({}, [])


def test_values_of_another_form_are_left_out() -> None:
    values = {"what": {"title": "Name", "code": "newer"}, "list": [1], "null": None, "other": {"name": 3}, "count": 3}
    sent = {"title": "Wrong", "code": "newer", "parameters": values, "details": ["A", {"code": "busy"}, None]}
    [problem] = refusal(422, {"errors": [sent]}).problems
    assert problem.parameters == {"what": {"title": "Name", "code": "newer", "parameters": None}, "count": 3}
    assert [*problem.details] == []


def test_messages_within_messages_have_a_limit() -> None:
    sent: dict[str, Any] = {"title": "Deep", "code": "newer"}
    for _ in range(5_000):
        sent = {"title": "Outer", "code": "newer", "parameters": {"what": sent}}
    [problem] = refusal(422, {"errors": [sent]}).problems
    assert repr(problem.parameters).count("Outer") == 2


def test_sentence_of_a_platform_without_codes_gets_its_parameters() -> None:
    [problem] = refusal(422, {"errors": [{"source": "name", "title": "Name can have at most 100 characters"}]}).problems
    assert (problem.code, problem.parameters) == ("too_long", {"what": "Name", "count": 100})


def test_unknown_sentences_have_no_code() -> None:
    assert find_title("Whatever another platform says").code is None
    assert read_title("It is odd", otherwise="lead_file_unreadable").code == "lead_file_unreadable"


def test_long_text_is_not_compared_with_titles() -> None:
    assert find_title(title_of("required", what="x" * 300)).code == "required"
    assert find_title(f"Row 3: {'x' * 1_000}") == f"Row 3: {'x' * 1_000}"
    assert find_title(f"Row 3: {'x' * 1_000}").code is None


def test_row_of_a_file_is_recognised_before_its_reason() -> None:
    assert find_title("Row 3, name: Name is required").code == "lead_cell_invalid"


def _titles(path: Path) -> Iterator[tuple[ast.Call, ast.expr]]:
    """Yield each call that takes a title, with the expression of the title."""
    names = WITH_TITLE | ({"ValueError"} if "careops_server" not in path.parts else set())
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in names:
            continue
        titles = [keyword.value for keyword in node.keywords if keyword.arg == "title"]
        at = 1 if node.func.id == "FieldError" else 0
        yield from ((node, each) for each in titles or node.args[at : at + 1])


def _branches(title: ast.expr) -> Iterator[ast.expr]:
    if isinstance(title, ast.IfExp):
        yield from (*_branches(title.body), *_branches(title.orelse))
    else:
        yield title


@pytest.mark.parametrize("path", RAISING, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_error_is_raised_with_a_code(path: Path) -> None:
    for call, title in _titles(path):
        for branch in _branches(title):
            where = f"{path}:{call.lineno}"
            if isinstance(branch, ast.Constant | ast.JoinedStr):
                assert _is_programming_error(path, branch), f"{where}: use title_of(code)"
            elif isinstance(branch, ast.Call) and isinstance(branch.func, ast.Name) and branch.func.id in MAKERS:
                _check_code(call, _literal_code(branch), where)
            elif isinstance(branch, ast.Name | ast.Attribute):
                value = _value(path, branch)
                assert value is None or isinstance(value, Title), f"{where}: {ast.unparse(branch)} has no code"
                _check_code(call, value and value.code, where)


def _is_programming_error(path: Path, expression: ast.expr) -> bool:
    """Return whether a message is for developers: an unsupported use of the SDK or of the contract."""
    return (path.name, ast.unparse(expression).strip("'")) in {
        ("files.py", "The file can be read only once: save it first"),
    }


def _literal_code(node: ast.Call) -> str | None:
    first = node.args[0] if node.args else None
    if not (isinstance(node.func, ast.Name) and node.func.id == "title_of" and isinstance(first, ast.Constant)):
        return None
    return first.value if isinstance(first.value, str) else None


def _value(path: Path, name: ast.expr) -> Any:
    """Return the constant of a module; None for a local variable."""
    spelt = ast.unparse(name)
    root = "server" if "careops_server" in path.parts else "sdk"
    module = import_module(".".join(path.relative_to(ROOT / root).with_suffix("").parts).removesuffix(".__init__"))
    value: Any = module
    for name_segment in spelt.split("."):
        value = getattr(value, name_segment, None)
    return value if isinstance(value, str) else None


def _check_code(call: ast.Call, code: str | None, where: str) -> None:
    """Check that the status of the error is among those of its code."""
    if code is None:
        return
    assert code in ERROR_CODES, f"{where}: unknown code {code}"
    kind = KINDS.get(call.func.id) if isinstance(call.func, ast.Name) else None
    if kind is None:
        return
    keyword_value = next((keyword.value for keyword in call.keywords if keyword.arg == "status"), None)
    status = keyword_value.value if isinstance(keyword_value, ast.Constant) else None if keyword_value else kind.status
    assert status is None or status in ERROR_CODES[code].statuses, f"{where}: add {status!r} to {code}"


@pytest.mark.parametrize("path", RAISING, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_title_has_a_known_code(path: Path) -> None:
    for code in re.findall(r'title_of\(\s*"(\w+)"', path.read_text("utf-8")):
        assert code in ERROR_CODES


def test_code_is_independent_of_the_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = ERROR_CODES["phone_number_taken"]._replace(title="Someone has this number")
    monkeypatch.setitem(ERROR_CODES, "phone_number_taken", changed)
    [problem] = Conflict(title_of("phone_number_taken"), source="phone_number").problems
    assert (problem.title, problem.code) == ("Someone has this number", "phone_number_taken")
    sent = {"errors": [{"source": problem.source, "title": problem.title, "code": problem.code}]}
    assert refusal(409, sent).code == "phone_number_taken"


def test_platform_without_codes_is_understood() -> None:
    error = refusal(404, {"errors": [{"source": "id", "title": "There is no clinic with this id"}]})
    assert (type(error), error.code) == (NotFound, "clinic_not_found")
    assert refusal(409, {"errors": [{"source": "", "title": "It is closed"}]}).code is None


def test_code_of_a_newer_platform_remains() -> None:
    assert refusal(422, {"errors": [{"title": "Name is required", "code": "newer"}]}).code == "newer"


@pytest.mark.parametrize("kind", KINDS.values())
def test_each_class_of_errors_has_a_code(kind: type[ApiError]) -> None:
    assert isinstance(kind.title, Title)
    assert kind.title.code in ERROR_CODES


def test_problem_keeps_the_code_of_its_title() -> None:
    assert Problem(title_of("busy")).code == "busy"
    assert Problem("Something else").code is None
