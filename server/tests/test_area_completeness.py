"""Every area is complete: it has a guide, browser tests of its screens, and demo data."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # untyped

from careops.calls import AREAS
from careops_server.areas.change_requests.inverses import INVERSIONS
from careops_server.areas.change_requests.preview import supported_bindings
from careops_server.routes import ROUTES

ROOT = Path(__file__).parents[2]
WORLD = ROOT / "server/careops_server/demo"
MOVED: Collection[str] = {
    page for pages in yaml.safe_load((ROOT / "docs/moved.yml").read_text("utf-8")).values() for page in pages
}
"""Pages that are a part of another one."""
NO_GUIDE: Mapping[str, str] = {
    "changes": "sent by bulk commands and scripts: docs/guide/bulk.md",
    "runs": "started by bulk commands and scripts: docs/guide/bulk.md",
    "catalogue": "searched inside the forms of clinics and doctors",
    "places": "suggested while an address is typed",
}
NO_SPEC: Mapping[str, str] = {
    "changes": "sent by bulk commands and scripts: no screen of its own",
    "jobs": "followed in a terminal: no screen",
    "runs": "started by bulk commands and scripts: no screen",
    "staff": "chosen in the fields of other screens",
}
UNFINISHED: Mapping[str, str] = {}
"""Incomplete areas; remove the line when the area is complete."""
IN_EVERY_WORLD = {
    *("audit", "catalogue", "clinic_admins", "clinic_doctors", "clinics", "modules", "payments", "places", "session"),
}
"""Areas with demo data from the main chapters; all others have a seeder."""
NO_ROWS: Mapping[str, str] = {
    "today": "computed from the rows of other areas",
    "alarms": "where all is well there is nothing to say",
    "changes": "it changes the rows of other areas",
    "data_generation": "adds rows of other areas, which have makers",
    "drafts": "what people have typed, and nobody has been there yet",
    "exports": "rows of other lists as files",
    "jobs": "what the server does, and demo data has none",
    "presence": "who has a record open now",
    "recents": "what people have opened, and nobody has been there yet",
    "runs": "a run is an audit event and a signed token: there are no rows",
    "staff": "rows of users and their accounts, which have a seeder",
    "timeline": "entries of other areas",
    "uploads": "files lie in a store, beside the database",
}


def has_guide(area: str) -> bool:
    return (ROOT / f"docs/guide/{area}.md").exists() or f"guide/{area}.md" in MOVED


def has_spec(area: str) -> bool:
    return any((ROOT / "e2e/specs").glob(f"*{area.replace('_', '-')}*.spec.ts"))


def has_maker(area: str) -> bool:
    return (WORLD / f"seeders/{area}.py").exists()


@pytest.mark.parametrize("area", AREAS)
def test_an_area_has_its_guide_page(area: str) -> None:
    exempt = area in NO_GUIDE or area in UNFINISHED
    assert has_guide(area) or exempt, f"write docs/guide/{area}.md, or say in {Path(__file__).name} why not"


@pytest.mark.parametrize("area", AREAS)
def test_an_area_is_walked_in_a_browser(area: str) -> None:
    exempt = area in NO_SPEC or area in UNFINISHED
    assert has_spec(area) or exempt, f"write e2e/specs/{area.replace('_', '-')}.spec.ts"


@pytest.mark.parametrize("area", AREAS)
def test_demo_data_has_rows_of_every_area(area: str) -> None:
    exempt = area in IN_EVERY_WORLD or area in NO_ROWS or area in UNFINISHED
    assert has_maker(area) or exempt, f"its screen is empty with demo data: write seeders/{area}.py"


def test_exceptions_are_needed() -> None:
    complete = {area for area in UNFINISHED if has_guide(area) and has_spec(area) and has_maker(area)}
    needless = {
        "NO_GUIDE": set(filter(has_guide, NO_GUIDE)),
        "NO_ROWS": set(filter(has_maker, NO_ROWS)),
        "NO_SPEC": set(filter(has_spec, NO_SPEC)),
        "UNFINISHED": complete,
        "IN_EVERY_WORLD": set(filter(has_maker, IN_EVERY_WORLD)),
    }
    assert {name: areas for name, areas in needless.items() if areas} == {}
    assert {*NO_GUIDE, *NO_SPEC, *UNFINISHED, *IN_EVERY_WORLD} <= set(AREAS)


def test_supported_changes_declare_whether_they_can_be_undone() -> None:
    supported = supported_bindings(ROUTES)
    calls = [binding.call for name, binding in supported.items() if name not in INVERSIONS]
    updates = [call for call in calls if not call.__name__.startswith(("Add", "Create", "Delete"))]
    undeclared = [call.__name__ for call in updates if call.undoable is None]
    assert undeclared == [], "add undoable = True or False to these calls"
    assert [call.__name__ for call in calls if call not in updates and call.undoable is not None] == []
    assert INVERSIONS.keys() <= supported.keys()
