"""The output of the file parser is passed on in pieces, regardless of its lines."""

from __future__ import annotations

import io
import json

import pytest

from careops_server.areas.leads.parse_upload import Lines

MIB = 1 << 20


@pytest.mark.parametrize(("count", "length"), [(2_500, 10), (40, 100_000), (3, 2 * MIB), (0, 0)])
def test_every_line_is_parsed_once_with_little_memory(count: int, length: int) -> None:
    lines = [json.dumps({"number": number, "note": "x" * length}) + "\n" for number in range(count)]
    written = io.BytesIO("".join([*lines, '{"leads": 1}\n']).encode())
    batches = list(Lines(written, count).batches())
    assert [row["number"] for batch in batches for row in json.loads(batch)] == list(range(count))
    assert all(len(json.loads(batch)) <= 1_000 for batch in batches)
    assert all(len(batch) < MIB + length + 1_000 for batch in batches)
