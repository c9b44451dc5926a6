"""Demo views that a team shares."""

from __future__ import annotations

import json
from typing import Final

from careops_server.demo.seeders import Row, SeedContext, Seeder

_VIEWS: Final = (
    ("ListClinics", "Hospitals in Punjab", {"state": "Punjab", "is_hospital": "true"}),
    ("ListClinics", "Clinics with bank details", {"bank_details": "true"}),
    ("ListDoctors", "Invited doctors", {"status": "invited"}),
)
_OWNER: Final = """
    select u.id, u.name from users u join user_accounts a on a.user_id = u.id and a.account_type = 'super_admin'
    order by u.id limit 1
"""


def _rows(context: SeedContext, table: str) -> list[Row]:
    # Read before the first row, because a connection cannot run queries during COPY.
    owners = context.connection.execute(_OWNER).fetchall()
    return [
        (*owner, list_name, name, json.dumps(filters), "[]", True)
        for owner in owners
        for list_name, name, filters in _VIEWS
    ]


SEEDER: Final = Seeder(
    {"list_views": ("user_id", "made_by", "list_name", "name", "filters", "columns", "shared")}, _rows
)
