"""`careops contract check` on platforms with one deviation each: it is reported with its location."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

import httpx
import pytest

from careops import CareOps, MemoryTokens, Tokens
from careops.calls.clinic_admins import ClinicAdmin, DeleteClinicAdmin, ListClinicAdmins
from careops.calls.clinics import NO_CLINIC, Clinic, ClinicDetail, ListClinics, Location, ReadClinic
from careops.calls.payments import AddManualPayment
from careops.conformance import CheckResult, check
from careops.conformance.html_report import render
from careops.conformance.schema_diff import find_mismatches
from careops.contract import TAKES_NO_BODY, Call, Page
from careops.contract.validation_errors import problems_from_validation
from careops.errors import ApiError, InvalidInput, NotFound, Unauthorized

Change = Callable[[httpx.Request, Any], Any]
"""Function that changes a correct answer to a request."""
PLATFORM = "http://platform"
CLINICS = 150
LATE = 130
"""A clinic on the last page."""


def clinic(number: int) -> ClinicDetail:
    return ClinicDetail(id=number, name=f"Clinic {number}", ipd_enabled=True, location=Location(city="Moga"))


def right_answer(request: httpx.Request) -> tuple[int, Any]:
    """Return an answer that follows the contract."""
    path = request.url.path
    if "authorization" not in request.headers:
        return refusal(Unauthorized())
    try:
        if request.method == "DELETE":
            body = request.read()
            return refusal(InvalidInput(TAKES_NO_BODY, source="body") if body else NotFound(NO_CLINIC, source="id"))
        if request.method == "POST":
            AddManualPayment.from_wire({}, {}, json.loads(request.read()))
        call, answer = page_or_record(path, dict(request.url.params))
        return 200, call.write_answer(answer)
    except ApiError as refused:
        return refusal(refused)
    except ValueError as error:
        return refusal(InvalidInput(*problems_from_validation(error)))  # type: ignore[arg-type]  # a ValidationError is one


def page_or_record(path: str, query: Mapping[str, Any]) -> tuple[type[Call[Any]], Any]:
    parts = path.split("/")
    if parts[-1] == "clinics":
        call = ListClinics.from_wire({}, query, None)
        numbers = range(call.offset + 1, min(call.offset + call.perpage, CLINICS) + 1)
        rows = [Clinic(**clinic(number).model_dump(include=set(Clinic.model_fields))) for number in numbers]
        return ListClinics, Page[Clinic].of(rows, total=CLINICS, perpage=call.perpage)
    about = next(int(segment) for segment in parts if segment.isdecimal())
    if about > CLINICS:
        raise NotFound(NO_CLINIC, source="id" if parts[-1].isdecimal() else "clinic_id")
    if parts[-1].isdecimal():
        return ReadClinic, clinic(about)
    admins = ListClinicAdmins.from_wire({"clinic_id": about}, query, None)
    # The first clinics have no admins.
    rows_of = [ClinicAdmin(id=about * 10, name="Asha", phone_number="9876543210")] if about > 50 else []
    return ListClinicAdmins, Page[ClinicAdmin].of(rows_of, total=len(rows_of), perpage=admins.perpage)


def refusal(error: ApiError) -> tuple[int, Any]:
    problems = [{"source": problem.source, "title": problem.title} for problem in error.problems]
    return error.status, {"success": False, "errors": problems}


def findings(change: Change, calls: Collection[type[Call[Any]]], *, write: bool = False) -> list[CheckResult]:
    """Return the findings for a platform with one deviation."""

    def platform(request: httpx.Request) -> httpx.Response:
        status, payload = right_answer(request)
        return httpx.Response(status, json=change(request, payload))

    tokens = MemoryTokens(Tokens("t"))
    with CareOps(PLATFORM, tokens=tokens, transport=httpx.MockTransport(platform)) as client:
        return list(check(client, write=write, calls=calls))


def unchanged(request: httpx.Request, payload: Any) -> Any:
    return payload


def everywhere(alter: Callable[[dict[str, Any]], dict[str, Any]]) -> Change:
    """Apply the change to every object of every answer, at every depth."""

    def inside(value: Any) -> Any:
        if isinstance(value, list):
            return [inside(element) for element in value]
        return alter({name: inside(element) for name, element in value.items()}) if isinstance(value, dict) else value

    return lambda request, payload: inside(payload)


def renamed(old: str, new: str) -> Change:
    return everywhere(lambda record: {new if name == old else name: value for name, value in record.items()})


def changed_value(name: str, value: Callable[[Any], Any]) -> Change:
    return everywhere(
        lambda node: {key: value(field_value) if key == name else field_value for key, field_value in node.items()}
    )


def without(name: str) -> Change:
    return everywhere(lambda node: {key: field_value for key, field_value in node.items() if key != name})


def in_the_late_one(request: httpx.Request, payload: Any) -> Any:
    rows = payload.get("data", {}).get("clinics", [])
    return {
        **payload,
        "data": {"clinics": [{**row, "id": str(row["id"])} if row["id"] == LATE else row for row in rows]},
    }


def on_the_empty_page(request: httpx.Request, payload: Any) -> Any:
    return {**payload, "data": None} if payload.get("data") == {"clinics": []} else payload


ALL: tuple[type[Call[Any]], ...] = (ListClinics, ReadClinic, ListClinicAdmins)


def test_correct_platform_has_no_differences() -> None:
    results = findings(unchanged, [*ALL, AddManualPayment], write=True)
    assert [finding for finding in results if finding.verdict != "kept"] == []
    assert {(f.call, f.asked) for f in results} >= {("ListClinics", "last page"), ("ListClinics", "empty page")}


def test_unreadable_list_hides_no_other_findings() -> None:
    """If one required field is renamed in the list only, it is reported once, and the records are still checked."""

    def renamed_in_the_list(request: httpx.Request, payload: Any) -> Any:
        is_list = request.url.path.endswith("/clinics")
        return renamed("name", "label")(request, payload) if is_list else payload

    results = findings(renamed_in_the_list, ALL)
    assert not any(finding.verdict == "not tried" for finding in results)
    differing = {(finding.call, finding.asked): finding.drifts for finding in results if finding.verdict == "differs"}
    assert set(differing) == {("ListClinics", "as documented"), ("ListClinics", "last page")}
    for of_list in differing.values():
        assert {drift.path for drift in of_list} == {"data.clinics[].name", "data.clinics[].label"}


@pytest.mark.parametrize(
    ("change", "call", "kind", "message"),
    [
        (renamed("is_hospital", "isHospital"), "ListClinics", "as documented", "perhaps renamed isHospital (false)"),
        (renamed("zipcode", "zip_code"), "ReadClinic", "as documented", "clinic.location.zipcode is missing, perhaps"),
        (without("city"), "ListClinics", "as documented", "data.clinics[].location.city is missing (in the one with"),
        (changed_value("id", str), "ReadClinic", "as documented", 'id is "1", not integer'),
        (changed_value("id", float), "ListClinicAdmins", "as documented", "[].id is 510.0, not integer"),
        (changed_value("ipd_enabled", int), "ListClinics", "as documented", "ipd_enabled is 1, not boolean"),
        (changed_value("total_records", str), "ListClinics", "empty page", 'total_records is "150", not integer'),
        (changed_value("success", lambda _: "true"), "ReadClinic", "as documented", 'success is "true", not true'),
        (in_the_late_one, "ListClinics", "last page", 'data.clinics[].id is "130", not integer'),
        (on_the_empty_page, "ListClinics", "empty page", "data is null, not object"),
        (
            changed_value("title", lambda _: "No."),
            "ListClinics",
            "page 0",
            '"page" is "No.", not "Page must be 1 or more"',
        ),
        (changed_value("title", lambda _: "No."), "ListClinics", "without a token", '"" is "No.", not "Unauthorized!"'),
        (changed_value("title", lambda _: "No."), "ReadClinic", "unknown id", '"No.", and does not say what is not'),
        (changed_value("source", lambda value: f"form_{value}"), "ListClinics", "page 0", 'is "form_page", not "page"'),
        (changed_value("source", lambda value: f"form_{value}"), "ReadClinic", "unknown id", '"form_id", not id'),
        (without("source"), "ReadClinic", "unknown id", "errors[].source is missing"),
        (renamed("title", "message"), "ListClinics", "page 0", "errors[].title is missing"),
        (
            changed_value("title", lambda _: "No."),
            "AddManualPayment",
            "nonsense body",
            'errors[].title of "clinic_id" is "No."',
        ),
        (changed_value("success", lambda _: None), "ReadClinic", "unknown id", "success is null, not false"),
    ],
)
def test_single_difference_is_found_at_its_place(change: Change, call: str, kind: str, message: str) -> None:
    results = {(f.call, f.asked): f for f in findings(change, [*ALL, AddManualPayment], write=True)}
    assert message in results[call, kind].why
    assert results[call, kind].verdict == "differs"


_COUNTS = {"type": "object", "additionalProperties": {"type": "integer"}}
_MOMENT = {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]}
_CAT = {"type": "object", "properties": {"id": {"type": "integer"}, "purrs": {"type": "boolean"}}}
_DOG = {"type": "object", "properties": {"id": {"type": "integer"}, "barks": {"type": "boolean"}}}


@pytest.mark.parametrize(
    ("schema", "value", "mismatches"),
    [
        (_COUNTS, {"user.sign_in": 4}, []),
        (_COUNTS, {"user.sign_in": "4", "user.sign_out": 2}, ['* is "4", not integer']),
        (_MOMENT, "2026-09-14T20:05:07.123+05:30", []),
        (_MOMENT, None, []),
        (_MOMENT, "2026-09-14 20:05:07", ['the answer is "2026-09-14 20:05:07", not date-time']),
        (_MOMENT, "2026-09-14T20:05:07", ['the answer is "2026-09-14T20:05:07", not date-time']),
        ({"type": "string", "format": "date"}, "14/09/2026", ['the answer is "14/09/2026", not date']),
        ({"anyOf": [_CAT, _DOG]}, {"id": 4, "barks": True}, []),
        ({"anyOf": [_CAT, _DOG]}, {"id": 4, "barks": 1}, ["barks is 1, not boolean"]),
    ],
)
def test_maps_times_and_one_of_several_records_are_compared(
    schema: dict[str, Any], value: Any, mismatches: list[str]
) -> None:
    assert [str(drift) for drift in find_mismatches(value, schema, {})] == mismatches


def test_unknown_field_is_shown_with_its_value() -> None:
    results = findings(everywhere(lambda record: {**record, "colour": "green"}), [ListClinics])
    why = next(f.why for f in results if f.asked == "as documented")
    assert 'unknown field data.clinics[].location.colour ("green")' in why
    assert 'unknown field colour ("green")' in why


def test_records_with_more_values_are_preferred() -> None:
    """The first clinic has no admins, but a wrong field of an admin is still found."""
    results = findings(changed_value("phone_number", lambda value: int(value) if value else value), ALL)
    why = next(f.why for f in results if (f.call, f.asked) == ("ListClinicAdmins", "as documented"))
    assert "phone_number is 9876543210, not string" in why


@pytest.mark.parametrize(
    "change",
    [
        changed_value("id", lambda _: -5),
        changed_value("id", lambda _: 10**30),
        changed_value("total_records", lambda _: 10**15),
        changed_value("total_records", lambda _: -1),
        changed_value("data", lambda _: [[]]),
        changed_value("clinics", lambda _: {"0": None}),
        lambda request, payload: [payload],
        lambda request, payload: None,
    ],
    ids=["ids below 1", "ids beyond any", "more pages than there can be", "less than nothing", *["another shape"] * 4],
)
def test_check_continues_after_any_answer(change: Change) -> None:
    calls = {finding.call for finding in findings(change, [*ALL, AddManualPayment], write=True)}
    assert calls == {"ListClinics", "ReadClinic", "ListClinicAdmins", "AddManualPayment"}


def test_call_without_a_body_refuses_one() -> None:
    results = {f.asked: f for f in findings(unchanged, [DeleteClinicAdmin], write=True)}
    assert results["nonsense body"].verdict == "kept"


def test_page_escapes_texts_of_the_platform() -> None:
    results = findings(everywhere(lambda record: {**record, "<script>alert(1)</script>": "<b>"}), [ListClinics])
    page = render(results, "http://<platform>")
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "Contract of http://&lt;platform&gt;" in page
    assert page.index("Differs (") < page.index("<td>ListClinics</td><td>as documented</td>")


def test_page_without_differences_has_zeros_in_its_summary() -> None:
    page = render(findings(unchanged, [ListClinics]), PLATFORM)
    assert "0 differs, 0 not tried, 5 kept." in page
    assert "Differs (" not in page
