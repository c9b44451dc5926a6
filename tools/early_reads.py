"""Find assertions of the console's tests that read a value once, although it may arrive later.

Such a test fails on a busy machine. ``expect(locator)`` and ``expect.poll`` wait; ``// Read once: REASON`` in the line
above states why a value cannot change any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.files import ROOT, files

_READS = (
    "all|allInnerTexts|allTextContents|ariaSnapshot|boundingBox|count|evaluate|evaluateAll|getAttribute|innerHTML|innerText"
    "|inputValue|isChecked|isDisabled|isEditable|isEnabled|isHidden|isVisible|textContent|title"
)
_READ = re.compile(rf"\.(?:{_READS})\(")
_STARTED = re.compile(r"\bawait (?!Promise\.all\b)")
_EXPECT = re.compile(r"\bexpect(?:\.soft)?\(")
_URL = re.compile(r"\bpage\.url\(\)")
_VALUE = re.compile(r"\b(?:const|let) (\[[^\]]*\]|\{[^}]*\}|\w+)(?:: [^=;]+)? =(?!>) ")
_FUNCTION = re.compile(r"\b(?:const (\w+) = (?:async )?(?:\([^()]*\)|\w+) =>|function (\w+)\()")
_LISTENER = re.compile(r"\.(?:on|route)\(")
_RECORD = re.compile(r"\b(\w+)(?:\.push\(| \+= 1\b)")
_ONE_BY_ONE = re.compile(r"\bof await [^;{}]*?\.all\(\)")
_HARMLESS = re.compile(r"\.not\.|\.(?:toEqual\(\[\]\)|toBe\(0\)|toHaveLength\(0\)|toBeLessThan(?:OrEqual)?\()")
"""Matchers that an early read passes."""
_TABLE = re.compile(r"\bfind(?:All)?ByRole\(\"table\"(?![^()]*\bbusy: false)")
_UNNAMED = re.compile(r"\bfind(?:All)?ByRole\([^()]*\bname: \"\"")
_SHORT_WAIT = re.compile(r"\bvi\.wait(?:For|Until)\(|\bexpect\.poll\(")
_LIVE_REGION = re.compile(r"\bscreen\.find(?:All)?ByRole\(\"(?:alert|status)\"[,)]")
_REASON = re.compile(r"^\s*// Read once: \S")
_QUOTED = re.compile(r'"(?:\\.|[^"\\\n])*"|(?:^|(?<=\s))(?://[^\n]*|/\*.*?\*/)', re.DOTALL | re.MULTILINE)
_PAIRS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class EarlyRead:
    """An assertion that does not wait."""

    path: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}"


def find_early_reads(root: Path = ROOT) -> list[EarlyRead]:
    """Return the early reads in all browser tests and web tests."""
    readers = [(name, early_browser_reads) for name in files("e2e", root=root) if name.endswith(".ts")]
    readers += [(name, early_web_reads) for name in files("webapp/src", root=root) if re.search(r"\.test\.tsx?$", name)]
    return [
        EarlyRead(name, line, reason)
        for name, reader in readers
        for line, reason in reader((root / name).read_text("utf-8"))
    ]


def early_browser_reads(source: str) -> Iterator[tuple[int, str]]:
    """Return lines of a Playwright test that assert what the page or its requests are at that moment."""
    code = _without_quotes(source)
    functions = _reading_functions(code)
    values = _read_values(code, functions)
    recorded = _recorded(code)
    for match in _EXPECT.finditer(code):
        end = _end(code, match.end() - 1)
        actual = code[match.end() : end]
        matcher = code[end + 1 : code.find("\n", end + 1)]
        name = re.match(r"\W*(?:new Set\(|Object\.\w+\()?\W*(\w+)", actual)
        first = name[1] if name else ""
        if _STARTED.search(actual) and (_READ.search(actual) or _calls(actual, functions)):
            reason = "the page is read once; use expect(locator) or expect.poll"
        elif _URL.search(actual):
            reason = "the address is read once; use expect(page).toHaveURL"
        elif any(start < match.start() < stop and value == first for value, start, stop in values):
            reason = f"{first} was read once; use expect(locator) or expect.poll"
        elif first in recorded and not _HARMLESS.search(matcher):
            reason = f"{first} may still grow; use expect.poll"
        else:
            continue
        if not _has_reason(source, match.start()):
            yield _line(code, match.start()), reason
    for match in _ONE_BY_ONE.finditer(code):
        yield (
            _line(code, match.start()),
            "the loop passes before anything is there; expect the number, or a filter to find none",
        )


def early_web_reads(source: str) -> Iterator[tuple[int, str]]:
    """Return lines of a web test that wait too short, or for something that is there before the answer."""
    always_there = {
        _TABLE: "the table is there before its rows; add busy: false",
        _UNNAMED: "an empty live region matches; find its text",
        _SHORT_WAIT: "it waits for one second only; use waitFor of the testing library",
    }
    if "<Toaster" in source:
        always_there[_LIVE_REGION] = "the empty region of notifications matches; find its text"
    for pattern, reason in always_there.items():
        for match in pattern.finditer(source):
            if not _has_reason(source, match.start()):
                yield _line(source, match.start()), reason


def _reading_functions(code: str) -> set[str]:
    """Return the names of functions that read the page."""
    names = set()
    for match in _FUNCTION.finditer(code):
        body = code[match.start() : _statement_end(code, match.end() - 1 if match[2] else match.end())]
        if _READ.search(body) and "expect" not in body:
            names.add(match[1] or match[2])
    return names


def _read_values(code: str, functions: set[str]) -> list[tuple[str, int, int]]:
    """Return variables with a value of the page: name, and the range of the source in which they are visible."""
    values = []
    for match in _VALUE.finditer(code):
        value = code[match.end() : _statement_end(code, match.end())]
        if "=>" in value.split("await ", 1)[0] or not _STARTED.search(value):
            continue
        if _READ.search(value) or _calls(value, functions):
            stop = _block_end(code, match.end())
            values += [(name, match.end(), stop) for name in re.findall(r"\w+", match[1])]
    return values


def _recorded(code: str) -> set[str]:
    """Return lists and counters that a listener of the page changes, here or in a helper that receives the list."""
    names = {name for name in re.findall(r"\bconst (\w+)(?:: [^=;]+)? = \[\];", code) if f"{name}.push(" not in code}
    for match in _LISTENER.finditer(code):
        names |= set(_RECORD.findall(code[match.end() : _end(code, match.end() - 1)]))
    return names


def _calls(code: str, functions: set[str]) -> bool:
    return any(re.search(rf"\b{name}\(", code) for name in functions)


def _without_quotes(source: str) -> str:
    """Return the source of the same length, with strings and comments blank."""
    return _QUOTED.sub(lambda quoted: re.sub(r"[^\n]", " ", quoted[0]), source)


def _end(code: str, start: int) -> int:
    """Return the position of the bracket that closes the one at ``start``."""
    depth = 0
    for position in range(start, len(code)):
        if code[position] in _PAIRS:
            depth += 1
        elif code[position] in _PAIRS.values():
            depth -= 1
            if depth == 0:
                return position
    return len(code)


def _statement_end(code: str, start: int) -> int:
    """Return the end of the statement: its semicolon, or the end of its block."""
    position = start
    while position < len(code):
        if code[position] in _PAIRS:
            position = _end(code, position)
            if (
                code[position : position + 2] == "}\n"
                and code[start:position].count("{") == 1
                and "=>" not in code[start:position]
            ):
                return position
        elif code[position] in ";" or code[position] in _PAIRS.values():
            return position
        position += 1
    return len(code)


def _block_end(code: str, start: int) -> int:
    """Return the end of the block that contains ``start``."""
    depth = 0
    for position in range(start, len(code)):
        if code[position] in _PAIRS:
            depth += 1
        elif code[position] in _PAIRS.values():
            depth -= 1
            if depth < 0:
                return position
    return len(code)


def _has_reason(source: str, position: int) -> bool:
    before = source[: source.rfind("\n", 0, position)].splitlines()
    return bool(before and _REASON.match(before[-1]))


def _line(source: str, position: int) -> int:
    return source.count("\n", 0, position) + 1
