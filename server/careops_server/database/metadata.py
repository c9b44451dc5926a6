"""The one register of tables. Each area's ``tables.py`` adds its own."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from sqlalchemy import MetaData

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_PLACES: Final = (
    "users.tables",
    "session.tables",
    "modules.tables",
    "clinics.tables",
    "doctors.tables",
    "clinic_doctors.tables",
    "payments.tables",
    "catalogue.tables",
    "places.tables",
    "audit.tables",
    "gateway.tables",
    "database.idempotency",
)


def all_tables() -> MetaData:
    """The register with every area's tables in it."""
    for place in _PLACES:
        import_module(f"careops_server.{place}")
    return metadata
