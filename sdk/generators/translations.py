"""Fingerprints of the English texts from which the translations of the console were made.

A translation is stale when its English text has changed since. ``sdk/generate.py`` adds new texts and removes deleted
ones. Confirm a translation after reading both texts:

    python -m generators.translations KEY...          for example today:bar.back
    python -m generators.translations KEY... --pb     in one language only
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from careops.constants import DEFAULT_LANGUAGE, LANGUAGES
from generators.references import ROOT

I18N: Final = ROOT / "webapp/src/i18n"
FINGERPRINTS: Final = I18N / "fingerprints.tsv"
TRANSLATIONS: Final = tuple(language for language in LANGUAGES if language != DEFAULT_LANGUAGE)


def english_texts(folder: Path = I18N / DEFAULT_LANGUAGE) -> dict[str, str]:
    """Return every English text of the console by its key."""
    files = ((file.stem, json.loads(file.read_text("utf-8"))) for file in folder.glob("*.json"))
    return {f"{area}:{key[1:]}": text for area, texts in files for key, text in _flat(texts)}


def _flat(texts: Any) -> Iterator[tuple[str, str]]:
    if isinstance(texts, str):
        yield "", texts
    else:
        for key, branch in texts.items() if isinstance(texts, dict) else enumerate(texts):
            yield from ((f".{key}{inner}", text) for inner, text in _flat(branch))


def fingerprint(text: str) -> str:
    """Return the start of the hash of a text."""
    return sha256(text.encode()).hexdigest()[:8]


def read_fingerprints(table: str) -> dict[str, dict[str, str]]:
    """Return the fingerprints of each key by language."""
    rows = (line.split("\t") for line in table.splitlines()[1:])
    return {key: dict(zip(TRANSLATIONS, values, strict=True)) for key, *values in rows}


def fingerprints(
    table: str, english: dict[str, str], confirmed: Collection[str] = (), languages: Collection[str] = TRANSLATIONS
) -> str:
    """Return the table with all keys. Only new and confirmed ones get the fingerprint of the present English text."""
    stored_fingerprints = read_fingerprints(table)
    lines = ["\t".join(("key", *TRANSLATIONS))]
    for key, text in sorted(english.items()):
        present, earlier = fingerprint(text), stored_fingerprints.get(key, {})
        values = (
            present if key in confirmed and language in languages else earlier.get(language, present)
            for language in TRANSLATIONS
        )
        lines.append("\t".join((key, *values)))
    return "\n".join(lines) + "\n"


def stale_translations(table: str, english: dict[str, str]) -> list[str]:
    """Return the key and language of each translation whose English text has changed."""
    return [
        f"{key} {language}"
        for key, values in read_fingerprints(table).items()
        for language, value in values.items()
        if key in english and value != fingerprint(english[key])
    ]


def fingerprints_of_console(confirmed: Collection[str] = (), languages: Collection[str] = TRANSLATIONS) -> str:
    """Return the present table of the console."""
    table = FINGERPRINTS.read_text("utf-8") if FINGERPRINTS.exists() else ""
    return fingerprints(table, english_texts(), confirmed, languages)


def main(arguments: list[str]) -> int:
    """Confirm translations. Report unknown keys and change nothing then."""
    keys = [each for each in arguments if not each.startswith("--")]
    languages = [each[2:] for each in arguments if each.startswith("--")]
    if unknown := [*({*keys} - english_texts().keys()), *({*languages} - {*TRANSLATIONS})]:
        sys.stderr.write(f"No such text or language: {', '.join(sorted(unknown))}\n{__doc__}")
        return 2
    FINGERPRINTS.write_text(fingerprints_of_console(keys, languages or TRANSLATIONS), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
