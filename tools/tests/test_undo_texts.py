"""One word for taking back: Undo. Only deleted articles and backups are restored."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[2]
UNDO: Final = re.compile(r"\bund(o|oes|id|one|oing)\b", re.IGNORECASE)
OTHER: Final = re.compile(
    r"\b(restor\w+|revert\w*|put(s|ting)? (\w+ ){0,3}back|(take|takes|took|taken|taking) (\w+ ){0,3}back)\b",
    re.IGNORECASE,
)
RESTORED: Final = re.compile(r"article|weekly list|backup|\brestore_|\*\*Put back\*\*", re.IGNORECASE)
"""Lines about deleted articles, which lose their places on the weekly list, about backups, and about the button of
Today that returns an item to its list.
"""
ABOUT_BACKUPS: Final = frozenset({"audit", "backup", "deploying", "installation", "news", "operating", "upgrading"})
"""Pages whose subject is a backup or a deleted article."""
ARTICLE_KEYS: Final = ("news:deleted", "news:delete.")
RELEASE: Final = "today:bar.putBack"
WORDS: Final = {"hi": "पहले जैस", "pb": "ਅਣਕੀਤ"}
WITHDRAW: Final = {"hi": r"वापस (ल[ीिे]|कर|किया|किए)|वापसी", "pb": r"ਵਾਪਸ (ਲ[ਓਿਈਏ]|ਕਰ|ਕੀਤ)|ਵਾਪਸੀ"}
"""Words of a withdrawal, which were those of an undo as well."""


def texts(language: str) -> dict[str, str]:
    """Return the texts of the console by their keys."""
    folder = ROOT / "webapp/src/i18n" / language
    return {
        key: text for file in folder.glob("*.json") for key, text in flat(f"{file.stem}:", json.loads(file.read_text()))
    }


def flat(key: str, inner: Any) -> Iterator[tuple[str, str]]:
    if isinstance(inner, dict):
        for name, value in inner.items():
            yield from flat(f"{key}{name}" if key.endswith(":") else f"{key}.{name}", value)
    elif isinstance(inner, str):
        yield key, inner


def other_words(path: Path) -> list[str]:
    lines = path.read_text("utf-8").splitlines()
    return [line for line in lines if OTHER.search(line) and not RESTORED.search(line)]


@pytest.mark.parametrize("text", ["Restore your draft", "Takes that upload back", "It was reverted"])
def test_other_words_are_found(text: str) -> None:
    assert OTHER.search(text)


def test_english_texts_of_the_console_say_undo() -> None:
    wrong = {key: text for key, text in texts("en").items() if OTHER.search(text) and not RESTORED.search(text)}
    assert [key for key in wrong if key != RELEASE and not key.startswith(ARTICLE_KEYS)] == []


@pytest.mark.parametrize("language", ["hi", "pb"])
def test_translations_have_one_word_for_undo(language: str) -> None:
    english, translated = texts("en"), texts(language)
    keys = {key for key, text in english.items() if UNDO.search(text)}
    assert len(keys) > 20
    assert keys == {key for key, text in translated.items() if WORDS[language] in text}
    assert [key for key in keys if re.search(WITHDRAW[language], translated[key])] == []


@pytest.mark.parametrize("folder", ["docs/guide", "docs/tutorials"])
def test_guide_says_undo(folder: str) -> None:
    pages = [page for page in (ROOT / folder).glob("*.md") if page.stem not in ABOUT_BACKUPS]
    assert len(pages) > 1
    assert {page.name: lines for page in pages if (lines := other_words(page))} == {}


def test_terminal_and_calls_say_undo() -> None:
    commands = [
        file
        for file in (ROOT / "cli/careops_cli").rglob("*.py")
        if not {"news.py", "backup.py"} & {file.name} and "backup" not in file.parts
    ]
    calls = [*(ROOT / "sdk/careops/calls").glob("*.py"), *(ROOT / "sdk/careops/models").glob("*.py")]
    files = [*commands, *(file for file in calls if file.stem != "news"), ROOT / "sdk/careops/error_codes.tsv"]
    assert {file.name: lines for file in files if (lines := other_words(file))} == {}
