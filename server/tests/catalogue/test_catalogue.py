"""Search in the catalogues without a token, and the bank of an IFSC code."""

from __future__ import annotations

from typing import Any

import pytest
from server.tests.support.stage import CARE, Stage
from sqlalchemy import text

from careops import NotFound, TooManyRequests
from careops.calls.catalogue import CatalogueQuery, NameTerm, SearchCatalogue
from careops_server.core.ifsc_registry import registry
from careops_server.demo.word_lists import BANKS as WORLD_BANKS
from careops_server.demo.word_lists import SPECIALITIES


@pytest.fixture(autouse=True)
async def _fresh_minute(stage: Stage) -> None:
    """Reset the search limits, here and on the platform behind the gateway."""
    await stage.sql("delete from search_counts")
    async with stage.services.database.pool.transaction() as connection:
        await connection.execute(text("delete from search_counts"))


def search(
    term: str, *, index: str = "specialities", form: str = "match_phrase_prefix", **fields: Any
) -> dict[str, Any]:
    """A search request like the console's."""
    return {"index": index, "size": 20, "query": {form: {"name": term}}, **fields}


async def search_names(stage: Stage, body: dict[str, Any]) -> list[str]:
    """Names that match without a token."""
    async with stage.http() as http:
        answer = await http.post("/api/_search", json=body)
    assert answer.status_code == 200, answer.text
    return [hit["_source"]["name"] for hit in answer.json()["hits"]["hits"]]


@pytest.mark.parametrize(
    ("term", "first"),
    [
        ("card", "Cardiology"),
        ("CARD", "Cardiology"),
        ("general me", "General Medicine"),
        ("general  medicine", "General Medicine"),
        ("medi", "Medical Oncology"),
        ("ent", "ENT"),
        ("obstetrics and g", "Obstetrics and Gynaecology"),
    ],
)
async def test_beginning_of_a_name_is_found(stage: Stage, term: str, first: str) -> None:
    assert (await search_names(stage, search(term)))[0] == first


@pytest.mark.parametrize("term", ["medicine general", "ardiology", "gen med", "%", "_", "\\", "'", "हृदय", "--"])
async def test_other_parts_of_a_name_are_not_found(stage: Stage, term: str) -> None:
    assert await search_names(stage, search(term)) == []


async def test_match_query_finds_any_of_the_words(stage: Stage) -> None:
    names = await search_names(stage, search("surgery medicine", form="match", size=50))
    assert {"General Surgery", "General Medicine", "Sleep Medicine"} <= set(names)
    assert await search_names(stage, search("surg", form="match")) == []


async def test_catalogues_are_separate(stage: Stage) -> None:
    assert await search_names(stage, search("dialysis")) == []
    assert await search_names(stage, search("dialysis", index="clinic_specialities")) == ["Dialysis"]


@pytest.mark.proves("SEC-29.size")
async def test_size_limits_the_results(stage: Stage) -> None:
    assert len(await search_names(stage, search("p", size=5))) == 5


async def test_sdk_searches_without_a_token(stage: Stage) -> None:
    query = CatalogueQuery(match_phrase_prefix=NameTerm(name="neuro"))
    entries = await stage.client().catalogue.search(index="clinic_specialities", query=query)
    assert [entry.name for entry in entries] == ["Neurology", "Neurosurgery"]


@pytest.mark.proves("SEC-29.forms", "SEC-29.hits")
@pytest.mark.parametrize(
    "body",
    [
        {**search("card"), "size": 51},
        {**search("card"), "size": 0},
        {**search("card"), "index": "users"},
        {**search("card"), "index": "specialities; drop table users"},
        {**search("card"), "from": 10},
        {**search("card"), "aggs": {}},
        {**search(""), "size": 1},
        search("\u200b"),  # invisible characters count as an empty text
        search("x" * 101),
        {"index": "specialities", "query": {"match_all": {}}},
        {"index": "specialities", "query": {"match": {"phone_number": "98"}}},
        {"index": "specialities", "query": {"match": {"name": {"query": "card"}}}},
        {"index": "specialities", "query": {"match": {"name": "a"}, "match_phrase_prefix": {"name": "a"}}},
        {"index": "specialities", "query": {"script": {"script": "1"}}},
        {"index": "specialities", "query": {}},
        {"index": "specialities"},
        {},
    ],
)
async def test_other_queries_are_refused(stage: Stage, body: dict[str, Any]) -> None:
    async with stage.http() as http:
        answer = await http.post("/api/_search", json=body)
    assert answer.status_code == 422


@pytest.mark.proves("SEC-29.rate")
async def test_searches_are_limited_to_sixty_per_minute(stage: Stage) -> None:
    client = stage.client()
    call = SearchCatalogue(index="specialities", query=CatalogueQuery(match=NameTerm(name="ent")))
    assert stage.settings.searches_per_minute == 60
    for _ in range(60):
        await client.send(call)
    await stage.count_for_the_next_minute_too()
    with pytest.raises(TooManyRequests) as refused:
        await client.send(call)
    assert refused.value.retry_after is not None
    assert 1 <= refused.value.retry_after <= 60


@pytest.mark.own
async def test_demo_data_uses_ids_of_the_catalogue(stage: Stage) -> None:
    for number, name in enumerate(SPECIALITIES, start=1):
        assert await stage.sql("select name from clinic_specialities where id = :id", id=number) == name


@pytest.mark.parametrize("typed", ["SBIN0001234", "sbin0001234", " SBIN0ABC123 "])
async def test_bank_of_a_code_is_found(stage: Stage, typed: str) -> None:
    bank = await (await stage.signed_in(CARE)).catalogue.bank(ifsc=typed)
    assert (bank.bank_name, bank.ifsc_code) == ("State Bank of India", typed.strip().upper())


@pytest.mark.parametrize(
    ("code", "bank", "listed"),
    [
        ("SBIN0000300", "State Bank of India", True),
        ("SBIN0ZZZZZ9", "State Bank of India", False),
        ("HDFC0000001", "HDFC Bank", True),
        # A code of a large bank that a small bank uses.
        ("UTIB0JSBR01", "Jila Sahakari Kendriya Bank Maryadit Raipur", True),
    ],
)
async def test_branch_of_a_code_is_found(stage: Stage, code: str, bank: str, listed: bool) -> None:
    branch = await (await stage.signed_in(CARE)).catalogue.bank(ifsc=code)
    assert (branch.bank_name, branch.branch_listed) == (bank, listed)


@pytest.mark.parametrize("bank", ["SBIN", "ICIC", "ABNA"])
def test_branch_between_others_is_not_invented(bank: str) -> None:
    listed = set(registry().branches_of(bank))
    joined = registry().branches[bank]
    shifted = {f"{bank}0{joined[at : at + 6]}" for at in range(3, len(joined) - 6, 6)} - listed
    assert all(registry().has(code) for code in listed)
    assert not any(registry().has(code) for code in shifted)


async def test_code_without_a_bank_is_refused(stage: Stage) -> None:
    with pytest.raises(NotFound) as refused:
        await (await stage.signed_in(CARE)).catalogue.bank(ifsc="ZZZZ0001234")
    assert refused.value.source == "ifsc"


@pytest.mark.parametrize("code", ["SBIN1001234", "SBI00012345", "SBIN000123", "SBIN00012345", "ＳBIN0001234"])
async def test_malformed_code_is_refused(stage: Stage, code: str) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.get(f"/api/careops/banks/{code}")
    assert answer.status_code == 422


def test_banks_of_the_demo_data_are_known() -> None:
    assert {code: registry().names[code] for code, _, _ in WORLD_BANKS} == {code: name for code, name, _ in WORLD_BANKS}
