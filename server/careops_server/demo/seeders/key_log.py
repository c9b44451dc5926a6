"""Demo request log of the API keys: a week of one in use, and refused requests of a revoked one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Final

from careops.calls.keys import LOG_DAYS
from careops_server.demo.seeders import Row, SeedContext, Seeder

_REQUESTS: Final = 400
_REVOKED_REQUESTS: Final = 12
# Call, status, error codes, weight.
_ANSWERS: Final[tuple[tuple[str, int, list[str], int], ...]] = (
    ("AddAuditEvents", 200, [], 60),
    ("ReportDevices", 200, [], 25),
    ("AddAuditEvents", 422, ["required"], 6),
    ("AddAuditEvents", 422, ["time_invalid", "required"], 2),
    ("AddAuditEvents", 429, ["too_many_requests"], 3),
    ("ListClinics", 403, ["forbidden"], 3),
    ("ReportDevices", 503, ["busy"], 1),
)
_KEYS: Final = "select id, name from program_keys"
_DAYS: Final = """
    select cast(occurred_at at time zone 'Asia/Kolkata' as date), key_id, status, count(*), count(*)
    from api_key_requests group by 1, 2, 3 order by 1, 2, 3
"""


def _rows(context: SeedContext, table: str) -> Iterable[Row]:
    if table == "api_key_request_days":
        return context.connection.execute(_DAYS).fetchall()
    ids = {name: key_id for key_id, name in context.connection.execute(_KEYS).fetchall()}
    return _generate(context, ids)


def _generate(context: SeedContext, ids: Mapping[object, object]) -> Iterator[Row]:
    weights = [weight for *_, weight in _ANSWERS]
    answers = [(call, status, codes) for call, status, codes, _ in _ANSWERS]
    drawn = [("clinic app", answer) for answer in context.random.choices(answers, weights, k=_REQUESTS)]
    drawn += [("old importer", ("CreateUniversity", 401, ["unauthorized"]))] * _REVOKED_REQUESTS
    for name, (call, status, codes) in drawn:
        if name not in ids:  # an older demo with other keys
            continue
        ago = timedelta(days=LOG_DAYS) * context.random.random()
        duration = round(context.random.lognormvariate(1.6, 0.5), 1)
        request = context.random.randbytes(12).hex()
        method = "GET" if call.startswith("List") else "POST"
        yield (context.until - ago, ids[name], method, call, status, codes, duration, request, "203.0.113.7")


SEEDER: Final = Seeder(
    {
        "api_key_requests": (
            "occurred_at",
            "key_id",
            "method",
            "call_name",
            "status",
            "codes",
            "duration_ms",
            "request_id",
            "ip_address",
        ),
        "api_key_request_days": ("day", "key_id", "status", "total", "logged"),
    },
    _rows,
    after=("keys",),
)
