"""``careops audit seal`` and related commands for this installation's sealed audit trail: purge, export, proof."""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer

from careops.resource_names import ARE, EVENTS, Noun
from careops_cli.audit_verification import (
    OTHER_KEY,
    checked_database,
    checked_file,
    checkpoint_option,
    clock_notes,
    keys_option,
    parse_option,
    raise_if_rolled_back,
    summary,
)
from careops_cli.framework.click_extensions import CommandGroup
from careops_cli.framework.errors import FAILED, OK, PARTLY, USAGE, CliError, print_message
from careops_cli.framework.prompts import Yes, confirm
from careops_cli.output.export_options import Replace
from careops_cli.output.results import Record, Table, field_columns

verbs = CommandGroup()

LINES = Noun("line", "lines")


@verbs.verb(
    "export",
    examples=["careops audit export trail.jsonl", "careops audit export - --after 120 | gzip > new.gz"],
    columns=("file", "lines", "head"),
)
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write; - for stdout.", allow_dash=True)],
    after: Annotated[int, typer.Option(min=0, metavar="N", help="Export only events after seal N.")] = 0,
    replace: Replace = False,
) -> Record | None:
    """Seal this installation's audit trail and export events and seals, which can be verified anywhere.

    Store the printed head elsewhere: it proves later that the trail was not truncated.
    """
    from careops_cli.local_installation import existing_database, settings
    from careops_cli.output.export import check_target, written_to
    from careops_server.core.audit import admin

    check_target(file, replace=replace)
    chosen = settings()
    with existing_database(chosen) as url, raise_if_rolled_back():
        if str(file) == "-":
            done = parse_option(lambda: admin.export(chosen, url, sys.stdout, after=after))
            print_message(f"Head {done.head}")
            return None
        with written_to(file) as target:
            text = io.TextIOWrapper(target, "utf-8", newline="\n", write_through=True)
            try:
                done = parse_option(lambda: admin.export(chosen, url, text, after=after))
            finally:
                text.detach()  # otherwise it would close the underlying file
    item = {"file": str(file), "lines": done.lines, "head": str(done.head or "")}
    return Record(item, sentence=f"{LINES.count_text(done.lines, ARE)} in {file}. Keep the head elsewhere: {done.head}")


@verbs.verb(
    "seal",
    examples=["careops audit seal", "careops audit seal --columns head | tee -a heads.txt"],
    columns=("events", "seals", "head"),
)
def seal() -> Record:
    """Seal the audit trail now and show its checkpoint. `careops serve` seals by itself every few seconds."""
    from careops_cli.local_installation import existing_database, settings
    from careops_server.core.audit import admin

    chosen = settings()
    with existing_database(chosen) as url, raise_if_rolled_back():
        done = admin.seal(chosen, url)
    item = {"events": done.events, "seals": done.seals, "head": str(done.head or "")}
    return Record(
        item, sentence=f"{EVENTS.count_text(done.events)} sealed. Head {done.head or 'none yet: there are no events'}"
    )


@verbs.verb(
    "purge",
    examples=[
        "careops audit purge",
        "careops audit purge --keep-days 730 --dry-run",
        "careops audit purge --keep-days 730 --yes",
    ],
    columns=("events", "through_seal", "head"),
)
def purge(
    keep_days: Annotated[
        int | None,
        typer.Option(min=365, metavar="N", help="Days to keep events (CAREOPS_AUDIT_KEEP_DAYS)."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the number of events that would be deleted; change nothing.")
    ] = False,
    yes: Yes = False,
) -> Record:
    """Delete events older than the retention limit. The trail stays provable.

    Whole seals are deleted with their events, by the age of the seal. A signed seal records the purge, so only this
    installation can have removed them; the purge is itself an event. Export events that you want to keep first.
    """
    from careops_cli.local_installation import existing_database, settings
    from careops_server.core.audit import admin

    chosen = settings()
    days = keep_days or chosen.audit_keep_days
    if days is None:
        step = "Give --keep-days, or set CAREOPS_AUDIT_KEEP_DAYS."
        raise CliError("No retention time of events is set", next_step=step, code=USAGE)
    before = datetime.now(UTC) - timedelta(days=days)
    if dry_run:
        with existing_database(chosen) as url:
            planned = admin.plan_purge(url, before)
        item = {"events": planned.events, "through_seal": planned.through, "head": ""}
        sentence = f"{EVENTS.count_text(planned.events)} sealed before {before:%Y-%m-%d} would be removed; nothing was."
        return Record(item, sentence=sentence)
    confirm(f"Remove what was sealed before {before:%Y-%m-%d},", where=f"in {chosen.data_dir.absolute()}", yes=yes)
    with existing_database(chosen) as url, raise_if_rolled_back():
        done = admin.purge(chosen, url, before)
    item = {"events": done.events, "through_seal": done.through, "head": str(done.head or "")}
    if not done.through:
        return Record(item, sentence=f"Nothing was sealed before {before:%Y-%m-%d} that is still there.")
    return Record(item, sentence=f"{EVENTS.count_text(done.events)} went, up to seal {done.through}. Head {done.head}")


@verbs.verb(
    "public-key", examples=["careops audit public-key", "careops audit public-key --json"], columns=("public_key",)
)
def show_public_key() -> Record:
    """Print the public key that verifies exports of this installation's audit trail."""
    from careops_cli.local_installation import require_installation, settings
    from careops_server.core.audit import signing_keys

    chosen = settings()
    if chosen.audit_public_key is None and chosen.audit_signing_key is None:
        require_installation(chosen)
    keys = parse_option(lambda: signing_keys.trusted(chosen))
    if not keys:
        raise CliError(
            f"There is no signing key in {chosen.data_dir.resolve()}",
            next_step="Set CAREOPS_DATA_DIR to the folder of the installation that seals the trail.",
        )
    (key,) = keys
    return Record({"public_key": key}, sentence=key)


@verbs.verb("rotate-key", examples=["careops audit rotate-key"], columns=("public_key",))
def rotate_key() -> Record:
    """Create a new signing key for the next seal. The old key signs it, so trust in the old key extends to it."""
    from careops_cli.local_installation import existing_database, settings
    from careops_server.core.audit import admin

    chosen = settings()
    with existing_database(chosen) as url, raise_if_rolled_back():
        key = parse_option(lambda: admin.rotate_key(chosen, url))
    return Record({"public_key": key}, sentence=f"The next seals are signed by {key}; a running server takes it up.")


@verbs.verb("accept", examples=["careops audit accept"], columns=("before", "now"))
def accept(yes: Yes = False) -> Record:
    """Continue sealing from the present state of the database, after an intended restore of a backup.

    A server stops sealing if the trail differs from the one it last sealed. The trail records this command.
    """
    from careops_cli.local_installation import existing_database, settings
    from careops_server.core.audit import admin
    from careops_server.core.audit.checkpoints import CheckpointStore

    chosen = settings()
    checkpoint = parse_option(lambda: CheckpointStore(chosen).latest())
    before = f"seal {checkpoint}" if checkpoint else "no seal"
    sentence = f"Accept the audit trail as it is in the database, although this installation had sealed up to {before},"
    confirm(sentence, where=f"in {chosen.data_dir.absolute()}", yes=yes)
    with existing_database(chosen) as url, raise_if_rolled_back():
        done = admin.accept(chosen, url)
    item = {"before": str(done.before or ""), "now": str(done.now or "")}
    return Record(item, sentence=f"Accepted. Sealing continues after {f'seal {done.now}' if done.now else 'no seal'}.")


@verbs.verb(
    "verify",
    examples=[
        "careops audit verify",
        "careops audit verify --head 120:9f2c0e…",
        "careops audit verify trail.jsonl --key 3d40… --head 120:9f2c0e…",
    ],
    columns=("fault", "seal", "position", "id", "timestamp", "key", "line"),
)
def verify(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Export to verify.", show_default="the database")
    ] = None,
    head: Annotated[
        str | None, typer.Option(metavar="HEAD", help="Head of an earlier export, to detect truncation.")
    ] = None,
    first: Annotated[
        int, typer.Option("--from-seal", min=1, metavar="N", help="Number of the first seal in the file.")
    ] = 1,
    key: Annotated[
        str | None,
        typer.Option(metavar="KEY", envvar="CAREOPS_AUDIT_PUBLIC_KEY", help="Public key to verify an export with."),
    ] = None,
) -> Table:
    """Verify the audit trail: find events that were changed, removed, added or moved after sealing.

    Checks all signatures of an export without a server. Checks the database with this installation's key and against
    the last head that it stored.

    Exit code 0: proven up to the last seal. 1: not as it was sealed. 3: nothing wrong was found, but nothing is proven,
    because no public key was given to check the signatures, or seals are from before version 0.2.
    """
    checkpoint = checkpoint_option(head)
    report = (
        checked_file(file, checkpoint, first, keys_option(key)) if file is not None else checked_database(checkpoint)
    )
    items = [
        {"fault": each.fault, "seal": each.seal, "position": each.position, **each.about} for each in report.findings
    ]
    for sentence in (summary(report), *clock_notes(report)):
        print_message(sentence)
    if file is None and any(each.fault == "seal by another key" for each in report.findings):
        print_message(OTHER_KEY)
    columns = field_columns("fault", "seal", "position", "id", "timestamp", "key", "line")
    code = FAILED if items else OK if report.proven else PARTLY
    return Table(items, columns, spare=None, noun=Noun("fault", "faults"), exit_code=lambda: code)
