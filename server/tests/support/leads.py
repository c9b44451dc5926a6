"""Leads and their files."""

from __future__ import annotations

import io
from typing import Any

from server.tests.support.stage import CARE, Stage

from careops.calls.leads import LeadsUploaded
from careops.files import Upload


async def lead(stage: Stage, clinic_id: int, **columns: Any) -> int:
    """Insert a lead with these columns. Return its id."""
    values = {"clinic_id": clinic_id, "phone_number": stage.phone(), **columns}
    names, places = ", ".join(values), ", ".join(f":{name}" for name in values)
    id: int = await stage.sql(f"insert into leads ({names}) values ({places}) returning id", **values)  # noqa: S608 (a test's own names)
    return id


def file(content: str | bytes, name: str = "leads.csv") -> Upload:
    return Upload.of(io.BytesIO(content.encode() if isinstance(content, str) else content), name=name)


async def uploaded(stage: Stage, clinic_id: int, content: str | bytes, name: str = "leads.csv") -> LeadsUploaded:
    return await (await stage.signed_in(CARE)).leads.upload(clinic_id=clinic_id, file0=file(content, name))


async def stored_leads(stage: Stage, clinic_id: int) -> list[tuple[Any, ...]]:
    page = await (await stage.signed_in()).leads.list(clinic_id=clinic_id, perpage=500)
    return sorted((lead.first_name, lead.last_name, lead.phone_number, lead.email) for lead in page.items)
