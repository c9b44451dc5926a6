"""Spelling correction: one typing error is accepted if nothing matches and the request allows it."""

from __future__ import annotations

import pytest
from server.tests.support.stage import CARE, Stage

from careops.calls.clinics import ListClinics
from careops.calls.doctors import ListDoctors
from careops.calls.labs import ListLabs
from careops.contract.headers import CORRECTIONS_HEADER, TYPO_TOLERANCE_HEADER
from careops_server.core.search.typo_tolerance import is_slip


@pytest.mark.parametrize(
    "typed",
    ["hospita", "ospital", "hspital", "hospitall", "xhospital", "hospxital", "hozpital", "hosptial", "ohspital"],
)
def test_single_typo_is_recognised(typed: str) -> None:
    assert is_slip(typed, "hospital")
    assert is_slip("hospital", typed)


@pytest.mark.parametrize("typed", ["hospital", "hozpitel", "hospi", "latipsoh", "shopitals", "hsopitla"])
def test_larger_differences_are_other_words(typed: str) -> None:
    assert not is_slip(typed, "hospital")


@pytest.mark.parametrize(
    ("typed", "corrections"),
    [
        ("Hosptial", ("hospital",)),
        ("hopsital", ("hospital",)),
        ("hosiptal", ("hospital",)),
        ("hospitl", ("hospital",)),
        ("hozpital, ravinder", ("hospital",)),
        ("ravindr hosptial", ("ravinder", "hospital")),
        ("avinde hosptial", ("hospital",)),
        ("raviender", ("ravinder",)),
        ("rvainder", ("ravinder",)),
        ("khana", ("khanna",)),
        ("éshwar", ("eshwar",)),
    ],
)
@pytest.mark.own
async def test_corrected_word_is_found_and_named(stage: Stage, typed: str, corrections: tuple[str, ...]) -> None:
    query = "select id from clinics where name = 'Ravinder Eshwar Hospital'"
    clinic_id = await stage.sql(query) or await stage.clinic(name="Ravinder Eshwar Hospital", city="Khanna")
    client = await stage.signed_in(CARE)
    page = await client.send(ListClinics(search_text=typed).with_typo_tolerance())
    assert ([clinic.id for clinic in page.items], page.total_records, page.corrections) == ([clinic_id], 1, corrections)
    again = await client.send(ListClinics(search_text=typed).with_typo_tolerance())
    assert (again.items, again.corrections) == (page.items, corrections)
    exactly = await client.clinics.list(search_text=typed)
    assert (exactly.total_records, exactly.corrections) == (0, ())


@pytest.mark.parametrize(
    "typed",
    [
        "hozpitel",
        "hso",
        "9815513245",
        "ravinder rohtak",
        "%",
        "_ospital",
        "h💊spital",
        "\u202elatipsoh",
        "ा",
        "h" * 500,
    ],
)
@pytest.mark.own
async def test_unrelated_terms_are_not_corrected(stage: Stage, typed: str) -> None:
    await stage.clinic(name="Ravinder Hospital", phone_number="9815512345", city="Hoshiarpur", is_hospital=True)
    page = await (await stage.signed_in(CARE)).send(
        ListClinics(search_text=typed, is_hospital=True).with_typo_tolerance()
    )
    assert (page.total_records, page.corrections) == (0, ())


@pytest.mark.own
async def test_exact_match_is_not_corrected(stage: Stage) -> None:
    """A word with an exact match is not corrected, but other words of the same search can be."""
    await stage.clinic(name="Sharda Hospital")
    sharma = await stage.clinic(name="Sharma Hospital")
    client = await stage.signed_in(CARE)
    for typed, spelt in (("sharma", ()), ("sharma hosptial", ("hospital",))):
        page = await client.send(ListClinics(search_text=typed).with_typo_tolerance())
        assert ([clinic.id for clinic in page.items], page.corrections) == ([sharma], spelt)


@pytest.mark.own
async def test_corrected_search_has_pages_and_filters(stage: Stage) -> None:
    ids = [await stage.clinic(name="Sanjivani Hospital", is_hospital=number != 1) for number in range(4)]
    client = await stage.signed_in(CARE)
    call = ListClinics(search_text="sanjviani", is_hospital=True, perpage=2).with_typo_tolerance()
    assert [clinic.id async for clinic in client.each(call)] == [ids[3], ids[2], ids[0]]


@pytest.mark.own
async def test_words_of_a_new_record_are_known_at_once(stage: Stage) -> None:
    clinic_id = await stage.clinic(name="Old Name")
    client = await stage.signed_in(CARE)
    call = ListClinics(search_text="jeevandip").with_typo_tolerance()
    assert (await client.send(call)).total_records == 0
    await stage.sql("update clinics set name = 'Jeevandeep' where id = :id", id=clinic_id)
    assert (await client.send(ListClinics(search_text="jeevandep").with_typo_tolerance())).corrections == (
        "jeevandeep",
    )
    await stage.sql("update clinics set name = 'Old Name' where id = :id", id=clinic_id)
    gone = await client.send(ListClinics(search_text="jeevandep").with_typo_tolerance())
    assert (gone.total_records, gone.corrections) == (0, ())
    await stage.sql("update clinics set name = name")
    assert await stage.sql("select count(*) - count(distinct (source, word)) from search_words") == 0


@pytest.mark.own
async def test_every_word_search_tolerates_typos(stage: Stage) -> None:
    doctor = await stage.doctor(first_name="Manpreet", last_name="Kaur")
    lab = await stage.sql(
        "insert into labs (name, phone_number) values ('Pathkind', :phone) returning id", phone=stage.phone()
    )
    client = await stage.signed_in(CARE)
    doctors = await client.send(ListDoctors(search_text="manpeet kuar").with_typo_tolerance())
    assert ([row.id for row in doctors.items], doctors.corrections) == ([doctor], ("manpreet", "kaur"))
    labs = await client.send(ListLabs(search_text="pathknid").with_typo_tolerance())
    assert ([row.id for row in labs.items], labs.corrections) == ([lab], ("pathkind",))


@pytest.mark.own
async def test_typo_tolerance_is_requested_by_a_header(stage: Stage) -> None:
    """The documented answer is unchanged, and the header appears only on request."""
    await stage.clinic(name="Éclat Hospital")
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        parameters = {"search_text": "eclatt"}
        assert (await http.get("/api/admin/clinics", params=parameters)).json()["total_records"] == 0
        parameters = {"search_text": "éclatt"}
        response = await http.get("/api/admin/clinics", params=parameters, headers={TYPO_TOLERANCE_HEADER: "slips"})
        assert response.headers[CORRECTIONS_HEADER] == "%C3%A9clat"
        exact = await http.get(
            "/api/admin/clinics", params={"search_text": "éclat"}, headers={TYPO_TOLERANCE_HEADER: "slips"}
        )
        assert exact.json() == response.json()
        assert CORRECTIONS_HEADER not in exact.headers
