"""Order of search results."""

from __future__ import annotations

from server.tests.support.stage import CARE, Stage


async def test_exact_matches_are_listed_first(stage: Stage) -> None:
    """Page by page, in the first and in repeated requests, the order is the same."""
    ids = [await stage.clinic(name=f"Asha Devi Clinic {n}") for n in range(2)]
    ids += [await stage.clinic(name=f"Devi Asha Clinic {n}") for n in range(2)]
    await stage.clinic(name="Asha Clinic")
    client = await stage.signed_in(CARE)
    expected = [ids[1], ids[0], ids[3], ids[2]]
    for _ in range(2):
        pages = [await client.clinics.list(search_text="asha devi", page=page, perpage=1) for page in range(1, 5)]
        assert [page.total_records for page in pages] == [4] * 4
        assert [clinic.id for page in pages for clinic in page.items] == expected
    all_matches = await client.clinics.list(search_text="asha devi", perpage=50)
    assert [clinic.id for clinic in all_matches.items] == expected
