"""List of clinics: every filter, unusual searches, exact totals."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from server.tests.support.stage import CARE, Stage

from careops.calls.clinics import ListClinics


@pytest.fixture(scope="module")
async def clinics(stage: Stage) -> dict[str, int]:
    """A few clinics that differ in every filtered field."""
    ids = {
        "ludhiana": await stage.clinic(
            name="Navjeevan Polyclinic",
            email="desk@navjeevan.example",
            phone_number="9812345670",
            city="Ludhiana",
            state="Punjab",
            zipcode="141001",
        ),
        "hospital": await stage.clinic(
            name="Green Park Hospital",
            city="Amritsar",
            state="Punjab",
            is_hospital=True,
            ipd_enabled=True,
            surgery_enabled=True,
        ),
        "pune": await stage.clinic(
            name="100% Care_Clinic \\ Pune",
            city="Pune",
            state="Maharashtra",
            abdm_enabled=True,
            care_package_enabled=True,
        ),
        "gurmukhi": await stage.clinic(name="ਗੁਰੂ ਨਾਨਕ ਕਲੀਨਿਕ", city="ਅੰਮ੍ਰਿਤਸਰ", state="Punjab"),
        "hindi": await stage.clinic(name="राम क्लिनिक", city="Delhi", state="Delhi"),
        "bare": await stage.clinic(name="Bare Clinic"),
    }
    for clinic in ("ludhiana", "pune"):
        await stage.sql(
            "insert into bank_details (clinic_id, account_no, account_name, bank_name, ifsc_code)"
            " values (:id, '12345678', 'A', 'SBI', 'SBIN0000001')",
            id=ids[clinic],
        )
    for clinic, module in (("ludhiana", "Billing"), ("ludhiana", "Telemedicine"), ("pune", "Billing")):
        await stage.sql(
            "insert into clinic_spec_modules (clinic_id, spec_module_id) values (:c, :m)",
            c=ids[clinic],
            m=stage.module_ids[module],
        )
    return ids


async def find(stage: Stage, clinics: dict[str, int], **filters: Any) -> set[str]:
    """Names of the clinics that match a filter. The total must be the same."""
    client = await stage.signed_in(CARE)
    page = await client.send(ListClinics(perpage=500, **filters))
    assert page.total_records == len(page.items)
    names = {clinic_id: name for name, clinic_id in clinics.items()}
    return {names[clinic.id] for clinic in page.items}


@pytest.mark.proves("SEC-28.like", "SEC-28.sql")
@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("navjeevan", {"ludhiana"}),
        ("NAVJEEVAN", {"ludhiana"}),
        ("desk@nav", {"ludhiana"}),
        ("98123", {"ludhiana"}),
        ("ludh", {"ludhiana"}),
        ("amritsar", {"hospital", "gurmukhi"}),
        ("ਨਾਨਕ", {"gurmukhi"}),
        ("राम", {"hindi"}),
        ("100%", {"pune"}),
        ("%", {"pune"}),
        ("_", {"pune"}),
        ("\\", {"pune"}),
        ("care_clinic", {"pune"}),
        ("carexclinic", set()),
        ("'; drop table clinics; --", set()),
        ("navjeevan desk", {"ludhiana"}),
        ("navjeevan pune", set()),
        ("Hospital,  green", {"hospital"}),
        ("ludhiana punjab 98123", {"ludhiana"}),
        ("clinic MAHARASHTRA", {"pune"}),
        ("care_clinic %", {"pune"}),
        ("+91 98123 45670", {"ludhiana"}),
        ("+919812345670", {"ludhiana"}),
        ("0091-98123-45670", {"ludhiana"}),
        ("09812345670", {"ludhiana"}),
        ("(098123) 456 70", {"ludhiana"}),
        ("९८१२३ ४५६७०", {"ludhiana"}),
        ("98123 45671", set()),
        ("a b c d e f g h", set()),
        ("  navjeevan ", {"ludhiana"}),
    ],
)
async def test_search_finds_clinics_by_any_field(
    stage: Stage, clinics: dict[str, int], term: str, expected: set[str]
) -> None:
    assert await find(stage, clinics, search_text=term) == expected


@pytest.mark.proves("FAULT-39.found")
async def test_search_ignores_the_composition_of_characters(stage: Stage, clinics: dict[str, int]) -> None:
    import unicodedata

    assert await find(stage, clinics, search_text=unicodedata.normalize("NFD", "ਗੁਰੂ ਨਾਨਕ")) == {"gurmukhi"}


EVERY = {"ludhiana", "hospital", "pune", "gurmukhi", "hindi", "bare"}


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, EVERY),
        ({"filter_type": "state", "filter_text": "punj"}, {"ludhiana", "hospital", "gurmukhi"}),
        ({"filter_type": "state", "filter_text": "%"}, set()),
        ({"is_hospital": True}, {"hospital"}),
        ({"is_hospital": False}, EVERY - {"hospital"}),
        ({"bank_details": True}, {"ludhiana", "pune"}),
        ({"bank_details": False}, EVERY - {"ludhiana", "pune"}),
        ({"ipd_enabled": True}, {"hospital"}),
        ({"ipd_enabled": False}, EVERY - {"hospital"}),
        ({"surgery_enabled": True}, {"hospital"}),
        ({"abdm_enabled": True}, {"pune"}),
        ({"care_package_enabled": True}, {"pune"}),
        ({"ipd_enabled": True, "surgery_enabled": True}, {"hospital"}),
        ({"ipd_enabled": True, "abdm_enabled": True}, set()),
        ({"bank_details": True, "filter_type": "state", "filter_text": "Punjab"}, {"ludhiana"}),
        ({"search_text": "clinic", "is_hospital": False}, {"pune", "ludhiana", "bare", "hindi", "gurmukhi"}),
    ],
)
async def test_filters_select_clinics(
    stage: Stage, clinics: dict[str, int], filters: dict[str, Any], expected: set[str]
) -> None:
    assert await find(stage, clinics, **filters) == expected


async def test_module_filter_selects_clinics(stage: Stage, clinics: dict[str, int]) -> None:
    assert await find(stage, clinics, spec_module_id=stage.module_ids["Billing"]) == {"ludhiana", "pune"}
    assert await find(stage, clinics, spec_module_id=stage.module_ids["Telemedicine"]) == {"ludhiana"}
    assert await find(stage, clinics, spec_module_id=10**9) == set()


async def test_row_has_the_documented_fields(stage: Stage, clinics: dict[str, int]) -> None:
    client = await stage.signed_in(CARE)
    (clinic,) = (await client.clinics.list(search_text="navjeevan")).items
    assert [module.name for module in clinic.clinic_spec_modules] == ["Billing", "Telemedicine"]
    assert clinic.location is not None
    assert (clinic.location.city, clinic.location.state) == ("Ludhiana", "Punjab")
    (bare,) = (await client.clinics.list(search_text="bare")).items
    assert bare.location is None


async def test_newest_clinics_are_first_and_pages_do_not_overlap(stage: Stage, clinics: dict[str, int]) -> None:
    client = await stage.signed_in(CARE)
    pages = [await client.clinics.list(page=number, perpage=2) for number in (1, 2, 3, 4)]
    ids = [clinic.id for page in pages for clinic in page.items]
    assert ids == sorted(clinics.values(), reverse=True)
    assert {(page.total_records, page.total_pages) for page in pages} == {(6, 3)}


@pytest.mark.parametrize(
    ("query", "source"),
    [
        ("page=0", "page"),
        ("page=-1", "page"),
        ("page=1e3", "page"),
        ("page=abc", "page"),
        ("page=1&page=2", "page"),
        ("perpage=0", "perpage"),
        ("perpage=10000", "perpage"),
        ("perpage=501", "perpage"),
        ("page=99999999999999999999", "page"),
        ("is_hospital=perhaps", "is_hospital"),
        ("spec_module_id=0", "spec_module_id"),
        ("spec_module_id=x", "spec_module_id"),
        ("filter_type=city", "filter_type"),
        ("filter_type=state", "filter_text"),
        ("filter_type=state&filter_text=", "filter_text"),
        ("filter_text=Punjab", "filter_type"),
        ("password_hash=true", "password_hash"),
        ("sort_by=name", "sort_by"),
        ("search_text=%00", "search_text"),
        ("search_text=" + "x" * 501, "search_text"),
    ],
)
async def test_invalid_parameter_is_named(stage: Stage, query: str, source: str) -> None:
    async with stage.http() as http:
        answer = await http.get(f"/api/admin/clinics?{query}", headers=await stage.bearer())
    assert answer.status_code == 422
    assert [problem["source"] for problem in answer.json()["errors"]] == [source]
    assert answer.json()["errors"][0]["title"]


@pytest.mark.parametrize("query", ["search_text=", "is_hospital=", "filter_type=&filter_text="])
async def test_empty_parameter_is_ignored(stage: Stage, clinics: dict[str, int], query: str) -> None:
    async with stage.http() as http:
        answer = await http.get(f"/api/admin/clinics?{query}", headers=await stage.bearer())
    assert answer.json()["total_records"] == 6


async def test_page_beyond_the_end_is_empty_with_the_total(stage: Stage, clinics: dict[str, int]) -> None:
    page = await (await stage.signed_in(CARE)).clinics.list(page=9_999_999)
    assert (page.items, page.total_records) == ([], 6)


async def test_list_takes_one_statement(stage: Stage, clinics: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    client = await stage.signed_in(CARE)
    await client.clinics.list()
    statements: list[str] = []
    execute = psycopg.AsyncCursor.execute

    async def noted(self: Any, query: Any, *arguments: Any, **options: Any) -> Any:
        statements.append(query.decode() if isinstance(query, bytes) else str(query))
        return await execute(self, query, *arguments, **options)

    monkeypatch.setattr(psycopg.AsyncCursor, "execute", noted)
    await client.clinics.list(search_text="navjeevan", is_hospital=False)
    await client.clinics.list(search_text="navjeevan", is_hospital=False)
    await client.clinics.list()
    lists = [statement for statement in statements if "json_agg" in statement]
    assert len(lists) == 3
    assert "count(*)" in lists[0]
    assert "search_text" not in lists[1], "what was found before is not searched for again"
    assert "count(*)" not in lists[2], "the unfiltered list must not count the table"


@pytest.mark.parametrize("query", ["", "page=60&perpage=10", "search_text=navjeevan", "search_text=nobody at all"])
async def test_rows_are_serialized_as_by_the_contract(stage: Stage, clinics: dict[str, int], query: str) -> None:
    # The database writes the JSON of the rows, so the fields must be exactly those of the contract.
    module = await stage.sql("select min(id) from spec_modules")
    await stage.sql(
        "insert into clinic_spec_modules (clinic_id, spec_module_id) values (:id, :module) on conflict do nothing",
        id=clinics["ludhiana"],
        module=module,
    )
    await stage.sql(
        "update clinics set latitude = 30, longitude = 75.84, phone_numbers ="
        """ '[{"phone_number": "9812345670", "phone_type": "mobile"}]' where id = :id""",
        id=clinics["ludhiana"],
    )
    async with stage.http() as http:
        answer = await http.get(f"/api/admin/clinics?{query}", headers=await stage.bearer())
    body = answer.json()
    assert answer.status_code == 200
    assert ListClinics.write_answer(ListClinics.read_answer(body)) == body
