"""Check that prose is plain English: count marker words of a private dialect per 1,000 words.

    python -m tools.prose [PATH ...]    check all files, or those below the paths; exit 1 if a folder is above the limit

Comparable open-source projects have 1 to 2 markers per 1,000 words of comments, docstrings and documentation.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import PurePosixPath

from tools.texts import Text, texts

LIMIT = 3.0
"""Highest number of markers per 1,000 words of a folder."""
_SHOWN = 20
_VERBS = "said|told|asked|heard|meant|kept|spelt|noted|mended|looked at|let|put"
_AFTER_WHAT = (
    "is|was|a|an|the|it|they|people|others|has|comes|came|goes|did|does|must|may|can|one|each|every|no|differs|stays"
)
MARKERS = re.compile(
    "|".join(
        (
            r"\b(?:who|what|where|which|whom)ever\b",
            r"\b(?:some|no|any|every)body\b",
            rf"\b(?:is|are|was|were|be|been) (?:{_VERBS})\b",
            r"\bof (?:its|their|our|one's|his) own\b|\bof ours\b",
            r"\bso (?:many|much)\b",
            r"(?<!there )\b(?:is|are) (?-i:none)\b|\bthat is no\b",
            r"\b(?:goes on|go on|went on|gives way|give way|all the same|anew|meanwhile|one after the other|besides)\b",
            r"\bsome (?:hundred|thousand)\b",
            rf"\bwhat (?:{_AFTER_WHAT})\b(?![^.?]*\?)",
            r"^(?:whether|where|who|whom|what)\b(?![^.?]*\?)",
        )
    ),
    re.IGNORECASE,
)


def markers(text: Text) -> list[str]:
    """Return the markers of a text."""
    return [match[0] for match in MARKERS.finditer(text.words)]


def complaints(texts: Iterable[Text], *, limit: float = LIMIT) -> list[str]:
    """Return a paragraph for each folder above the limit, with its worst lines first.

    Folders are those at the top and their direct subfolders, such as ``server/tests``.
    """
    folders: dict[str, list[Text]] = defaultdict(list)
    for text in texts:
        folders["/".join(PurePosixPath(text.path).parent.parts[:2]) or "."].append(text)
    checked = (_complaint(folder, texts_of_folder, limit) for folder, texts_of_folder in sorted(folders.items()))
    return [complaint for complaint in checked if complaint]


def _complaint(folder: str, texts: list[Text], limit: float) -> str | None:
    counts = Counter({text: len(words) for text in texts if (words := markers(text))})
    rate = 1000 * counts.total() / max(sum(len(text.words.split()) for text in texts), 1)
    if rate <= limit:
        return None
    worst = [f"  {t.path}:{t.line}: {', '.join(markers(t))}: {t.words[:100]}" for t, _ in counts.most_common(_SHOWN)]
    return "\n".join([f"{folder}: {rate:.1f} markers per 1,000 words, {limit:g} at most. Worst lines:", *worst])


def main(paths: list[str]) -> int:
    """Print the complaints. Return the exit code."""
    problems = complaints(texts(*paths))
    sys.stdout.writelines(f"{paragraph}\n" for paragraph in problems)
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
