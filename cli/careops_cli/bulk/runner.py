"""Run a bulk command, from the confirmation to the report."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from careops.bulk.errors import JournalRefused
from careops.bulk.targets import Outcome
from careops_cli.auth.profiles import selected_profile
from careops_cli.auth.token_stores import session_of
from careops_cli.bulk import report
from careops_cli.bulk.cached_token_store import RecentTokens
from careops_cli.bulk.journals import forget_old_runs, new_journal_path
from careops_cli.bulk.options import BulkOptions, check_proposal
from careops_cli.bulk.progress import interruptible, repeated_interrupts, run_with_progress
from careops_cli.bulk.proposals import proposed
from careops_cli.bulk.rules import check_allowed, name_proposal, retry_seconds
from careops_cli.bulk.targets import Targets
from careops_cli.framework.errors import (
    INTERRUPTED,
    OK,
    SIGN_IN,
    USAGE,
    CliError,
    describe_error,
    print_message,
    print_note,
)
from careops_cli.framework.options import Options, options_of
from careops_cli.framework.prompts import confirm, confirm_by_count, platform_label
from careops_cli.output.results import Record, Table, on_terminal
from careops_cli.request_schedule import schedule_fields

if TYPE_CHECKING:
    from careops.bulk import BulkRun, Change, Journal
    from careops.calls.change_requests import ChangeRequestDetail
    from careops.resource_names import Noun

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, kw_only=True)
class Job:
    """Change of a bulk command, with its messages."""

    change: Change[Any]
    targets: Targets
    sentence: str
    """Beginning of the confirmation, such as ``Turn Prescriptions on for``; the number of targets follows."""
    noun: Noun
    resume_command: Sequence[str]
    """Command line that resumes this run, without ``--resume`` and the journal."""
    journal: Path
    extra_columns: tuple[str, ...] = ()
    optional_columns: Sequence[str] | None = ()
    extra: report.Extra = field(default=lambda row: {})
    after: Callable[[BulkRun[Any]], None] = field(default=lambda run: None)
    """Called after printing the report of a run that has nothing left to do."""
    confirm_single: bool = False
    """True if a single target also needs a confirmation, because it is deleted."""


def journal_path(bulk: BulkOptions, command: str) -> Path:
    """Return the path of this run's journal."""
    check_proposal(bulk)
    if bulk.resume and (bulk.dry_run or bulk.journal):
        raise CliError(
            "--resume cannot be combined with --dry-run or --journal", next_step="Omit one of them.", code=USAGE
        )
    if bulk.journal and not bulk.journal.parent.is_dir():
        raise CliError(f"There is no folder {bulk.journal.parent}", next_step="Make it, or name another.", code=USAGE)
    return bulk.resume or bulk.journal or new_journal_path(command)


def run_job(context: typer.Context, job: Job, bulk: BulkOptions) -> Table | Record:
    """Plan, confirm, run and report. Raises errors that occurred before any change."""
    from careops.bulk import BulkRun
    from careops.bulk.proposals import check_proposable
    from careops.client.sync_client import AsyncCareOps

    options = options_of(context)
    if bulk.propose:
        check_proposable(job.change)
    profile = selected_profile(options)
    session = session_of(profile)
    check_allowed(job.change, session)
    single = job.targets.single
    unwritten = bulk.dry_run or bulk.propose or (single and not bulk.journal and not bulk.resume)
    client = AsyncCareOps(profile.url, tokens=RecentTokens(session))
    with repeated_interrupts(), asyncio.Runner() as runner:
        try:
            with _discarded_unless_agreed(job, bulk):
                run = BulkRun(
                    client,
                    job.change,
                    journal=None if unwritten else _open_journal(job, bulk, options, profile.url),
                    concurrency=bulk.concurrency,
                    patience=float(retry_seconds(bulk, single=single)),
                    batch=bulk.batch,
                    wait=bulk.wait,
                )
                context.call_on_close(run.close)
                _plan(runner, run, job, bulk, options)
            if bulk.propose and (detail := _propose(runner, run, bulk)):
                from careops_cli.auth.connection import connect
                from careops_cli.commands.request_runs import wait_for_plan

                detail = wait_for_plan(connect(context), detail)
                return proposed(detail, run, platform=_platform_words(options))
            try:
                failure = None if bulk.propose else _execute(runner, run, bulk)
            except KeyboardInterrupt:  # a second Ctrl-C ends it at once
                if run.journal:
                    print_message(f"Resume with: {_resume_command(job, options)}")
                raise
        finally:
            # An interrupt outside the run's task leaves the task in this loop, where it would continue now.
            for task in asyncio.all_tasks(runner.get_loop()):
                task.cancel()
            runner.run(client.close())
    return _report(run, job, bulk, options, failure)


def _open_journal(job: Job, bulk: BulkOptions, options: Options, url: str) -> Journal:
    from careops.bulk import Journal

    says = {**job.change.fingerprint, "platform": url}
    if bulk.resume:
        return Journal.resume(job.journal, job.change.command, says, source=job.targets.description)
    forget_old_runs()
    again = shlex.join(_resume_words(job, options))
    return Journal.create(job.journal, job.change.command, says, source=job.targets.description, again=again)


def _plan(runner: asyncio.Runner, run: BulkRun[Any], job: Job, bulk: BulkOptions, options: Options) -> None:
    """Read the targets and ask for confirmation."""
    _run_with_progress(runner, run, lambda: job.targets.plan(run))
    if run.pace.stopping:
        raise KeyboardInterrupt
    if bulk.one and sum(run.counts.values()) + run.open != 1:
        raise CliError("--one needs exactly one target", next_step="Omit --one for several.", code=USAGE)
    named = job.targets.single and bulk.expect is None and not job.confirm_single
    if run.open and not bulk.dry_run and not bulk.propose and not bulk.resume and not named:
        warnings = () if bulk.yes else _run_with_progress(runner, run, run.warnings)
        _confirm(run, job, bulk, options, warnings)


@contextmanager
def _discarded_unless_agreed(job: Job, bulk: BulkOptions) -> Iterator[None]:
    """Delete a new journal if the block ends early, such as by Ctrl-C while targets are read: nothing was sent."""
    is_new = not bulk.resume and not job.journal.exists()
    try:
        yield
    except JournalRefused:
        raise  # it may belong to another run
    except BaseException:
        if is_new:
            job.journal.unlink(missing_ok=True)
        raise


def _confirm(run: BulkRun[Any], job: Job, bulk: BulkOptions, options: Options, warnings: Sequence[str]) -> None:
    skipped = report.summary(run).removesuffix(f"{run.open:,} not tried").strip(", ")
    if skipped and not bulk.yes:
        print_message(f"Left out: {skipped}.")
    for warning in warnings:
        print_message(warning)
    sentence = f"{job.sentence} {job.noun.count_text(run.open)}"
    where = platform_label(options)
    most = bulk.expect if bulk.expect is not None else selected_profile(options).limit
    if most is not None and run.open > most:
        confirm_by_count(sentence, run.open, where=where, most=most)
    else:
        confirm(sentence, where=where, yes=bulk.yes, instead="--dry-run to see it")


def _execute(runner: asyncio.Runner, run: BulkRun[Any], bulk: BulkOptions) -> Exception | None:
    """Run the changes and return the error that stopped the run. Raises it if nothing was changed."""
    try:
        _run_with_progress(runner, run, run.dry_run if bulk.dry_run else run.apply)
    except Exception as error:
        name_proposal(error, bulk)
        if not any(run.counts.values()):
            _finish_journal(run, bulk)
            raise
        return error
    return None


def _propose(runner: asyncio.Runner, run: BulkRun[Any], bulk: BulkOptions) -> ChangeRequestDetail | None:
    """Propose the changes of the run. Return None if there are none."""
    schedule: Any = schedule_fields(bulk)

    async def propose() -> ChangeRequestDetail | None:
        for warning in () if bulk.yes else await run.warnings():
            print_message(warning)
        title, reason = bulk.proposal_title or "", bulk.proposal_reason or ""
        return await run.propose(title=title, reason=reason, **schedule)

    detail = _run_with_progress(runner, run, propose)
    if run.pace.stopping:
        raise KeyboardInterrupt
    return detail


def _finish_journal(run: BulkRun[Any], bulk: BulkOptions) -> None:
    if run.journal and not bulk.resume and not any(run.progress.counts.values()):
        run.journal.discard()
        run.journal = None


def _run_with_progress(runner: asyncio.Runner, run: BulkRun[Any], work: Callable[[], Awaitable[ResultT]]) -> ResultT:
    """Run a part of the run, with progress on stderr and handling of Ctrl-C."""

    async def watch() -> ResultT:
        async with run_with_progress(run):
            return await work()

    with interruptible(run, runner.get_loop()):
        return runner.run(watch())


def _report(
    run: BulkRun[Any], job: Job, bulk: BulkOptions, options: Options, failure: Exception | None
) -> Table | Record:
    def after() -> int:
        code = report.exit_code(run)
        if bulk.propose:
            print_message("There is nothing to propose.")
        (print_note if code == OK else print_message)(f"{report.summary(run) or 'Nothing to do'}.")
        if failure is not None:
            lines, own_code = describe_error(failure, verbose=options.verbose)
            for line in lines:
                print_message(line)
            code = SIGN_IN if own_code == SIGN_IN else code
        elif run.pace.stopping:
            code = INTERRUPTED  # which the program reports at its end
        if run.open and run.journal:
            print_message(f"Resume with: {_resume_command(job, options)}")
        elif not run.open:
            if run.counts[Outcome.ASKED]:
                print_message(_explain_background(run, job, options))
            elif run.journal and not run.retryable:
                run.journal.finish()
            job.after(run)
        return code

    if bulk.one or (job.targets.single and options.format == "auto" and on_terminal()):
        return report.single(run, columns=job.extra_columns, extra=job.extra, after=after)
    return report.report(
        run,
        options,
        noun=job.noun,
        extra_columns=job.extra_columns,
        spare=job.optional_columns,
        extra=job.extra,
        after=after,
    )


def _explain_background(run: BulkRun[Any], job: Job, options: Options) -> str:
    """Return where to find the result of changes in the background."""
    sentence = "Asked for is not done: the platform does it in the background."
    if run.journal:
        return f"{sentence} To hear how it ends: {_resume_command(job, options)} --wait"
    return f"{sentence} To see how it stands: {shlex.join([*_platform_words(options), 'jobs', 'list'])}"


def _resume_command(job: Job, options: Options) -> str:
    return shlex.join([*_resume_words(job, options), "--resume", str(job.journal)])


def _resume_words(job: Job, options: Options) -> list[str]:
    return [*_platform_words(options), *job.resume_command]


def _platform_words(options: Options) -> list[str]:
    words = ["careops"]
    for name, value in (("--profile", options.profile), ("--url", options.url)):
        words += [name, value] if value else []
    return words
