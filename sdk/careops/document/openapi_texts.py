"""Texts of the OpenAPI document: introduction, tags, and docstrings of the contract as Markdown."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from careops.calls import AREAS, offers_of
from careops.contract import ACCESS_NAMES, ANYONE, APPS, Call
from careops.scopes import scope_of

_NUMBER: Final = r"(?:[AB] \d+|(?:SEC|[ABS])-\d+|decisions? [AB]?-?\d+)"
_NUMBERS: Final = rf"{_NUMBER}(?:(?:, | to |; | and )(?:{_NUMBER}|[A-Z][a-z]+\b))*"
_RANGE: Final = rf"{_NUMBER}(?: to {_NUMBER})?"
_REFERENCE: Final = re.compile(rf"\s*\(({_NUMBERS})\)")
"""Reference to the specification, such as ``(B-12, SEC-04)``."""
_SPEC: Final = re.compile(r"\s*Spec: ((?:[AB] ?\d|SEC-|[ABS]-|\(|\)|\d|to |[;, A-Z-]|[a-z])+)\.")
_ADDITION: Final = re.compile(r"\s*Our own addition(?:: ([^.]+))?\.")
_LITERAL: Final = re.compile(r"``([^`]+)``")

_ACCESS: Final = {
    "anyone": "Needs no authentication.",
    "staff": "Requires an account of the staff.",
    "billing": "Requires a super admin or a billing admin.",
    "super": "Requires a super admin.",
    "apps": "Requires an API key; accounts of people are refused.",
}


class Prose(NamedTuple):
    """Docstring of a call, split for the document."""

    summary: str
    description: str
    spec: str
    """References to the specification; empty for none."""


def prose_of(call: type[Call[Any]]) -> Prose:
    """Split a call's docstring into summary, description and references to the specification."""
    places: list[str] = []
    summary, _, details = (call.__doc__ or "").strip().partition("\n")
    notes: list[str] = []
    first = _without_notes(summary, places, notes)
    paragraphs = [_without_notes(_unwrapped(paragraph), places, notes) for paragraph in details.strip().split("\n\n")]
    paragraphs += notes
    if listed_by := call.route.listed_by:
        paragraphs.append(f"A change request can select the records with the filters of ``{listed_by.list_name}``.")
    paragraphs.append(" ".join([_ACCESS[ACCESS_NAMES[call.route.access]], *_conditions(call)]))
    return Prose(markdown(first), markdown("\n\n".join(filter(None, paragraphs))), ", ".join(places))


def markdown(text: str) -> str:
    """Convert a docstring to Markdown: single backticks, no references to the specification."""
    plain = _REFERENCE.sub("", text).replace("n addition of ours", "n addition of careops")
    return _LITERAL.sub(r"`\1`", plain).strip()


def tags(areas: Sequence[str]) -> list[dict[str, str]]:
    """Return the tags of the document, one per area, with a description."""
    return [{"name": area, "description": _area_text(area)} for area in AREAS if area in areas]


def _area_text(area: str) -> str:
    doc = (sys.modules[offers_of(area).__module__].__doc__ or "").strip().partition("\n")[0]
    return markdown(re.sub(rf"\s+{_NUMBERS}\.$", "", _without_notes(doc, [], [])))


def _conditions(call: type[Call[Any]]) -> list[str]:
    route, scope = call.route, scope_of(call)
    sentences = []
    if route.any_key:
        sentences.append("Every API key can make this call.")
    elif route.access is not ANYONE and route.access is not APPS:
        sentences.append(f"An API key needs the scope `{scope}`." if scope else "API keys cannot make this call.")
    elif scope and route.access is APPS:
        sentences.append(f"It needs the scope `{scope}`.")
    if route.step_up:
        sentences.append("The password must have been confirmed within the last five minutes.")
    return sentences


def _without_notes(text: str, places: list[str], notes: list[str]) -> str:
    """Remove the references to the specification from the text and add them to ``places`` and ``notes``."""
    for cited in (*_SPEC.finditer(text), *_REFERENCE.finditer(_SPEC.sub("", text))):
        places += (place for place in re.findall(_RANGE, cited[1]) if place not in places)
    if (own := _ADDITION.search(_REFERENCE.sub("", text))) and own[1]:
        notes.append(f"This call is not part of the documented platform: {own[1]}.")
    return _ADDITION.sub("", _REFERENCE.sub("", _SPEC.sub("", text))).strip()


def _unwrapped(paragraph: str) -> str:
    return " ".join(line.strip() for line in paragraph.strip().splitlines())


GUIDE: Final = """\
The administration API of the careops healthcare platform: clinics, doctors, billing, news, leads and the audit trail.

## Authentication

Every request carries `Authorization: Bearer TOKEN`. There are two kinds of token:

* **Sessions** (`bearer`): `SignIn` returns an `auth_token` that is valid for 15 minutes and a `refresh_token`. Trade
  the refresh token for a new pair with `RefreshSession` when a request is answered with 401.
* **API keys** (`apiKey`): tokens that begin with `careops_key_`, for programs. A super admin creates them with a list
  of scopes. A scope is the reads or the changes of an area (`clinics:read`, `clinics:write`) or one call by its
  `operationId` (`ListClinics`). Each operation names the scope it needs; operations without `apiKey` in `security`
  cannot be called with a key.

Some operations (`x-step-up`) require that the password was confirmed within the last five minutes. They are refused
with 403 and the source `step_up_required`; call `ConfirmSession`, then send the request again.

## Pages

Lists take `page`, counted from 1, and `perpage`, at most 500. The lists of the audit trail (`ListAuditTrails`,
`FindAuditTrails`) take `page` only, with ten rows a page; `ReadTimeline` and `SuggestPlaces` have no pages and take
`limit`. `total_records` is the exact number of matching records. It stands beside the array of records: next to `data`
if `data` is the array, else inside `data`. Records that are added while you read push others to the next page, so
identify records by their `id`.

## Errors

A refused request is answered with a status of 400 or more and an `Errors` body: `errors` lists each `Problem` with
`source`, the field it is about, `title`, a sentence for people, and `code`, which stays the same if the sentence
changes. `parameters` has the values in the sentence by name, for programs that write it in another language. `code`
is absent if a platform behind a gateway sent an unknown sentence. Quote `request_id` (also the header `x-request-id`)
when you ask for help. Invalid parameters are refused with 422, and nothing is changed then. A proxy
in front of the server may answer 502 or 504 with a body of its own.

## Retries and idempotency

Send changes with a unique `idempotency-key`. When no answer arrives, or the answer is 429, 502, 503 or 504, send the
same request with the same key again: the change is made once, and the first answer is repeated. `Retry-After` says
how many seconds to wait. Responses carry `idempotency-honoured: yes`.

## Concurrent changes

Records that can be read alone have an `ETag`. Send it as `if-match` with a change: if someone else has changed the
record since, the request is refused with 412, and `newest` in each problem holds the current value.

## Rate limits

By default an account may make 600 reads and 80 changes a minute, an API key 600 requests a minute, and each 8
requests at once. `RateLimit-Policy` and `RateLimit` describe the limit and what is left of it. Exceeding it is
refused with 429. One address may send 300 requests a minute without a token.

## Events

Events are sent over a WebSocket at `/realtime` below the base address. Send one JSON message first: `{"token":
"TOKEN", "channels": ["admin"], "since": 1040}`; without `since` you receive only new events,
with `recent_ms` instead also those of the last milliseconds (at most 300,000). Each event is a message
with `id`, `channel`, `event`, `data` and `raised_at`; `{"event": "ready", "id": 1041}` follows when all events up to
that id were sent. A later message without `token` changes the channels. `{"event": "resync"}` means that events since
`since` were deleted (they are kept for 30 days). Close codes: 4401 the session is over, 4403 a channel is not
allowed, 4422 the message is not valid, 4408 the client reads too slowly, 4429 too many messages or sockets.
`ListEvents` returns the same events without a WebSocket.

## Files

Files are sent as `multipart/form-data`. Pictures are stored in two steps: `PresignUploads` returns an address for
each file, and one `PUT` of the bytes goes there. Exports are answered with a file and `Content-Disposition`.

## Extensions

* `x-access`: who can make the call: `anyone`, `staff`, `billing` (super_admin and billing_admin), `super`
  (super_admin) or `apps` (API keys only).
* `x-step-up`: the password must have been confirmed within the last five minutes.
* `x-restricted-fields`: fields that fewer accounts may send than may make the call.
* `x-changes`: a GET that changes something. Never send it twice.
* `x-addition`: not part of the documented platform, only of careops.
* `x-spec`: where the call is described in the specification.
"""
