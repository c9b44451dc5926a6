"""Rows of demo clinics and their related tables, made from practices."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from itertools import accumulate
from random import Random
from typing import Final

from careops_server.core.ifsc_registry import registry
from careops_server.demo import payments, people, user_status, word_lists
from careops_server.demo.clinics import Branch, Practice
from careops_server.demo.payments import PaymentMaker
from careops_server.demo.people import At, Counters, PeopleMaker
from careops_server.demo.places import Locality

FIRST_DAY: Final = datetime(2023, 4, 1, tzinfo=UTC)
LAST_DAY: Final = datetime(2026, 9, 30, tzinfo=UTC)
"""Dates when the first and the last clinic joined."""

COLUMNS: Final = {
    "users": (
        "id", "name", "email", "phone_number", "growth_enabled", "packages_enabled", "created_at", "updated_at",
        *user_status.COLUMNS,
    ),
    "user_accounts": ("id", "user_id", "account_type", "role", "subject_id"),
    "clinic_groups": ("id", "name"),
    "clinics": (
        "id", "name", "email", "phone_number", "is_hospital", "user_id", "clinic_group_id", "address_line_1",
        "address_line_2", "city", "state", "zipcode", "latitude", "longitude", "phone_numbers", "beds_count",
        "rooms_count", "speciality", "other_specialities", "domains", "ipd_enabled", "surgery_enabled",
        "abdm_enabled", "care_package_enabled", "has_bank_details", "created_at", "updated_at",
    ),
    "bank_details": ("clinic_id", "account_no", "account_name", "bank_name", "ifsc_code"),
    "clinic_spec_modules": ("clinic_id", "spec_module_id", "activated_at"),
    **people.COLUMNS,
    **payments.COLUMNS,
}  # fmt: skip
"""Tables in the order of insertion, with their columns."""

Row = tuple[object, ...]

_BANK_WEIGHTS: Final = list(accumulate(weight for _, _, weight in word_lists.BANKS))
_MODULE_WEIGHTS: Final = list(accumulate(weight for _, weight in word_lists.MODULES))
_MODULES_OF_CLINIC: Final = ((0, 1, 2, 3, 4, 5), list(accumulate((16, 24, 25, 18, 12, 5))))
_MODULES_OF_HOSPITAL: Final = ((1, 3, 4, 5, 6, 7, 8, 10), list(accumulate((6, 14, 18, 22, 18, 12, 7, 3))))
_OTHERS: Final = tuple(
    f'{{"basic_clinic_speciality_id": {number}, "speciality_name": "{name}"}}'
    for number, name in enumerate(word_lists.SPECIALITIES, start=1)
)
_NUMBERS: Final = 4_000_000_000
"""Number of ten-digit phone numbers that start with 6 to 9."""
_STEP: Final = 2_654_435_761
"""Odd and no multiple of 5, so that its multiples reach every number once."""


@dataclass
class Numbering:
    """Last used ids, and the phone numbers in use."""

    users: int
    accounts: int = 0
    groups: int = 0
    clinics: int = 0
    taken_phones: frozenset[str] = frozenset()


@dataclass
class Chunk:
    """Rows of some practices by table."""

    rows: dict[str, list[Row]] = field(default_factory=lambda: {table: [] for table in COLUMNS})

    def __len__(self) -> int:
        return len(self.rows["clinics"])


class RowMaker:
    """Turns practices into numbered rows. The same seed and numbering give the same rows."""

    def __init__(self, random: Random, numbering: Numbering, *, clinics: int, today: datetime) -> None:
        self._random = random
        self._next = numbering
        self._between = (LAST_DAY - FIRST_DAY) / max(clinics, 1)
        self._first_clinic = numbering.clinics
        position = random.randrange(_NUMBERS)
        self._phones = self._draw_phones(position)
        # People and payments have separate random numbers, so that changes there leave the clinics unchanged.
        apart = Random(position)  # noqa: S311 (reproducible demo data, not secrets)
        others = self._draw_phones((position + _STEP * (_NUMBERS // 2)) % _NUMBERS)
        counters = Counters(users=numbering.users + clinics, accounts=numbering.accounts + clinics)
        self._people = PeopleMaker(apart, others, counters, today=today)
        self._payments = PaymentMaker(apart, others, first_id=0, today=today)

    def chunks(self, practices: Iterator[Practice], *, size: int) -> Iterator[Chunk]:
        """Yield the rows of about ``size`` clinics at a time."""
        chunk = Chunk()
        for practice in practices:
            self._add(chunk, practice)
            if len(chunk) >= size:
                yield chunk
                chunk = Chunk()
        if len(chunk):
            yield chunk

    def _add(self, chunk: Chunk, practice: Practice) -> None:
        draw = self._random.random
        self._next.users += 1
        user_id = self._next.users
        joined = self._joined(self._next.clinics + 1)
        email = f"owner@{practice.domain}" if draw() < 0.7 else None
        phone = next(self._phones)
        flags = (draw() < 0.3, draw() < 0.25)
        stands = user_status.user_status(user_id, joined)
        chunk.rows["users"].append((user_id, practice.owner, email, phone, *flags, joined, joined, *stands))
        group_id = None
        if len(practice.branches) > 1:
            self._next.groups += 1
            group_id = self._next.groups
            chunk.rows["clinic_groups"].append((group_id, practice.name))
        bank = self._bank() if draw() < 0.62 else None
        treats = practice.name.startswith("Dr.") or not practice.is_hospital
        owner = (
            self._people.owner_as_doctor(chunk.rows, practice, user_id=user_id, phone=phone, joined=joined)
            if treats
            else None
        )
        for branch in practice.branches:
            self._next.clinics += 1
            clinic_id = self._next.clinics
            joined = self._joined(clinic_id)
            owned = (user_id, group_id)
            chunk.rows["clinics"].append(
                (clinic_id, *self._clinic(practice, branch, owned=owned), bank is not None, joined, joined)
            )
            self._next.accounts += 1
            chunk.rows["user_accounts"].append((self._next.accounts, user_id, "clinic", "owner", clinic_id))
            if bank is not None:
                chunk.rows["bank_details"].append((clinic_id, bank[0], practice.name, *bank[1:]))
            for module_id in self._modules(hospital=practice.is_hospital):
                chunk.rows["clinic_spec_modules"].append((clinic_id, module_id, joined))
            at = At(clinic_id, joined, branch.place.state if branch.place else "")
            self._people.add(chunk.rows, practice, at, owner=owner)
            paid = self._payments.payments(clinic_id, hospital=practice.is_hospital, joined=joined)
            chunk.rows["payments"].extend(paid)

    def _clinic(self, practice: Practice, branch: Branch, *, owned: tuple[int, int | None]) -> Row:
        draw = self._random.random
        hospital, place = practice.is_hospital, branch.place
        phone = next(self._phones)
        numbers = f'{{"phone_number": "{phone}", "phone_type": "{"Reception" if hospital else "Clinic"}"}}'
        if draw() < (0.7 if hospital else 0.2):
            second = next(self._phones)
            numbers += f', {{"phone_number": "{second}", "phone_type": "{"Emergency" if hospital else "Mobile"}"}}'
        return (
            branch.name,
            f"desk@{practice.domain}" if draw() < 0.92 else None,
            phone if draw() < 0.97 else None,
            hospital,
            *owned,
            *(self._address(place) if place else (None,) * 7),
            f"[{numbers}]",
            10 + int(draw() ** 2 * 290) if hospital else (int(draw() * 5) if draw() < 0.4 else None),
            5 + int(draw() ** 2 * 115) if hospital else 1 + int(draw() * 6),
            practice.speciality if draw() < 0.9 else None,
            self._others(hospital=hospital),
            f'[{{"domain_name": "{practice.domain}"}}]' if draw() < 0.45 else "[]",
            draw() < (0.8 if hospital else 0.08),
            draw() < (0.65 if hospital else 0.05),
            draw() < 0.35,
            draw() < 0.22,
        )

    def _address(self, place: Locality) -> Row:
        draw = self._random.random
        street = f"{1 + int(draw() * 240)} {word_lists.STREETS[int(draw() * len(word_lists.STREETS))]}"
        # Within about a kilometre of the post office.
        latitude = round(place.latitude + (draw() - 0.5) * 0.018, 6)
        longitude = round(place.longitude + (draw() - 0.5) * 0.018, 6)
        return (street, place.locality, place.city, place.state, place.pincode, latitude, longitude)

    def _others(self, *, hospital: bool) -> str:
        draw = self._random.random
        count = int(draw() * 5) if hospital else int(draw() * 2.2)
        first = int(draw() * len(_OTHERS))
        return f"[{', '.join(_OTHERS[(first + 5 * n) % len(_OTHERS)] for n in range(count))}]"

    def _bank(self) -> tuple[str, str, str]:
        """Return account number, bank and branch code. The account is invented."""
        draw = self._random.random
        code, name, _ = word_lists.BANKS[bisect(_BANK_WEIGHTS, draw() * _BANK_WEIGHTS[-1])]
        digits = 11 + int(draw() * 5)
        account = str(int((1 + draw() * 9) * 10 ** (digits - 1)))
        branches = _branches(code)
        return account, name, branches[int(draw() * len(branches))]

    def _modules(self, *, hospital: bool) -> list[int]:
        draw = self._random.random
        counts, weights = _MODULES_OF_HOSPITAL if hospital else _MODULES_OF_CLINIC
        count = counts[bisect(weights, draw() * weights[-1])]
        chosen: set[int] = set()
        while len(chosen) < count:
            chosen.add(1 + bisect(_MODULE_WEIGHTS, draw() * _MODULE_WEIGHTS[-1]))
        return sorted(chosen)

    def _joined(self, clinic_id: int) -> datetime:
        # Later clinics have higher ids.
        return FIRST_DAY + self._between * (clinic_id - self._first_clinic - 1 + self._random.random() * 0.99)

    def _draw_phones(self, position: int) -> Iterator[str]:
        while True:
            position = (position + _STEP) % _NUMBERS
            number = 6_000_000_000 + position
            phone = str(number)
            # 90000000xx is reserved for the demo accounts.
            if not 9_000_000_000 <= number < 9_000_000_100 and phone not in self._next.taken_phones:
                yield phone


@cache
def _branches(bank: str) -> list[str]:
    """Return the codes of a bank's branches."""
    return registry().branches_of(bank)
