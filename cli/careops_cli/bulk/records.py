"""Change of selected records: one ordinary call for a record that is named alone, otherwise a bulk run."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import typer

from careops.bulk.errors import HALTING, QUICKER, is_away, reason_of, unusable_reason
from careops.bulk.list_change import DirectChange
from careops.bulk.targets import Outcome, Target
from careops.errors import ApiError, Conflict, InvalidResponse, ServerError
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import BulkOptions
from careops_cli.bulk.report_columns import REPORT
from careops_cli.bulk.rules import check_allowed, name_proposal, retry_seconds
from careops_cli.framework.errors import FAILED, OK, print_message, print_note
from careops_cli.framework.options import options_of
from careops_cli.output.results import Record, Table, field_columns, on_terminal

if TYPE_CHECKING:
    from careops import CareOps
    from careops.bulk import ListBackedChange

_ID: Final = re.compile(r"[1-9][0-9]{0,8}")


def run_over_records(
    context: typer.Context,
    bulk: BulkOptions,
    change: ListBackedChange[Any],
    *,
    sentence: str,
    resume_command: Sequence[str],
    confirm_single: bool = False,
    after_change: Callable[[], None] = lambda: None,
) -> Table | Record:
    """Make a change for each selected record.

    ``resume_command`` is the command line, such as ``modules on Telemedicine``; its first two words name the journal.
    With ``confirm_single`` a single record needs a confirmation, too.
    ``after_change`` is called after the report if a record was changed.
    """
    if isinstance(change, DirectChange) and is_single(bulk):
        return _change_record(context, bulk, change, after_change)
    from careops_cli.bulk.runner import Job, journal_path, run_job
    from careops_cli.bulk.targets import resolve_records

    job = Job(
        change=change,
        targets=resolve_records(bulk, change),
        sentence=sentence,
        noun=bulk.noun,
        resume_command=resume_command,
        journal=journal_path(bulk, "-".join(resume_command[:2])),
        confirm_single=confirm_single,
        after=lambda run: after_change() if run.counts[Outcome.DONE] else None,
    )
    return run_job(context, job, bulk)


def is_single(bulk: BulkOptions) -> bool:
    """Return True for one id without options of a run."""
    plain = BulkOptions(noun=bulk.noun, ids=bulk.ids, yes=bulk.yes, one=bulk.one)
    return bulk == plain and len(bulk.ids) == 1 and _ID.fullmatch(bulk.ids[0]) is not None


def connect_patiently(context: typer.Context, bulk: BulkOptions) -> CareOps:
    """Return a client that waits for an unavailable platform for about as long as the change does."""
    from careops.client.request_flow import Retries

    class NotedRetries(Retries):
        def wait(self, attempt: int, retry_after: float | None) -> float:
            if attempt == 1:
                print_note("waiting: the platform is unavailable")
            return super().wait(attempt, retry_after)

    seconds = retry_seconds(bulk, single=len(bulk.ids) == 1)
    # The first three waits have 5 seconds together, the others 15 each.
    retries = NotedRetries(attempts=4 + seconds // 15 if seconds else 1, first_wait=0.75, longest_wait=min(15, seconds))
    return connect(context).with_options(retries=retries)


def _change_record(
    context: typer.Context, bulk: BulkOptions, change: DirectChange[Any], after_change: Callable[[], None]
) -> Table | Record:
    """Change the record, and return the row that a run would have."""
    client, key = connect_patiently(context, bulk), int(bulk.ids[0])
    check_allowed(change, client.tokens)
    try:
        outcome, reason = _send(client, change, key)
    except HALTING as error:
        name_proposal(error, bulk)
        raise
    except (ApiError, InvalidResponse) as error:
        if is_away(error):
            raise
        outcome = Outcome.FAILED
        reason = unusable_reason(error) if isinstance(error, (ServerError, InvalidResponse)) else reason_of(error)

    def after() -> int:
        code = FAILED if outcome is Outcome.FAILED else OK
        (print_note if code == OK else print_message)(f"1 {outcome}.")
        if outcome is Outcome.DONE:
            after_change()
        return code

    item, columns = {"row": 1, "target": key, "outcome": outcome.value, "reason": reason}, field_columns(*REPORT)
    if bulk.one or (on_terminal() and options_of(context).format == "auto"):
        return Record(item, columns, exit_code=after)
    return Table([item], columns, noun=bulk.noun, exit_code=after)


def _send(client: CareOps, change: DirectChange[Any], key: int) -> tuple[Outcome, str]:
    """Compare the record, and change it if that is needed. Return the outcome with the reason."""

    def is_satisfied() -> bool:
        return bool(change.is_satisfied(change.item_of(client.send(change.read_call(key)))))

    if is_satisfied():
        return Outcome.UNCHANGED, ""
    try:
        client.send(change.change_call(key))
    except Conflict:
        if is_satisfied():
            return Outcome.UNCHANGED, QUICKER
        raise
    return Outcome.DONE, change.describe(Target(1, key))
