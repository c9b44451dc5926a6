"""Exported audit trail: JSON lines with each seal after its events. A server writes it; checking needs no server."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from careops.audit_chain.seals import OLD_FORM, Checkpoint, Seal, SealedEvent, digest_of
from careops.audit_chain.verifier import Finding, Report, Unsealed, Verifier

# The seal covers the original bytes of the event, so they are not parsed.
_EVENT = re.compile(rb'\{"position": (-?[0-9]{1,19}), "event": (\{.*\})\}')
_TOLD = {"id": "id", "timestamp": "occurred_at", "key": "key"}


class NotATrail(ValueError):
    """The file is not an exported audit trail."""


def seal_line(seal: Seal) -> str:
    """Return a seal as a line of the file."""
    content = {
        "number": seal.number,
        "after": seal.after,
        "upto": seal.upto,
        "events": seal.events,
        "entries": base64.b64encode(seal.entries).decode(),
        "previous": seal.previous,
        "sealed_at": seal.sealed_at.isoformat(),
        "hash": seal.hash,
        "form": seal.form,
        "oldest": seal.oldest.isoformat() if seal.oldest else None,
        "public_key": seal.public_key,
        "next_key": seal.next_key,
        "signature": seal.signature,
        **({"purged": seal.purged} if seal.purged else {}),
    }
    return json.dumps({"seal": content})


def check_file(
    lines: Iterable[bytes], *, trusted: Collection[str] = (), head: Checkpoint | None = None, first: int = 1
) -> Report:
    """Check an exported trail that begins with seal ``first``; ``trusted`` are public keys. Raises ``NotATrail``."""
    verifier = Verifier(trusted, head=head, first=first)
    events: list[SealedEvent] = []
    for number, line in enumerate(lines, start=1):
        stripped = line.strip()
        if match := _EVENT.fullmatch(stripped):
            content = match[2]
            events.append(
                SealedEvent(int(match[1]), digest_of(content), {"line": str(number), "content": _text(content)})
            )
        elif stripped:
            verifier.check(_seal(stripped, number), events)
            events = []
    report = verifier.end(_unsealed(events), datetime.now(UTC))
    report.findings = [_with_event_id(finding) for finding in report.findings]
    return report


def _unsealed(events: list[SealedEvent]) -> Unsealed:
    recorded = [moment for event in events if (moment := _content(event.about).get("recorded_at"))]
    return Unsealed(len(events), min((datetime.fromisoformat(moment) for moment in recorded), default=None))


def _seal(line: bytes, number: int) -> Seal:
    try:
        content: Mapping[str, Any] = json.loads(line)["seal"]
        oldest = content.get("oldest")
        return Seal(
            number=int(content["number"]),
            after=int(content["after"]),
            upto=int(content["upto"]),
            entries=base64.b64decode(content["entries"], validate=True),
            previous=str(content["previous"]),
            sealed_at=datetime.fromisoformat(content["sealed_at"]),
            oldest=datetime.fromisoformat(oldest) if oldest else None,
            next_key=str(content.get("next_key", "")),
            form=int(content.get("form", OLD_FORM)),
            hash=str(content["hash"]),
            public_key=str(content.get("public_key", "")),
            signature=str(content.get("signature", "")),
            purged=int(content.get("purged", 0)),
        )
    except (ValueError, KeyError, TypeError):
        raise NotATrail(f"Line {number} is neither an event nor a seal") from None


def _with_event_id(finding: Finding) -> Finding:
    """Return the finding with the id of the event that people see."""
    if "content" not in finding.about:
        return finding
    content = _content(finding.about)
    facts = {name: str(content.get(key)) for name, key in _TOLD.items()}
    return replace(finding, about={**facts, "line": finding.about["line"]})


def _content(about: Mapping[str, str]) -> Mapping[str, Any]:
    try:
        content = json.loads(about["content"])
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")
