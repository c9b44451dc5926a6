"""An exported audit trail: lines of JSON, each seal behind its events. Written by a server, checked without one."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from careops.seals import Event, Finding, Head, Report, Seal, Verifier, digest_of

# The event's own bytes are what was sealed, so they are taken as they stand.
_EVENT = re.compile(rb'\{"position": (-?[0-9]{1,19}), "event": (\{.*\})\}')
_TOLD = {"id": "id", "timestamp": "occurred_at", "key": "key"}


class NotATrail(ValueError):
    """The file holds something else than an exported audit trail."""


def seal_line(seal: Seal) -> str:
    """A seal as a line of the file."""
    said = {
        "number": seal.number,
        "after": seal.after,
        "upto": seal.upto,
        "events": seal.events,
        "entries": base64.b64encode(seal.entries).decode(),
        "previous": seal.previous,
        "sealed_at": seal.sealed_at.isoformat(),
        "hash": seal.hash,
        "key_id": seal.key_id,
        "mac": seal.mac,
    }
    return json.dumps({"seal": said})


def check_file(
    lines: Iterable[bytes], *, keys: Sequence[bytes] = (), head: Head | None = None, first: int = 1
) -> Report:
    """Check an exported trail that begins with seal ``first``. Raises ``NotATrail``."""
    verifier = Verifier(keys, head, first=first)
    events: list[Event] = []
    for number, line in enumerate(lines, start=1):
        stripped = line.strip()
        if match := _EVENT.fullmatch(stripped):
            content = match[2]
            events.append(Event(int(match[1]), digest_of(content), {"line": str(number), "content": _text(content)}))
        elif stripped:
            verifier.check(_seal(stripped, number), events)
            events = []
    report = verifier.end(len(events))
    report.findings = [_told(finding) for finding in report.findings]
    return report


def _seal(line: bytes, number: int) -> Seal:
    try:
        said: Mapping[str, Any] = json.loads(line)["seal"]
        return Seal(
            number=int(said["number"]),
            after=int(said["after"]),
            upto=int(said["upto"]),
            entries=base64.b64decode(said["entries"], validate=True),
            previous=str(said["previous"]),
            sealed_at=datetime.fromisoformat(said["sealed_at"]),
            hash=str(said["hash"]),
            key_id=str(said["key_id"]),
            mac=str(said["mac"]),
        )
    except (ValueError, KeyError, TypeError):
        raise NotATrail(f"Line {number} is neither an event nor a seal") from None


def _told(finding: Finding) -> Finding:
    """The finding with what people know the event by."""
    if "content" not in finding.about:
        return finding
    try:
        said = json.loads(finding.about["content"])
    except ValueError:
        said = {}
    known = {name: str(said.get(key)) for name, key in _TOLD.items() if isinstance(said, dict)}
    return replace(finding, about={**known, "line": finding.about["line"]})


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")
