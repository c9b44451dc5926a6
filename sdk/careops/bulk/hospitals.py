"""Bulk sign-up of hospitals from a table. Each hospital is identified by its owner's phone."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from careops.bulk.table_import import Import, Parsed
from careops.bulk.tables import Cells, TableLayout
from careops.bulk.targets import Cell, Outcome, Target, format_cell
from careops.calls.clinics import ListClinics, SignedUpHospital, SignUpHospital

if TYPE_CHECKING:
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Alphabet of passwords, without characters that look alike, because a password may be read out."""
_PLACEHOLDER = "a password made up later"


@dataclass(frozen=True)
class CreateHospitals(Import):
    """Create a hospital and the user who owns it.

    A password that is missing from the table is derived from ``secret`` and the phone. A run that is resumed with the
    same secret therefore sends the same passwords, and the platform recognises completed sign-ups.
    """

    layout = TableLayout(
        {
            "name": ("name", "hospital", "hospital_name"),
            "phone_number": ("phone", "phone_number", "mobile", "mobile_number"),
            "email": ("email", "email_address", "e_mail"),
            "password": ("password",),
        },
        optional=frozenset({"password"}),
    )
    rounded = ("phone_number",)
    makes = (SignUpHospital,)
    proposable = False
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    command: ClassVar[str] = "clinics create-hospital"
    keeps_targets: ClassVar[bool] = False

    @classmethod
    def text_of_row(cls, cells: Cells) -> str:
        return format_cell(cells.get("phone_number"))

    @classmethod
    def parse(cls, cells: Cells) -> Parsed:
        texts = {**{name: _whole_number(cell) for name, cell in cells.items()}, "phone_number": cls.text_of_row(cells)}
        password = texts.pop("password", "")
        call = SignUpHospital.model_validate({**texts, "password": password or _PLACEHOLDER})
        fields = {"name": call.name, "email": call.email}
        return call.phone_number, {**fields, "password": password} if password else fields

    @property
    def checks_first(self) -> bool:
        """Return False, because the platform refuses a phone that is taken."""
        return False

    async def call(self, client: AsyncCareOps, target: Target) -> Call[SignedUpHospital]:
        fields = dict(target.fields)
        fields["password"] = fields.get("password") or self.password(target.key)
        return SignUpHospital(phone_number=str(target.key), **fields)

    def result_values(self, answer: SignedUpHospital) -> Mapping[str, Any]:
        """Return the new hospital's id, if the answer contains it."""
        return {"clinic_id": answer.clinic.id} if answer.clinic else {}

    def password(self, key: object) -> str:
        """Derive the password for a phone: about 120 bits, in groups that can be read out."""
        number = int.from_bytes(hmac.digest(self.secret, str(key).encode(), hashlib.sha256))
        letters = []
        for _ in range(25):
            number, place = divmod(number, len(_LETTERS))
            letters.append(_LETTERS[place])
        return "-".join("".join(letters[start : start + 5]) for start in range(0, 25, 5))

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Return True if a hospital with the same phone, name and email exists."""
        page = await client.send(ListClinics(search_text=str(target.key), perpage=100))
        return any(
            (clinic.phone_number, clinic.name, clinic.email)
            == (target.key, target.fields["name"], target.fields["email"])
            for clinic in page.items
        )

    async def preview(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        """Foresee the refusal of a phone that already belongs to a clinic."""
        page = await client.send(ListClinics(search_text=str(target.key), perpage=100))
        for clinic in page.items:
            if clinic.phone_number == target.key:
                return Outcome.FAILED, f"the phone already belongs to {clinic.name} (clinic {clinic.id})"
        return Outcome.PLANNED, self.describe(target)

    def describe(self, target: Target) -> str:
        return f"new hospital: {target.fields.get('name', '')}"


read_hospitals = CreateHospitals.read


def _whole_number(cell: Cell) -> str:
    """Return a cell's text without trimming, because a password may begin or end with a space."""
    return cell if isinstance(cell, str) else format_cell(cell)
