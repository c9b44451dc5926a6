"""Certificates of the demo data's doctors: generated pictures in the file store, which open like any others."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Final

import psycopg
from psycopg.rows import class_row

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.configuration.settings import Settings
from careops_server.core.storage.backend import Store
from careops_server.core.storage.factory import create_store
from careops_server.core.storage.object_keys import Key

AREA: Final = "certificates"
MOST: Final = 60
"""Number of certificates, for the newest doctors, who are first in the list. More would only fill the disk."""
_BROUGHT: Final = 0.7
"""Share of unverified doctors with a certificate."""
_IS_MISSING: Final = """
    select exists (select from world_makers) and not exists (select from world_makers where area = %s)
"""
_DOCTORS: Final = """
    select id, concat_ws(' ', first_name, last_name) as name, reg_nbr as number,
        coalesce(education, 'MBBS') as degree, coalesce(exp, 1) as years, verified
    from doctors where status = 'joined' and reg_nbr is not null and reg_photo_url is null
    order by id desc limit %s
"""
_LINK: Final = """
    update doctors d set reg_photo_url = c.key, reg_photo_look = c.look
    from unnest(%s::bigint[], %s::text[], %s::bigint[]) c (id, key, look) where c.id = d.id
"""


@dataclass(frozen=True)
class _Doctor:
    id: int
    name: str
    number: str
    degree: str
    years: int
    verified: bool


@dataclass(frozen=True)
class _Certificate:
    doctor_id: int
    key: Key
    look: int
    content: bytes


def add_certificates(url: str, settings: Settings, *, seed: int = 1, until: datetime | None = None) -> bool:
    """Add certificates to demo data, once. Return False if they exist, or if the database has no demo data.

    Doctors with a certificate keep it. Raises ``Unavailable`` if the file store cannot be reached; then nothing is
    recorded, and the next call tries again.
    """
    with psycopg.connect(driver_url(url), options="-c timezone=UTC -c lock_timeout=10000") as connection:
        # Of two concurrent calls, the second waits and then finds the certificates.
        connection.execute("lock table world_makers in exclusive mode")
        missing = connection.execute(_IS_MISSING, [AREA]).fetchone()
        if missing != (True,):
            return False
        with connection.cursor(row_factory=class_row(_Doctor)) as cursor:
            doctors = cursor.execute(_DOCTORS, [MOST]).fetchall()
        random = Random(f"{seed} {AREA}")  # noqa: S311 (reproducible demo data, not secrets)
        rows = [*_generate(doctors, random, (until or datetime.now(UTC)).year)]
        asyncio.run(_store(create_store(settings), rows))
        columns = ([each.doctor_id for each in rows], [str(each.key) for each in rows], [each.look for each in rows])
        connection.execute(_LINK, columns)
        connection.execute("insert into world_makers (area) values (%s)", [AREA])
    return True


def _generate(doctors: list[_Doctor], random: Random, year: int) -> Iterator[_Certificate]:
    # Imported here, so that a server with existing demo data saves the memory.
    from careops_server.core.storage.image_worker import difference_hash
    from careops_server.demo.certificate_images import Drawer, Registered, saved

    drawer = Drawer(random)
    # Two doctors have the same picture, one of them smaller, for trying the detection of duplicates.
    alike = [doctor.id for doctor in doctors if not doctor.verified][:2]
    last = None
    for doctor in doctors:
        if not doctor.verified and doctor.id not in alike and random.random() > _BROUGHT:
            continue
        about = Registered(doctor.name, doctor.number, doctor.degree, year - doctor.years)
        if doctor.id in alike[1:] and last is not None:
            picture = last.resize((last.width * 3 // 4, last.height * 3 // 4))
        else:
            picture = drawer.certificate(about)
        if doctor.id in alike:
            last = picture
        # Some are TIFF files, as from scanners: the console offers them as downloads.
        ending = ".tiff" if doctor.id % 25 == 0 else ".jpg"
        key = Key("certificates", f"{random.getrandbits(128):032x}", ending, pending=False)
        yield _Certificate(doctor.id, key, difference_hash(picture), saved(picture, key.kind))


async def _store(store: Store, certificates: list[_Certificate]) -> None:
    await asyncio.gather(*(store.write(each.key, each.content) for each in certificates))
