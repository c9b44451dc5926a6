"""docs/error-codes.md: the table of all error codes."""

from __future__ import annotations

import re
from typing import Final

from careops.error_codes import ERROR_CODES, ErrorCode

_HEAD: Final = """# Error codes

<!-- Written by sdk/generate.py from sdk/careops/error_codes.tsv. Do not edit. -->

Each problem of a refused request has a `code` beside its `source` and `title`. Programs compare the code. The title is
an English sentence for people, and its wording may change. A code never changes its meaning and is never removed. A
gateway adds the codes of the sentences that it knows to the problems of a platform without codes. A problem without
`code` is of such a platform.

In a title, `{what}` is a field, a file or another message, `{count}` a number and `{where}` a place or a list of
choices. The problem has these values in `parameters`, so that programs can write the sentence in their language: a
number, a text, or an object with `title`, `code` and `parameters` for a message within the message. The messages of a
`detail` with several lines are in `details`.
"""
_PARTS: Final = """## Messages in other answers

Reasons of feeds, jobs, refused events and reports of a batch, and rows of a file; lines of a `detail`; messages of a
success.

| Code | Message | Meaning |
|---|---|---|"""


def error_codes_page() -> str:
    """Return the page: codes of refusals, then those of messages in other answers."""
    refusals = [_row(code, defined) for code, defined in ERROR_CODES.items() if defined.statuses]
    parts = [
        f"| {_name(code)} | {_text(defined.title)} | {_text(defined.meaning)} |"
        for code, defined in ERROR_CODES.items()
        if not defined.statuses
    ]
    return (
        f"{_HEAD}\n| Code | Status | Title | Meaning |\n|---|---|---|---|\n"
        + "\n".join(refusals)
        + f"\n\n{_PARTS}\n"
        + "\n".join(parts)
        + "\n"
    )


def _row(code: str, defined: ErrorCode) -> str:
    statuses = ", ".join(map(str, defined.statuses))
    return f"| {_name(code)} | {statuses} | {_text(defined.title)} | {_text(defined.meaning)} |"


def _name(code: str) -> str:
    """Return a code with an anchor, to which the search of the documentation leads."""
    return f'<a id="{code}"></a>`{code}`'


def _text(sentence: str) -> str:
    return in_plural(sentence).replace("|", "\\|")


def in_plural(sentence: str) -> str:
    """Return a title with the plural of its nouns."""
    return re.sub(r"\[[^|\]]*\|([^\]]*)\]", r"\1", sentence)
