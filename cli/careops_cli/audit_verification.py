"""Check the sealed audit trail of this installation or of an export, and describe the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from careops.resource_names import ARE, EVENTS, Noun
from careops_cli.framework.errors import CONFIGURATION, USAGE, CliError

if TYPE_CHECKING:
    from careops.audit_chain.seals import Checkpoint
    from careops.audit_chain.verifier import Report

ResultT = TypeVar("ResultT")
SEALS: Final = Noun("seal", "seals")
NEWER: Final = Noun("newer one", "newer ones")
OTHER_KEY: Final = (
    "If other servers seal this database, set CAREOPS_AUDIT_SIGNING_KEY and CAREOPS_AUDIT_PUBLIC_KEY as on them, and "
    "verify again."
)
_LATE: Final = frozenset({"sealed late", "never sealed"})
_EXPORT: Final = "Check a file made by: careops audit export"


def summary(report: Report) -> str:
    """Describe the result of a check in one or two sentences."""
    if report.findings and {finding.fault for finding in report.findings} <= _LATE:
        return "The audit trail is as it was sealed, but events could be changed unnoticed before they were sealed."
    if report.findings:
        return "The audit trail is not as it was sealed."
    unsealed = f" {NEWER.count_text(report.unsealed, ARE)} not sealed yet." if report.unsealed else ""
    counts = f"{EVENTS.count_text(report.events)} in {SEALS.count_text(report.seals)}"
    purged = f" {report.purged:,} of them were kept for long enough and purged." if report.purged else ""
    if report.old_seals:
        old = f"{SEALS.count_text(report.old_seals, ARE)} from before version 0.2"
        return f"Not proven: {old}. careops 1.0 is the last version that verifies them. No fault was found.{unsealed}"
    if report.proven:
        return f"Proven: {counts}, as they were sealed.{purged}{unsealed} Head {report.head}"
    return f"Not proven: {counts} fit together, but the signing key is unknown. Give --key.{unsealed}"


def clock_notes(report: Report) -> list[str]:
    """Describe the seals that show that the clock of the server was set back."""
    return [
        f"The clock of the server went back by {timedelta(seconds=note.seconds)} before seal {note.seal:,}: "
        "times of events there may be wrong. The proof does not depend on them."
        for note in report.clock_set_back
    ]


@contextmanager
def raise_if_rolled_back() -> Iterator[None]:
    """Raise ``CliError`` if the installation's audit trail differs from the sealed one."""
    from careops_server.core.audit.seal_queries import AuditTrailRolledBack, SigningKeyMismatch

    try:
        yield
    except SigningKeyMismatch as error:
        raise CliError(f"Nothing is sealed from here: {error}", code=CONFIGURATION) from None
    except AuditTrailRolledBack as error:
        step = "Look for the reason: careops audit verify. After a backup was restored: careops audit accept"
        raise CliError(f"The audit trail has gone back: {error}", next_step=step) from None


def parse_option(read: Callable[[], ResultT]) -> ResultT:
    """Read a key, a checkpoint or a setting. Raises ``CliError`` if it is invalid."""
    try:
        return read()
    except ValueError as error:
        raise CliError(str(error), code=USAGE) from None


def keys_option(written: str | None) -> frozenset[str]:
    """Return the given public key, if any."""
    from careops.audit_chain.signing_keys import public_key

    return frozenset({parse_option(lambda: public_key(written))}) if written is not None else frozenset()


def checkpoint_option(written: str | None) -> Checkpoint | None:
    """Return the given checkpoint, if any."""
    from careops.audit_chain.seals import Checkpoint

    return parse_option(lambda: Checkpoint.parse(written)) if written is not None else None


def checked_file(file: Path, head: Checkpoint | None, first: int, trusted: frozenset[str]) -> Report:
    """Check an export. Raises ``CliError`` for a file that is not one."""
    from careops.audit_chain.export_file import NotATrail, check_file

    try:
        with file.open("rb") as lines:
            report = check_file(lines, trusted=trusted, head=head, first=first)
    except NotATrail as error:
        raise CliError(str(error), next_step=_EXPORT) from None
    if not report.seals and not report.findings:
        raise CliError(f"There is no seal in {file}, so it proves nothing", next_step=_EXPORT)
    return report


def checked_database(head: Checkpoint | None) -> Report:
    """Check the audit trail of this installation."""
    from careops_cli.local_installation import existing_database, settings
    from careops_server.core.audit import admin

    chosen = settings()
    with existing_database(chosen) as url:
        return parse_option(lambda: admin.check(chosen, url, head))
