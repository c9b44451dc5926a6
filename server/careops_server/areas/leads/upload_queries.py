"""SQL that adds a file of leads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import text

from careops.bulk.targets import format_cell, scientific_notation_error
from careops.error_codes import Title, title_of
from careops.errors import InvalidInput, Problem
from careops.models.lead_uploads import is_other_name
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row, update_row

# By the campaign's id, else by its id on a platform (Meta writes "c:1202…"), else by its name: an id may belong to a
# platform that was not recorded here, or may have lost digits in a spreadsheet.
_RESOLVE: Final = text("""
    select m.key, coalesce(nullif(array(
        select a.id from ad_campaigns a where a.clinic_id = :clinic_id and m.id <> '' and (
            cast(a.id as text) = m.id or exists (
                select from jsonb_array_elements(a.social_platforms) p
                where p ->> 'platform_campaign_id' = regexp_replace(m.id, '^c:', '')
            )
        ) order by a.id desc limit 2
    ), '{}'), array(
        select a.id from ad_campaigns a
        where a.clinic_id = :clinic_id and m.name <> '' and lower(a.campaign_name) = lower(m.name)
        order by a.id desc limit 2
    ))
    from json_to_recordset(cast(:campaigns as json)) as m (key text, id text, name text)
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


_BEGIN: Final = insert_row(tables.lead_uploads, "clinic_id user_id file_name", returning="id")
_COUNT: Final = update_row(tables.lead_uploads, "added known")


# The people are distinct. Those of unknown campaigns are removed before.
_COMPARE: Final = text("""
    select count(*) filter (where l.id is null), coalesce(json_agg(json_build_object(
        'row', r.at, 'person', r.person, 'name', r.name,
        'known_name', concat_ws(' ', l.first_name, l.last_name), 'known_row', null
    )) filter (where lower(concat_ws(' ', l.first_name, l.last_name)) <> lower(r.name)), '[]')
    from json_to_recordset(cast(:rows as json)) as r (campaign text, person text, at int, name text)
    cross join lateral (select cast(cast(:campaigns as json) ->> r.campaign as bigint) as id) c
    left join lateral (
        select l.id, l.first_name, l.last_name from leads l
        where l.clinic_id = :clinic_id and coalesce(l.ad_campaign_id, 0) = coalesce(c.id, 0) and l.person = r.person
        limit 1
    ) l on true
    where r.campaign is null or c.id is not null
""")


async def resolve_campaigns(connection: Connection, clinic_id: int, rows: Mapping[str, int]) -> dict[str, int]:
    """Resolve the campaigns of a file. Raises ``InvalidInput`` for unknown or ambiguous ones."""
    campaign_ids, unknown = await campaigns_found(connection, clinic_id, rows)
    if unknown:
        first = sorted((rows[key], reason) for key, reason in unknown.items())[:20]
        titles = [title_of("lead_row_invalid", count=row, what=reason) for row, reason in first]
        raise InvalidInput(*(Problem(title, "file0") for title in titles))
    return campaign_ids


async def campaigns_found(
    connection: Connection, clinic_id: int, keys: Iterable[str]
) -> tuple[dict[str, int], dict[str, Title]]:
    """Resolve the campaigns of a file. Return the ids, and the reasons for unresolved ones."""
    requested_campaigns = [dict(zip(("key", "id", "name"), (key, *key.split("\x1f")), strict=True)) for key in keys]
    if not requested_campaigns:
        return {}, {}
    rows = (
        await connection.execute(_RESOLVE, {"clinic_id": clinic_id, "campaigns": json.dumps(requested_campaigns)})
    ).all()
    campaign_ids = {key: ids[0] for key, ids in rows if len(ids) == 1}
    return campaign_ids, {key: _unknown(key, len(ids)) for key, ids in rows if len(ids) != 1}


async def compare(
    connection: Connection, clinic_id: int, batches: Iterable[str], campaigns: Mapping[str, int]
) -> tuple[int, list[dict[str, Any]]]:
    """Count the people who would be new leads of the clinic, and return those who are leads under another name."""
    values = {"clinic_id": clinic_id, "campaigns": json.dumps(campaigns)}
    new, merged = 0, list[dict[str, Any]]()
    for rows in batches:
        count, other = (await connection.execute(_COMPARE, {**values, "rows": rows})).one_row()
        new += count
        merged += [row for row in other if is_other_name(row["name"], row["known_name"])]
    return new, merged


async def create_upload(connection: Connection, clinic_id: int, *, user_id: int | None, file_name: str) -> int:
    """Create an upload and return its id."""
    values = {"clinic_id": clinic_id, "user_id": user_id, "file_name": file_name}
    return (await connection.execute(_BEGIN, values)).scalar_one(int)


async def add(
    connection: Connection, clinic_id: int, upload_id: int, batches: Iterable[str], campaigns: Mapping[str, int]
) -> int:
    """Add the new leads. Return their number."""
    values = {"clinic_id": clinic_id, "upload_id": upload_id, "campaigns": json.dumps(campaigns)}
    added = 0
    for rows in batches:
        added += (await connection.execute(_ADD, {**values, "rows": rows})).rowcount
    return added


async def count(connection: Connection, upload_id: int, *, added: int, known_leads: int) -> None:
    """Store the result of an upload."""
    await connection.execute(_COUNT, {"id": upload_id, "added": added, "known": known_leads})


def _unknown(key: str, count: int) -> Title:
    id, name = key.split("\x1f")
    if count:
        return title_of("cell_campaign_ambiguous", what=name or id)
    if scientific_notation_error(id, "campaign ID"):
        return title_of("cell_campaign_rounded", what=format_cell(id))
    return title_of("cell_campaign_unknown", what=id or name)
