"""A translation of the console is confirmed again when its English text changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from generators import translations
from generators.translations import FINGERPRINTS, english_texts, fingerprints, main, stale_translations

CONFIRM = "Correct these translations, then run: python -m generators.translations KEY..."


def test_no_translation_of_the_console_is_stale() -> None:
    stale = stale_translations(FINGERPRINTS.read_text("utf-8"), english_texts())
    assert not stale, "\n".join((CONFIRM, *stale))


def test_changed_english_text_makes_both_translations_stale() -> None:
    table = fingerprints("", {"today:next": "Next", "today:title": "Today"})
    changed = {"today:next": "Next item", "today:title": "Today"}
    assert stale_translations(table, changed) == ["today:next hi", "today:next pb"]
    assert fingerprints(table, changed) == table


def test_confirmation_covers_named_keys_and_languages() -> None:
    table = fingerprints("", {"a:one": "One", "a:two": "Two"})
    changed = {"a:one": "First", "a:two": "Second"}
    in_punjabi = fingerprints(table, changed, ["a:one"], ["pb"])
    assert stale_translations(in_punjabi, changed) == ["a:one hi", "a:two hi", "a:two pb"]
    assert stale_translations(fingerprints(in_punjabi, changed, ["a:one"]), changed) == ["a:two hi", "a:two pb"]


def test_new_texts_are_added_and_deleted_ones_removed() -> None:
    table = fingerprints(fingerprints("", {"a:old": "Old"}), {"a:new": "New"})
    assert [line.split("\t")[0] for line in table.splitlines()] == ["key", "a:new"]
    assert stale_translations(table, {"a:new": "New"}) == []


def test_command_refuses_unknown_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translations, "FINGERPRINTS", tmp_path / "fingerprints.tsv")
    assert main(["today:nowhere"]) == 2
    assert not (tmp_path / "fingerprints.tsv").exists()
    assert main(["today:title", "--pb"]) == 0
    assert stale_translations((tmp_path / "fingerprints.tsv").read_text("utf-8"), english_texts()) == []
