"""The SQL of taking a file of leads in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.errors import InvalidInput, Problem

# By our own id, else by what the campaign is called on a platform (Meta writes "c:1202…"), else by its name.
_MEANT: Final = text("""
    select m.key, array(
        select a.id from ad_campaigns a where a.clinic_id = :clinic_id and case
            when m.id = '' then lower(a.campaign_name) = lower(m.name)
            else cast(a.id as text) = m.id or exists (
                select from jsonb_array_elements(a.social_platforms) p
                where p ->> 'platform_campaign_id' = regexp_replace(m.id, '^c:', '')
            )
        end order by a.id desc limit 2
    )
    from json_to_recordset(cast(:meant as json)) as m (key text, id text, name text)
""")
_ADD: Final = text("""
    insert into leads (
        clinic_id, upload_id, ad_campaign_id, first_name, last_name, phone_number, email, utm_details, created_at
    )
    select :clinic_id, :upload_id, cast(cast(:campaigns as json) ->> r.campaign as bigint), r.first_name, r.last_name,
        r.phone_number, r.email, r.utm_details, least(coalesce(r.created_at, now()), now())
    from json_to_recordset(cast(:rows as json)) as r (
        campaign text, first_name text, last_name text, phone_number text, email text, utm_details jsonb,
        created_at timestamptz
    )
    on conflict do nothing
""")


_BEGIN: Final = text(
    "insert into lead_uploads (clinic_id, user_id, file_name) values (:clinic_id, :user_id, :file_name) returning id"
)
_COUNT: Final = text("update lead_uploads set added = :added, known = :known where id = :id")


async def campaigns_meant(connection: AsyncConnection, clinic_id: int, said: Mapping[str, int]) -> dict[str, int]:
    """The campaign each of them means. Raises ``InvalidInput`` for one the clinic has not, or has twice."""
    if not said:
        return {}
    meant = [dict(zip(("key", "id", "name"), (key, *key.split("\x1f")), strict=True)) for key in said]
    found = (await connection.execute(_MEANT, {"clinic_id": clinic_id, "meant": json.dumps(meant)})).all()
    wrong = [(said[key], key, len(ids)) for key, ids in found if len(ids) != 1]
    if wrong:
        raise InvalidInput(*(_unknown(*one) for one in sorted(wrong)[:20]))
    return {key: ids[0] for key, ids in found}


async def begin(connection: AsyncConnection, clinic_id: int, *, user_id: int, file_name: str) -> int:
    """Note that a file is added; the upload's id."""
    values = {"clinic_id": clinic_id, "user_id": user_id, "file_name": file_name}
    found: int = (await connection.execute(_BEGIN, values)).scalar_one()
    return found


async def add(
    connection: AsyncConnection, clinic_id: int, upload_id: int, batches: Iterable[str], campaigns: Mapping[str, int]
) -> int:
    """Add those that are new; how many that were."""
    values = {"clinic_id": clinic_id, "upload_id": upload_id, "campaigns": json.dumps(campaigns)}
    added = 0
    for rows in batches:
        added += (await connection.execute(_ADD, {**values, "rows": rows})).rowcount
    return added


async def count(connection: AsyncConnection, upload_id: int, *, added: int, known: int) -> None:
    """Note what came of it."""
    await connection.execute(_COUNT, {"id": upload_id, "added": added, "known": known})


def _unknown(row: int, key: str, count: int) -> Problem:
    id, name = key.split("\x1f")
    told = id or name
    if count:
        return Problem(f"Row {row}: the clinic has two campaigns called “{told}”; name it by campaign_id", "file0")
    return Problem(f"Row {row}: the clinic has no campaign “{told}”", "file0")
