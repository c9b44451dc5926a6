"""Edit the files that list areas: one line each, at a place that is found by its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tools.new_area.names import Names

_ROUTES = "server/careops_server/routes.py"
_CALLS = ("List{s}", "Read{}", "Create{}", "Update{}", "Delete{}")
_ICONS = ("Cube", "Box", "Flag", "Clipboard", "Star", "Globe", "Briefcase", "Book", "Camera", "Badge")
_NAV = {"en": "__Words__", "hi": "रिकॉर्ड", "pb": "ਰਿਕਾਰਡ"}
_NOT_FOUND = {
    "en": "No __word__ found with this ID",
    "hi": "इस आईडी का कोई रिकॉर्ड नहीं है",
    "pb": "ਇਸ ਆਈਡੀ ਦਾ ਕੋਈ ਰਿਕਾਰਡ ਨਹੀਂ ਹੈ",
}
_CHANGES = {
    "en": ("Add a __word__", "Update a __word__", "Delete a __word__"),
    "hi": ("रिकॉर्ड जोड़ना", "रिकॉर्ड बदलना", "रिकॉर्ड हटाना"),
    "pb": ("ਰਿਕਾਰਡ ਜੋੜਨਾ", "ਰਿਕਾਰਡ ਬਦਲਣਾ", "ਰਿਕਾਰਡ ਹਟਾਉਣਾ"),
}
_STARTS_ON = {"en": "Starts on", "hi": "शुरू होने की तारीख", "pb": "ਸ਼ੁਰੂ ਹੋਣ ਦੀ ਤਾਰੀਖ਼"}
_SCREEN = """  {
    path: paths.__areasCamel__(),
    access: "staff",
    screen: lazyPart(__areasCamel__, ["__areasCamel__"], "__Areas__Screen"),
    nav: { label: "__areasCamel__", icon: "__areasCamel__", group: "misc" },
    starts: { area: "__areasCamel__", text: "form.add" },
  },
"""


class PlaceNotFound(LookupError):
    """A register has no place for the new line; its structure has changed."""


def insert(path: Path, place: str, line: str, *, before: bool = False) -> None:
    """Insert text after (or before) the first match of a pattern. Raises ``PlaceNotFound``."""
    match = _place_in(path, place)
    at = match.start() if before else match.end()
    path.write_text(match.string[:at] + line + match.string[at:], "utf-8")


def _place_in(path: Path, place: str) -> re.Match[str]:
    match = re.search(place, path.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    if match is None:
        raise PlaceNotFound(f"{path}: no match of {place!r}; correct the place in tools/new_area/registers.py")
    return match


def check_places(root: Path, names: Names) -> None:
    """Raise ``PlaceNotFound`` if a register has no place for its line, before anything is written."""
    for path, place, _, _ in _edits(root, names):
        _place_in(root / path, place)


def register(root: Path, names: Names) -> list[str]:
    """Add the area to every register. Return the edited files."""
    edited = []
    for path, place, line, before in _edits(root, names):
        insert(root / path, place, names.fill(line), before=before)
        edited.append(path)
    return sorted({*edited})


def _edits(root: Path, names: Names) -> Iterator[tuple[str, str, str, bool]]:
    """Yield path, pattern of the place, text, and whether the text precedes the place. Formatters sort imports."""
    calls = [call.replace("{s}", "__Areas__").replace("{}", "__Area__") for call in _CALLS]
    first_call, first_area = r"^from careops\.calls", r"^from careops_server\.areas"
    yield _ROUTES, first_call, f"from careops.calls.__areas__ import {', '.join(calls)}\n", True
    yield _ROUTES, first_area, "from careops_server.areas.__areas__ import handlers as __areas__\n", True
    handlers = [f"__areas__.{verb}___area__" for verb in ("read", "create", "update", "delete")]
    lines = [f"    {call}.handled_by({handler}),\n" for call, handler in zip(calls[1:], handlers, strict=True)]
    lines.insert(0, "    List__Areas__.handled_by(__areas__.list___areas__).from_replicas(),\n")
    yield _ROUTES, r"^_EACH\b[^\n]*\(\n", "".join(lines), False

    inverses = "server/careops_server/areas/change_requests/inverses.py"
    yield inverses, r"^_REPLACEMENTS\b[^\n]*\{\n", '    "Update__Area__": _set_fields,\n', False
    not_undone = '    "Create__Area__": None,\n    "Delete__Area__": None,\n'
    yield inverses, r'^    "CreateUniversity": None,\n', not_undone, False

    routes = "webapp/src/app/routes.tsx"
    chunk = 'const __areasCamel__ = () => import("@/screens/__areasCamel__/__Areas__Screen");\n'
    yield routes, r'^const \w+ = \(\) => import\("@/screens/', chunk, True
    yield routes, r"^export const screens\b.*?^(?=\];)", _SCREEN, False
    yield "webapp/src/app/paths.ts", r"^export const paths = \{\n", '  __areasCamel__: () => "/__dashes__",\n', False
    yield "webapp/src/app/SideNav.test.tsx", r"^const entries = \[.*?(?=\],\n\];)", ', "__Words__"', False
    part = '  "screens/__areasCamel__/__Areas__Screen.tsx": { at: "/__dashes__" },\n'
    yield "e2e/specs/lazy-parts.spec.ts", r"^const openings\b.*?^(?=\};)", part, False

    icons = "webapp/src/ui/icons/Icon.tsx"
    icon = _unused_icon((root / icons).read_text("utf-8"))
    yield icons, r"^import \{\n", f"  {icon},\n", False
    yield icons, r"^const icons = \{\n", f"  __areasCamel__: {icon},\n", False

    for language, name in _NAV.items():
        texts = f"webapp/src/i18n/{language}"
        yield f"{texts}/common.json", r'"entries": \{\n', f'      "__areasCamel__": "{name}",\n', False
        changes = zip(calls[2:], _CHANGES[language], strict=True)
        lines = [f'    "{call}": "{text}",\n' for call, text in changes]
        yield f"{texts}/changeRequests.json", r'"calls": \{\n', "".join(lines), False
        refusals = f"{texts}/refusals.json"
        yield refusals, r"\A\{", f'\n  "__area___not_found": "{_NOT_FOUND[language]}",', False
        if '"starts_on":' not in (root / refusals).read_text("utf-8"):
            yield refusals, r'"fields": \{', f'\n    "starts_on": "{_STARTS_ON[language]}",', False

    code = "__area___not_found\t404\tThere is no __word__ with this id\tThe __word__ does not exist.\n"
    yield "sdk/careops/error_codes.tsv", r"^record_not_found\t", code, True
    yield "sdk/tests/published_error_codes.txt", r"^record_not_found$", "__area___not_found\n", True

    yield "docs/navigation.yml", r"^    - Reference data:\n", "        - guide/__areas__.md\n", False
    yield "docs/architecture.md", r"^Other tables of this group: [^\n]*?(?=\.$)", ", `__areas__`", False
    change = "- **__Words__.** A list with a form (`careops __dashes__`).\n"
    yield "CHANGELOG.md", *place_of_change((root / "CHANGELOG.md").read_text("utf-8"), change), False


def place_of_change(changelog: str, change: str) -> tuple[str, str]:
    """Return the place and text of an addition under Unreleased, with the heading of its section if it is missing."""
    unreleased = r"^## Unreleased\n"
    section = rf"{unreleased}(?:(?!^## ).)*?^### Added\n\n"
    if re.search(section, changelog, re.MULTILINE | re.DOTALL):
        return section, change
    return unreleased, f"\n### Added\n\n{change}"


def _unused_icon(icons: str) -> str:
    """Return an icon of Blueprint that no destination has yet."""
    unused = [f"{name}Icon" for name in _ICONS if f"{name}Icon" not in icons]
    if not unused:
        raise PlaceNotFound("all icons that new areas begin with are taken; add others to tools/new_area/registers.py")
    return unused[0]
