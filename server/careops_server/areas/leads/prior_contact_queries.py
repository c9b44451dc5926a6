"""SQL of other records of a lead's person."""

from __future__ import annotations

from typing import Final

from sqlalchemy import text

from careops.calls.leads import NO_LEAD, KnownBefore
from careops_server.core.database.connection import Connection
from careops_server.core.queries.records import select_or_404
from careops_server.core.queries.references import Reference

LEAD_REF: Final = Reference("leads", "lead_id", NO_LEAD)
_MAX: Final = 20
_FIND: Final = text(f"""
    select json_build_object(
        'leads', (
            select coalesce(json_agg(found), '[]') from (
                select o.ad_campaign_id, a.campaign_name, o.clinic_id, c.name as clinic_name, o.created_at
                from leads o join ad_campaigns a on a.id = o.ad_campaign_id join clinics c on c.id = o.clinic_id
                where o.person = l.person and o.ad_campaign_id is distinct from l.ad_campaign_id
                order by o.created_at desc, o.id desc limit {_MAX}
            ) found
        ),
        'user_id', (select u.id from users u where :users and u.phone_number = l.phone_number)
    )
    from leads l where l.id = :id
""")


async def read_known_before(connection: Connection, lead_id: int, *, users: bool) -> KnownBefore:
    """Return other records of a lead's person, including a user if ``users`` is true. Raises ``NotFound``."""
    return await select_or_404(connection, _FIND, KnownBefore, LEAD_REF, id=lead_id, users=users)
