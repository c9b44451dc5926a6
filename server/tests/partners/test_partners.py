"""Pharmacies and labs: the same list and record, in separate tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from server.tests.support.stage import CARE, Stage

from careops import AsyncCareOps, NotFound
from careops.models.partners import Partner, PartnerDetail


@dataclass(frozen=True)
class Kind:
    """Access to one of the two resources."""

    table: str
    one: str

    async def list(self, client: AsyncCareOps, **filters: Any) -> Any:
        return await getattr(client, self.table).list(**filters)

    async def read(self, client: AsyncCareOps, id: int) -> PartnerDetail:
        detail: PartnerDetail = await getattr(client, self.table).read(**{f"{self.one}_id": id})
        return detail

    async def add(self, stage: Stage, **columns: Any) -> int:
        """Insert a row with these columns. Return its id."""
        values = {"name": "Guru Nanak Diagnostics", **columns}
        names, places = ", ".join(values), ", ".join(f":{name}" for name in values)
        statement = f"insert into {self.table} ({names}) values ({places}) returning id"  # noqa: S608 (a test's own names)
        id: int = await stage.sql(statement, **values)
        return id

    async def linked(self, stage: Stage, id: int, clinic_id: int) -> None:
        statement = f"insert into clinic_{self.table} (clinic_id, {self.one}_id) values (:clinic_id, :id)"  # noqa: S608 (as above)
        await stage.sql(statement, clinic_id=clinic_id, id=id)


@pytest.fixture(params=[Kind("pharmacies", "pharmacy"), Kind("labs", "lab")], ids=lambda kind: kind.table)
def kind(request: pytest.FixtureRequest) -> Kind:
    param: Kind = request.param
    return param


def names(items: list[Partner]) -> list[str]:
    return [item.name for item in items]


async def test_partners_are_listed_newest_first_with_an_exact_total(stage: Stage, kind: Kind) -> None:
    client = await stage.signed_in(CARE)
    before = (await kind.list(client)).total_records
    for number in range(12):
        await kind.add(stage, name=f"Sehat {number}", city="Ludhiana", state="Punjab")
    page = await kind.list(client, page=2)
    assert page.total_records == before + 12
    assert page.total_pages == -(-page.total_records // 10)
    first = await kind.list(client)
    assert names(first.items) == [f"Sehat {number}" for number in range(11, 1, -1)]
    assert names(page.items)[:2] == ["Sehat 1", "Sehat 0"]
    place = first.items[0].location
    assert place
    assert (place.city, place.state) == ("Ludhiana", "Punjab")


async def test_partners_are_found_by_name_email_phone_city_and_state(stage: Stage, kind: Kind) -> None:
    client = await stage.signed_in(CARE)
    phone = stage.phone()
    await kind.add(
        stage, name="100% Arogya_1", email="counter@arogya.example", phone_number=phone, city="Patiala", state="Punjab"
    )
    await kind.add(stage, name="100 Arogyas", city="Ambala", state="Haryana")
    for text in ("100% arogya", "AROGYA_1", "counter@arogya", phone[2:], "patiala"):
        assert names((await kind.list(client, search_text=text)).items) == ["100% Arogya_1"], text
    page = await kind.list(client, search_text="100", filter_type="state", filter_text="haryana")
    assert (names(page.items), page.total_records) == (["100 Arogyas"], 1)
    assert (await kind.list(client, search_text="nobody has this")).items == []


async def test_incomplete_filter_is_refused(stage: Stage, kind: Kind) -> None:
    bearer = await stage.bearer(CARE)
    async with stage.http(headers=bearer) as http:
        for query, source in (("filter_text=Punjab", "filter_type"), ("filter_type=state", "filter_text")):
            answer = await http.get(f"/api/admin/{kind.table}?{query}")
            assert (answer.status_code, answer.json()["errors"][0]["source"]) == (422, source)


async def test_partner_is_read_with_clinics_and_metrics(stage: Stage, kind: Kind) -> None:
    client = await stage.signed_in(CARE)
    id = await kind.add(stage, total_orders=412, last_activity_at="2026-11-18T20:00:00+00:00")
    second = await stage.clinic(name="Amrit Clinic", phone_number="9812345670")
    first = await stage.clinic(name="Aarogya Clinic")
    for clinic_id in (second, first):
        await kind.linked(stage, id, clinic_id)
    detail = await kind.read(client, id)
    assert [(clinic.id, clinic.name, clinic.phone_number) for clinic in detail.clinics] == [
        (first, "Aarogya Clinic", None),
        (second, "Amrit Clinic", "9812345670"),
    ]
    assert detail.metrics
    # The day in India, where it was after midnight.
    assert (detail.metrics.total_orders, str(detail.metrics.last_activity_date)) == (412, "2026-11-19")
    bare = await kind.read(client, await kind.add(stage))
    assert (bare.clinics, bare.metrics and bare.metrics.last_activity_date) == ([], None)


async def test_unknown_partner_is_refused(stage: Stage, kind: Kind) -> None:
    with pytest.raises(NotFound) as refused:
        await kind.read(await stage.signed_in(CARE), 999_999)
    assert refused.value.problems[0].source == f"{kind.one}_id"


async def test_envelopes_are_the_documented_ones(stage: Stage, kind: Kind) -> None:
    id = await kind.add(stage)
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        listed = (await http.get(f"/api/admin/{kind.table}")).json()
        assert set(listed["data"]) == {kind.table, "total_records", "total_pages"}
        read = (await http.get(f"/api/admin/{kind.table}/{id}")).json()
        assert read["data"][kind.one]["name"] == "Guru Nanak Diagnostics"
