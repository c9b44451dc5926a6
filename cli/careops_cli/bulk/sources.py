"""Where a run's targets come from, as the command line says it."""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from careops_cli.bulk.options import Asked
from careops_cli.failures import USAGE, Stop

if TYPE_CHECKING:
    from careops.bulk import BulkRun
    from careops.bulk.targets import Found
    from careops.calls.clinics import ListClinics

STDIN = "-"


@dataclass(frozen=True)
class Targets:
    """How to read the targets, and the words a journal remembers them by."""

    said: str
    plan: Callable[[BulkRun], Awaitable[None]]


def clinics_meant(asked: Asked) -> Targets:
    """The clinics of a command line. Raises ``Stop`` when it names none, or names them twice."""
    ways = [way for way in (asked.ids, asked.from_file, asked.where) if way]
    if len(ways) > 1:
        raise Stop("Clinics are named in two ways", next_step="Give ids, --from or --where, one of them.", code=USAGE)
    if asked.where:
        return _where(asked.where)
    if asked.from_file or asked.ids == [STDIN]:
        return _from_file(asked.from_file or STDIN, asked.id_column)
    if STDIN in asked.ids:
        raise Stop("- stands alone", next_step="Give ids, or - to read them from stdin.", code=USAGE)
    if not asked.ids and not asked.resume:
        raise Stop("Which clinics?", next_step="Give their ids, --from FILE or --where KEY=VALUE.", code=USAGE)
    return _ids(asked.ids)


def hospitals_meant(source: str) -> Targets:
    """The hospitals in a table."""

    async def plan(run: BulkRun) -> None:
        from careops.bulk import read_hospitals

        await run.plan(read_hospitals(_opened(source)))

    return Targets(_file_said(source), plan)


def table_meant(
    asked: Asked, read: Callable[[str | BinaryIO], Iterator[Found]], *, clinic: int | None = None
) -> Targets:
    """The rows of a table; a run that goes on has them in its journal and needs no table."""
    source = asked.from_file

    async def plan(run: BulkRun) -> None:
        await run.plan(read(_opened(source)) if source else ())

    said = _file_said(source) if source else ""
    return Targets(f"{said} for clinic {clinic}" if said and clinic is not None else said, plan)


def _ids(ids: Sequence[str]) -> Targets:
    async def plan(run: BulkRun) -> None:
        from careops.bulk import clinic_ids

        await run.plan(clinic_ids(ids))

    digest = hashlib.sha256("\n".join(ids).encode()).hexdigest()[:8]
    return Targets(f"{len(ids)} ids ({digest})" if ids else "", plan)


def _from_file(source: str, id_column: str | None) -> Targets:
    async def plan(run: BulkRun) -> None:
        from careops.bulk import read_ids

        await run.plan(read_ids(_opened(source), id_column=id_column))

    return Targets(_file_said(source), plan)


def _where(pairs: Sequence[str]) -> Targets:
    call = clinics_where(pairs)

    async def plan(run: BulkRun) -> None:
        await run.plan_where(call)

    return Targets(f"where {' '.join(sorted(pairs))}", plan)


def clinics_where(pairs: Sequence[str]) -> ListClinics:
    """The list call with these parameters. An empty value is refused: it would mean every clinic."""
    from careops.calls.clinics import ListClinics
    from careops.contract import Paged
    from careops_cli.lookups import suggestion

    names = [name for name in ListClinics.model_fields if name not in Paged.model_fields]
    given: dict[str, str] = {}
    for pair in pairs:
        name, separator, value = pair.partition("=")
        if not separator or not value.strip():
            raise Stop(f"--where {pair!r} is no filter", next_step="It looks like is_hospital=true.", code=USAGE)
        if name not in names:
            step = suggestion(name, names) or f"There are: {', '.join(names)}."
            raise Stop(f"Clinics cannot be filtered by {name!r}", next_step=step, code=USAGE)
        if name in given:
            raise Stop(f"{name} is given twice", code=USAGE)
        given[name] = value
    return ListClinics.model_validate(given)


def _opened(source: str) -> str | BinaryIO:
    if source != STDIN:
        return source
    binary: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    return binary or io.BytesIO(sys.stdin.read().encode())


def _file_said(source: str) -> str:
    return "stdin" if source == STDIN else str(Path(source).resolve())
