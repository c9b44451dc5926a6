"""Edit the files that list areas: lines in alphabetical order, at places that are found by their text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tools.new_area.names import Names

_ROUTES = "server/careops_server/routes.py"
_CALLS = ("List{s}", "Read{}", "Create{}", "Update{}", "Delete{}")
_ICONS = ("Cube", "Box", "Flag", "Clipboard", "Star", "Globe", "Briefcase", "Book", "Camera", "Badge")
_SCREENS = "webapp/src/app/routes.tsx"
_NAV = {"en": "__Words__", "hi": "रिकॉर्ड", "pb": "ਰਿਕਾਰਡ"}
_SIZES = {
    "own_calls": len(_CALLS),
    "commands": 4,
    "first_level_commands": 1,
    "guide_pages": 1,
    "pages": 1,
    "navigation_entries": 1,
}
"""Counts of ``docs/size.toml`` that grow."""
_SCREEN = """  {
    path: "/__dashes__",
    access: "staff",
    screen: lazyPart(__areasCamel__, ["__areasCamel__"], "__Areas__Screen"),
    nav: { label: "__areasCamel__", icon: __icon__, group: "misc" },
    starts: { area: "__areasCamel__", text: "form.add" },
  },
"""
_SCREENS_OF_MISC = r'^  \{\n(?:(?!^  \}).)*?nav: \{ label: "(\w+)"[^\n]*group: "misc"(?:(?!^  \}).)*?^  \},\n'


class PlaceNotFound(LookupError):
    """A register has no place for the new line; its structure has changed."""


@dataclass(frozen=True)
class Edit:
    """Lines to insert into a register."""

    path: str
    lines: str
    place: str
    """Pattern of the text that the lines follow. With ``name`` it matches each entry, and its first group is the name
    of the entry: the lines follow the entry before them in alphabetical order, or precede the first one."""
    name: str = ""
    before: bool = False
    """True if the lines precede the place."""

    def position(self, root: Path) -> int:
        """Return the place of the lines in the text of the register. Raises ``PlaceNotFound``."""
        text = (root / self.path).read_text("utf-8")
        matches = [*re.finditer(self.place, text, re.MULTILINE | re.DOTALL)]
        if not matches:
            raise PlaceNotFound(
                f"{root / self.path}: no match of {self.place!r}; correct the place in tools/new_area/registers.py"
            )
        if not self.name:
            return matches[0].start() if self.before else matches[0].end()
        smaller = [match for match in matches if match[1] < self.name]
        if not smaller:
            return matches[0].start()
        return max(smaller, key=lambda match: (match[1], match.end())).end()

    def apply(self, root: Path) -> None:
        """Insert the lines."""
        at, path = self.position(root), root / self.path
        text = path.read_text("utf-8")
        path.write_text(text[:at] + self.lines + text[at:], "utf-8")


def check_places(root: Path, names: Names) -> None:
    """Raise ``PlaceNotFound`` if a register has no place for its line, before anything is written."""
    for edit in _edits(root, names):
        edit.position(root)


def register(root: Path, names: Names) -> list[str]:
    """Add the area to every register. Return the edited files."""
    edits = [*_edits(root, names)]
    for edit in edits:
        edit.apply(root)
    return sorted({edit.path for edit in edits})


def _edits(root: Path, names: Names) -> Iterator[Edit]:
    """Yield the edits of all registers. Formatters sort imports."""
    icon = _unused_icon((root / _SCREENS).read_text("utf-8"))
    for edit in (*_edits_of_server(), *_edits_of_screens(icon), *_edits_of_texts(), _edit_of_changes(root)):
        lines = names.fill(edit.lines, icon=icon)
        yield replace(edit, lines=lines, place=names.fill(edit.place), name=names.fill(edit.name))


def _edits_of_server() -> Iterator[Edit]:
    calls = [f"__area___calls.{call.replace('{s}', '__Areas__').replace('{}', '__Area__')}" for call in _CALLS]
    imports = "from careops.calls import __areas__ as __area___calls\n"
    yield Edit(_ROUTES, imports, r"^from careops\.calls", before=True)
    imports = "from careops_server.areas.__areas__ import handlers as __areas__\n"
    yield Edit(_ROUTES, imports, r"^from careops_server\.areas", before=True)
    handlers = [f"__areas__.{verb}___area__" for verb in ("read", "create", "update", "delete")]
    lines = [f"    {call}.handled_by({handler}),\n" for call, handler in zip(calls[1:], handlers, strict=True)]
    lines.insert(0, f"    {calls[0]}.handled_by(__areas__.list___areas__).from_replicas(),\n")
    place = r"^    [\w.]+\.handled_by\(\s*([a-z]\w+)\.[^\n]*\n(?:    \),\n)?"
    yield Edit(_ROUTES, "".join(lines), place, "__areas__")


def _edits_of_screens(icon: str) -> Iterator[Edit]:
    chunk = 'const __areasCamel__ = () => import("@/screens/__areasCamel__/__Areas__Screen");\n'
    yield Edit(_SCREENS, chunk, r'^const (\w+) = \(\) => import\("@/screens/[^\n]*\n', "__areasCamel__")
    yield Edit(_SCREENS, _SCREEN, _SCREENS_OF_MISC, "__areasCamel__")
    yield Edit(_SCREENS, f"  {icon},\n", r'^  (\w+Icon),\n(?=[^;]*"@blueprintjs/icons";)', icon)


def _edits_of_texts() -> Iterator[Edit]:
    for language, name in _NAV.items():
        entry = r'(?<=^      )"(\w+)": "[^\n]*",\n      (?=.*?"groups": \{)'
        yield Edit(
            f"webapp/src/i18n/{language}/common.json", f'"__areasCamel__": "{name}",\n      ', entry, "__areasCamel__"
        )
    code = "__area___not_found\t404\tThere is no __word__ with this id\tThe __word__ does not exist.\n"
    yield Edit("sdk/careops/error_codes.tsv", code, r"^(\w+_not_found)\t[^\n]*\n", "__area___not_found")
    for size, growth in _SIZES.items():
        reason = f'[[{size}.more]]\nby = {growth}\nreason = "Area __words__"\n\n'
        yield Edit("docs/size.toml", reason, rf"^\[{size}\][^\n]*\n[^\[]*", "")


def _edit_of_changes(root: Path) -> Edit:
    changelog = "CHANGELOG.md"
    change = "- **__Words__.** A list with a form (`careops __dashes__`).\n"
    place, lines = place_of_change((root / changelog).read_text("utf-8"), change)
    return Edit(changelog, lines, place)


def place_of_change(changelog: str, change: str) -> tuple[str, str]:
    """Return the place and text of an addition under Unreleased, with the heading of its section if it is missing."""
    unreleased = r"^## Unreleased\n"
    section = rf"{unreleased}(?:(?!^## ).)*?^### Added\n\n"
    if re.search(section, changelog, re.MULTILINE | re.DOTALL):
        return section, change
    return unreleased, f"\n### Added\n\n{change}"


def _unused_icon(routes: str) -> str:
    """Return an icon of Blueprint that no entry of the navigation has."""
    unused = [f"{name}Icon" for name in _ICONS if f"{name}Icon" not in routes]
    if not unused:
        raise PlaceNotFound("all icons that new areas begin with are taken; add others to tools/new_area/registers.py")
    return unused[0]
