"""Misspelled names, which type checkers must report. Checked, never run.

Each ignore is needed: mypy reports an unused one. ``cli/tests/packaged`` checks the lines without their ignores
against the installed package.
"""

from __future__ import annotations

from careops import AsyncCareOps, CareOps, Forbiden, ListClinics  # type: ignore[attr-defined]  # pyright: ignore
from careops import NotFond as NotFond  # type: ignore[attr-defined]  # pyright: ignore
from careops.bulk import Jurnal as Jurnal  # type: ignore[attr-defined]  # pyright: ignore
from careops.calls.clinics import ListClinic as ListClinic  # type: ignore[attr-defined]  # pyright: ignore
from careops.calls.news import ListNewsArticle as ListNewsArticle  # type: ignore[attr-defined]  # pyright: ignore
from careops.calls.news_insights import ListTag as ListTag  # type: ignore[attr-defined]  # pyright: ignore
from careops.contract import Pge as Pge  # type: ignore[attr-defined]  # pyright: ignore
from careops.errors import TooManyRequest as TooManyRequest  # type: ignore[attr-defined]  # pyright: ignore

names: list[object] = [Forbiden, ListClinics]

client = CareOps()
client.clinic.list()  # type: ignore[attr-defined]  # pyright: ignore
client.clinics.lst()  # type: ignore[attr-defined]  # pyright: ignore
client.modules.activte(clinic_id=4, module_id=7)  # type: ignore[attr-defined]  # pyright: ignore
client.news.twins()  # type: ignore[attr-defined]  # pyright: ignore


async def use(client: AsyncCareOps) -> None:
    await client.clinics.lst()  # type: ignore[attr-defined]  # pyright: ignore
