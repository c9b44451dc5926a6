"""An area is whole when a reader finds its guide, a browser walks its screens, and the demo world shows its rows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from careops.calls import AREAS

ROOT = Path(__file__).parents[2]
WORLD = ROOT / "server/careops_server/world"
NO_GUIDE: Mapping[str, str] = {
    "catalogue": "searched inside the forms of clinics and doctors",
    "places": "suggested while an address is typed",
    "users": "no screen or command of its own yet",
}
NO_SPEC: Mapping[str, str] = {"users": "no screen of its own yet"}
UNFINISHED: Mapping[str, str] = {"release_notes": "its screen is still being built"}
"""Areas that are not whole yet; the line goes when the last of their wings is there."""
IN_EVERY_WORLD = {
    *("audit", "catalogue", "clinic_admins", "clinic_doctors", "clinics", "modules", "payments", "places", "session"),
    "users",
}
"""Areas whose rows the world's own chapters make; every other one has a maker."""


@pytest.mark.parametrize("area", AREAS)
def test_an_area_has_its_guide_page(area: str) -> None:
    page = ROOT / f"docs/guide/{area}.md"
    exempt = area in NO_GUIDE or area in UNFINISHED
    assert page.exists() or exempt, f"write docs/guide/{area}.md, or say in {Path(__file__).name} why not"


@pytest.mark.parametrize("area", AREAS)
def test_an_area_is_walked_in_a_browser(area: str) -> None:
    specs = list((ROOT / "e2e/specs").glob(f"*{area.replace('_', '-')}*.spec.ts"))
    assert specs or area in NO_SPEC or area in UNFINISHED, f"write e2e/specs/{area.replace('_', '-')}.spec.ts"


@pytest.mark.parametrize("area", AREAS)
def test_the_demo_world_has_rows_of_an_area(area: str) -> None:
    maker = WORLD / f"makers/{area}.py"
    made = area in IN_EVERY_WORLD or maker.exists()
    assert made or area in UNFINISHED, f"its screen is empty in the demo world: write {maker.name}"
