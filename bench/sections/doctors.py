"""Doctors: the list, conflicts of a week, and photo uploads during reads."""

from __future__ import annotations

import atexit
import io
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Final

import psycopg

from bench.area_list import AreaList, measure_list
from bench.background_load import Waits, elsewhere, wait_meanwhile
from bench.config import Config
from bench.generate_rows import FIRST, LAST, PHONE, Fill, one_of
from bench.report import Findings, Goal
from bench.servers import client_at, our_server
from careops import CareOps
from careops.calls.schedules import DoctorSchedule
from careops.constants import MAX_PICTURE_BYTES, MAX_SCHEDULES
from careops.uploads import upload_certificate
from careops.weekly_hours import WEEKDAYS
from careops_server.areas.schedules.warnings import with_doubts
from careops_server.core.configuration.dsn import driver_url

_SPECIALITIES = ("Cardiologist", "Dentist", "General Physician", "Gynaecologist", "Paediatrician", "Surgeon")
_PHOTOS = 20
_UNVERIFIED = "select id from doctors where not verified and phone_number like '1%%' order by id limit %s"
DOCTORS = Fill(
    "doctors",
    ("doctors",),
    [
        f"""
        insert into doctors (first_name, last_name, phone_number, speciality, reg_nbr, verified, status)
        select {FIRST}, {LAST}, {PHONE}, {one_of(_SPECIALITIES, "n")}, 'PMC ' || mod(n * 7, 1000003),
            mod(n, 3) = 0, case when mod(n, 50) = 0 then 'invited' else 'joined' end
        from generate_series(1, cast(%(rows)s as bigint)) n
        """
    ],
)
_LIST = AreaList(
    "Doctors' list",
    DOCTORS,
    "/api/admin/doctors",
    lambda _: ["", "filter_type=status&filter_text=verified", "filter_type=status&filter_text=unverified"],
    """
    select first_name || ' ' || last_name, phone_number from doctors where phone_number like '1%%'
    order by md5(id::text) limit %s
    """,
    "all of them, the verified ones, those who are not. Half of the searches are names, half parts of a number.",
)


def measure(setting: Config) -> Findings:
    """Measure the list with many doctors, then the rest."""
    rows = setting.rows(500_000)
    findings = measure_list(_LIST, setting, rows)
    check = _overlap_ms(setting)
    findings.goals.append(
        Goal(f"Overlap check of a doctor with {MAX_SCHEDULES} schedules", f"{check:.2f} ms", "", check, 2, "ms")
    )
    waits, megabytes = _photos(setting, rows)
    findings.goals.append(waits.goal(f"during {_PHOTOS} uploads of photos at once"))
    findings.notes = [
        f"{_PHOTOS} photos of {megabytes:.1f} MB, signed, uploaded, re-encoded and linked by as many people at once, "
        f"took {waits.seconds:.1f} s."
    ]
    return findings


def _overlap_ms(setting: Config) -> float:
    """Measure the conflicts of a full week at four clinics: half hours, some longer, so that two clinics overlap."""
    at = datetime.now(UTC)
    week = [
        DoctorSchedule.model_validate(
            {
                "id": n,
                "days": [WEEKDAYS[n % 7]],
                "start_time": _clock(n // 7 * 40),
                "end_time": _clock(n // 7 * 40 + (60 if n % 25 == 1 else 30)),
                "discounted_fees": None if n % 10 else 200,
                "clinic_id": n % 4,
                "clinic_name": "A clinic",
                "clinic_doctor_id": n % 4,
            }
        )
        for n in range(MAX_SCHEDULES)
    ]
    took: list[float] = []
    for _ in range(setting.requests(200)):
        began = time.perf_counter()
        with_doubts(week, at + timedelta(seconds=len(took)))
        took.append((time.perf_counter() - began) * 1000)
    return median(took)


def _clock(minute: int) -> str:
    return f"{minute // 60 % 24:02}:{minute % 60:02}"


def _photos(setting: Config, rows: int) -> tuple[Waits, float]:
    """Upload many photos in parallel; return the waiting times of others and the size of a photo in megabytes."""
    original = setting.worlds.filled(DOCTORS, rows)
    with setting.worlds.copy_of(original) as url, our_server(url, postgres=setting.worlds.pid) as ours:
        with psycopg.connect(driver_url(url), autocommit=True) as connection:
            left = iter([int(doctor) for (doctor,) in connection.execute(_UNVERIFIED, [2 * _PHOTOS]).fetchall()])
        with ExitStack() as stack:
            picture = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "photo.jpg"
            picture.write_bytes(_picture(0.4 if setting.quick else 1))
            # In a separate process, because decoding here would delay the measured requests.
            people = stack.enter_context(ProcessPoolExecutor(1, get_context("spawn"), _arrive, (ours.port,)))

            def upload() -> None:
                people.submit(_bring, list(islice(left, _PHOTOS)), picture).result()

            people.submit(_bring, [], picture).result()
            works = [upload] * (1 if setting.quick else 2)
            target = replace(ours, path_of=lambda n: f"/api/admin/doctors?page={n % 20 + 1}")
            waits = wait_meanwhile(target, works, idle_seconds=setting.seconds(10))
            return waits, picture.stat().st_size / 1e6


_PEOPLE: Final[list[CareOps]] = []
"""Client in the separate process that uploads photos."""


def _arrive(port: int) -> None:
    elsewhere()
    stack = ExitStack()
    atexit.register(stack.close)
    _PEOPLE.extend(stack.enter_context(client_at(port)) for _ in range(_PHOTOS))


def _bring(doctors: Sequence[int], picture: Path) -> None:
    """Upload a photo of each doctor, all at the same time."""
    with ThreadPoolExecutor(_PHOTOS) as pool:
        brought = [
            pool.submit(upload_certificate, client, doctor_id=doctor, file=picture)
            for client, doctor in zip(_PEOPLE, doctors, strict=False)
        ]
        for each in brought:
            each.result()


def _picture(size: float) -> bytes:
    """A photo of nearly 5 MB like a phone's, with much detail and ten million pixels; or a smaller one."""
    from PIL import Image

    file = io.BytesIO()
    Image.effect_noise((round(3600 * size), round(2700 * size)), 24).save(file, "JPEG", quality=84)
    if file.tell() > MAX_PICTURE_BYTES:
        raise RuntimeError(f"the photo has {file.tell():,} bytes")
    return file.getvalue()
