"""People and metrics of demo practices: doctors, staff, admins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Final

from careops_server.demo import user_status, word_lists
from careops_server.demo.clinics import MEN, WOMEN, Practice, person

Row = tuple[object, ...]
Rows = dict[str, list[Row]]

COLUMNS: Final = {
    "doctors": (
        "id", "user_id", "first_name", "last_name", "phone_number", "gender", "speciality", "education", "exp",
        "patients_per_hour", "reg_nbr", "verified", "status", "created_at", "updated_at",
    ),
    "clinic_doctors": ("id", "clinic_id", "doctor_id", "fees", "telemedicine_fees", "created_at", "updated_at"),
    "clinic_staff": ("id", "clinic_id", "name", "phone_number", "status", "created_at"),
    "clinic_metrics": (
        "clinic_id", "total_patient_visits", "total_bills", "total_careplans", "total_lab_referrals",
        "total_pharmacy_referrals", "total_doctor_referrals", "latest_patient_visit",
    ),
}  # fmt: skip
_DEGREES: Final = ("MBBS", "MBBS, MD", "MBBS, MS", "MBBS, DNB", "MBBS, MD, DM", "BDS", "BAMS", "BHMS", "BPT")
_DEGREE_WEIGHTS: Final = list(accumulate((20, 26, 16, 8, 6, 10, 6, 5, 3)))
_JOINED: Final = 0.88
_STILL_THERE: Final = 0.92


@dataclass
class Counters:
    """Last used ids."""

    users: int
    accounts: int
    doctors: int = 0
    clinic_doctors: int = 0
    staff: int = 0


@dataclass(frozen=True, slots=True)
class At:
    """Clinic whose people are generated."""

    clinic_id: int
    joined: datetime
    state: str


class PeopleMaker:
    """Generates the people of clinics from a separate stream of random numbers."""

    def __init__(self, random: Random, phones: Iterator[str], counters: Counters, *, today: datetime) -> None:
        self._random = random
        self._phones = phones
        self._next = counters
        self._today = today

    def owner_as_doctor(self, rows: Rows, practice: Practice, *, user_id: int, phone: str, joined: datetime) -> int:
        """Add a practice's owner as its first doctor. Return the doctor's id."""
        first, _, last = practice.owner.partition(" ")
        return self._doctor(rows, (first, last), phone=phone, joined=joined, user_id=user_id, practice=practice)

    def add(self, rows: Rows, practice: Practice, at: At, *, owner: int | None) -> None:
        """Add the people of one clinic."""
        draw = self._random.random
        hospital = practice.is_hospital
        if owner is not None:
            self._works_there(rows, owner, at)
        for _ in range(3 + int(draw() ** 2 * 24) if hospital else int(draw() ** 2 * 4)):
            name = person(self._random, at.state)
            doctor = self._doctor(rows, name, phone=next(self._phones), joined=at.joined, practice=practice)
            self._works_there(rows, doctor, at)
        for _ in range(5 + int(draw() ** 2 * 30) if hospital else int(draw() * 5)):
            self._next.staff += 1
            status = "ACTIVE" if draw() < _STILL_THERE else "INACTIVE"
            first, last = person(self._random, at.state)
            phone = next(self._phones) if draw() < 0.95 else None
            rows["clinic_staff"].append((self._next.staff, at.clinic_id, f"{first} {last}", phone, status, at.joined))
        self._admins(rows, practice, at)
        self._metrics(rows, at, hospital=hospital)

    def _doctor(
        self,
        rows: Rows,
        name: tuple[str, str],
        *,
        phone: str,
        joined: datetime,
        practice: Practice,
        user_id: int | None = None,
    ) -> int:
        draw = self._random.random
        self._next.doctors += 1
        came = user_id is not None or draw() < _JOINED
        gender = _gender(name, otherwise="Male" if draw() < 0.55 else "Female")
        usual = (
            practice.speciality if draw() < 0.6 else word_lists.SPECIALITIES[int(draw() * len(word_lists.SPECIALITIES))]
        )
        degree = self._random.choices(_DEGREES, cum_weights=_DEGREE_WEIGHTS)[0]
        has_details = came and draw() < 0.85
        rows["doctors"].append(
            (
                self._next.doctors,
                user_id,
                *name,
                phone,
                gender,
                usual,
                degree if has_details else None,
                1 + int(draw() ** 1.5 * 38) if has_details else None,
                3 + int(draw() * 7),
                f"REG-{10_000 + int(draw() * 90_000)}" if has_details else None,
                has_details and draw() < 0.7,
                "joined" if came else "invited",
                joined,
                joined,
            )
        )
        return self._next.doctors

    def _works_there(self, rows: Rows, doctor_id: int, at: At) -> None:
        draw = self._random.random
        self._next.clinic_doctors += 1
        fees = 200 + 50 * int(draw() ** 2 * 27)
        online = max(150, fees - 50 * int(draw() * 4)) if draw() < 0.45 else None
        rows["clinic_doctors"].append(
            (self._next.clinic_doctors, at.clinic_id, doctor_id, fees, online, at.joined, at.joined)
        )

    def _admins(self, rows: Rows, practice: Practice, at: At) -> None:
        draw = self._random.random
        if practice.is_hospital:
            count = 11 + int(draw() * 8) if draw() < 0.04 else int(draw() * 4)
        else:
            count = int(draw() < 0.35) + int(draw() < 0.05)
        for _ in range(count):
            self._next.users += 1
            self._next.accounts += 1
            first, last = person(self._random, at.state)
            email = f"admin@{practice.domain}" if draw() < 0.6 else None
            phone = next(self._phones)
            stands = user_status.user_status(self._next.users, at.joined)
            rows["users"].append(
                (self._next.users, f"{first} {last}", email, phone, False, False, at.joined, at.joined, *stands)
            )
            rows["user_accounts"].append((self._next.accounts, self._next.users, "clinic_admin", "admin", at.clinic_id))

    def _metrics(self, rows: Rows, at: At, *, hospital: bool) -> None:
        draw = self._random.random
        days = max(1, (self._today - at.joined).days)
        a_day = (20 + draw() * 180) if hospital else draw() ** 2 * 40
        visits = int(days * a_day * 0.8)
        latest = self._today.date() - timedelta(days=int(draw() ** 3 * min(days, 60))) if visits else None
        shares = (0.6 + draw() * 0.35, draw() * 0.1, draw() * 0.3, draw() * 0.5, draw() * 0.08)
        rows["clinic_metrics"].append((at.clinic_id, visits, *(int(visits * share) for share in shares), latest))


def _gender(name: tuple[str, str], *, otherwise: str) -> str:
    """Return the gender that a name implies: Kaur or Singh before a family name, then the first name."""
    first, *others = f"{name[0]} {name[1]}".split()
    for female, male in (("Kaur" in others[:-1], "Singh" in others[:-1]), (first in WOMEN, first in MEN)):
        if female != male:
            return "Female" if female else "Male"
    return otherwise
