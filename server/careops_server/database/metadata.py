"""The one register of tables. Each area's ``tables.py`` adds its own."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
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


def all_tables() -> MetaData:
    """The register with every area's tables in it, found where they lie."""
    package = Path(__file__).parents[1]
    for path in sorted(package.glob("*/tables.py")):
        import_module(f"{package.name}.{path.parent.name}.tables")
    return metadata
