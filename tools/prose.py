"""Check that texts are plain English: count marker words of a private dialect per 1,000 words.

    python -m tools.prose [PATH ...]    check all files, or those below the paths; exit 1 if a group is above the limit

Comparable open-source projects have 1 to 2 markers per 1,000 words of comments, docstrings and documentation.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import PurePosixPath

from tools.texts import ALIASES, KINDS, LOG_MESSAGES, PROSE, TEST_NAMES, TEST_TITLES, Text, texts

LIMIT = 3.0
"""Highest number of markers per 1,000 words of a group."""
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


_SPEECH = "said|told|tells?|says?|heard|hears?|spelt|meant|mended|begun|forgiven|learnt|believed|felt"
_MOTION = "comes?|came|gives?|gave|takes?|taken|brought|given"
TITLE_MARKERS = re.compile(
    "|".join(
        (
            MARKERS.pattern,
            # Subjects that name nothing.
            r"^(?:one(?![ -]time| of| click)|it|they|those|that|this|these|others|which|nothing|something|all of)\b",
            r"^(?:out of|and|when)\b|^(?:all|each|both)(?: of (?:it|them))? (?:is|are|may|see|goes|go|end)\b",
            rf"\b(?:{_SPEECH})\b",
            r"\b(?:is|are|was) (?:no|nothing|nobody|none)\b|\bha(?:s|ve) none\b",
            r"\bthat (?:is|are) (?:no|none|not there)\b|\b(?:that is|is not|are not|is) there\b",
            r"\bones?(?:'s| s)? own\b|\bby (?:itself|themselves)\b",
            r"\bhowever (?:it|they|many|much|often|long|narrow|that)\b",
            r"\bas it (?:is|was|came)\b|\bas they (?:are|were)\b|\bas (?:ever|before)\b",
            rf"\b(?:{_MOTION}) (?:back|along|aside|away|in turn)\b",
            r"\b(?:goes|go|gone|went) (?:on|by|along|through|away|elsewhere)\b",
            r"\bin the way\b|\bunasked\b|\bleft alone\b|\bthe other way\b|\bfurther\b|\bby then\b",
            r"\bmay$|\bcannot be meant\b",
        )
    ),
    re.IGNORECASE,
)
"""Markers of names and titles, which say in few words what a paragraph says in several."""
ALIAS_MARKERS = re.compile(
    r"^(?:meant|given|told|said|asked|kept|heard|spelt|wanted|whole|known|here|there|one|more|rest)$"
)
_MARKERS = {TEST_NAMES: TITLE_MARKERS, TEST_TITLES: TITLE_MARKERS, LOG_MESSAGES: TITLE_MARKERS, ALIASES: ALIAS_MARKERS}


def markers(text: Text) -> list[str]:
    """Return the markers of a text."""
    return [match[0] for match in _MARKERS.get(text.kind, MARKERS).finditer(text.words)]


def figures(texts: Iterable[Text]) -> list[str]:
    """Return a line for each kind with its number of markers per 1,000 words."""
    kinds: dict[str, list[Text]] = {kind: [] for kind in KINDS}
    for text in texts:
        kinds[text.kind].append(text)
    return [f"{_rate(each):5.1f} {kind} ({len(each):,} texts)" for kind, each in kinds.items()]


def complaints(texts: Iterable[Text], *, limit: float = LIMIT) -> list[str]:
    """Return a paragraph for each group of texts above the limit, with its worst lines first.

    Prose is grouped by folder: those at the top and their direct subfolders, such as ``server/tests``. Other kinds are
    too short for that: each is one group.
    """
    groups: dict[str, list[Text]] = defaultdict(list)
    for text in texts:
        folder = "/".join(PurePosixPath(text.path).parent.parts[:2]) or "."
        groups[folder if text.kind == PROSE else text.kind].append(text)
    checked = (_complaint(name, texts_of_group, limit) for name, texts_of_group in sorted(groups.items()))
    return [complaint for complaint in checked if complaint]


def _complaint(group: str, texts: list[Text], limit: float) -> str | None:
    rate = _rate(texts)
    if rate <= limit:
        return None
    worst = Counter({text: len(words) for text in texts if (words := markers(text))}).most_common(_SHOWN)
    lines = [f"  {t.path}:{t.line}: {', '.join(markers(t))}: {t.words[:100]}" for t, _ in worst]
    return "\n".join([f"{group}: {rate:.1f} markers per 1,000 words, {limit:g} at most. Worst lines:", *lines])


def _rate(texts: list[Text]) -> float:
    return 1000 * sum(len(markers(text)) for text in texts) / max(sum(len(text.words.split()) for text in texts), 1)


def main(paths: list[str]) -> int:
    """Print the figure of each kind and the complaints. Return the exit code."""
    read = list(texts(*paths))
    problems = complaints(read)
    sys.stdout.writelines(f"{line}\n" for line in [*figures(read), *problems])
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
