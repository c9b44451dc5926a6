"""Ids that name the record of a call. Calls of several areas share these fields."""

from __future__ import annotations

from pydantic import BaseModel

from careops.contract.fields import Id
from careops.record_kinds import ScreenKind


class ClinicReference(BaseModel):
    """A clinic."""

    clinic_id: Id
    """Id of the clinic."""


class UserReference(BaseModel):
    """A user."""

    user_id: Id
    """Id of the user."""


class ScreenReference(BaseModel):
    """A record with a screen of its own."""

    kind: ScreenKind
    """Kind of the record."""
    record_id: Id
    """Id of the record."""
