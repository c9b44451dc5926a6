"""Passwords: typed without echo, read from stdin, or generated.

They are never command-line arguments, which all users of the machine can see.
"""

from __future__ import annotations

import sys

from careops_cli.framework.errors import USAGE, CliError

_GROUPS = 5
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Alphabet without characters that look alike, because a password may be read out."""


def read_password(*, from_stdin: bool, repeat: bool = False, question: str = "Password") -> str:
    """Read a password from the terminal (twice with ``repeat``), or from the next line of stdin."""
    if from_stdin:
        line = sys.stdin.readline()
        if not line.rstrip("\r\n"):
            raise CliError("There is no password on stdin", next_step="Pipe it in as one line.", code=USAGE)
        return line.rstrip("\r\n")
    if not sys.stdin.isatty():
        raise CliError("A password is needed", next_step="Pipe it in and add --password-stdin.", code=USAGE)
    from getpass import getpass

    password = getpass(f"{question}: ", stream=sys.stderr)
    if repeat and getpass("Once more: ", stream=sys.stderr) != password:
        raise CliError("The two passwords differ", next_step="Try again.", code=USAGE)
    return password


def generate_password() -> str:
    """Generate a password: about 120 bits, in groups that can be read out."""
    import secrets

    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(5)) for _ in range(_GROUPS))


def ask_question(question: str, *, option: str) -> str:
    """Ask a question on the terminal. Without one, the option is required."""
    if not sys.stdin.isatty():
        raise CliError(f"{question} is needed", next_step=f"Add {option}.", code=USAGE)
    sys.stderr.write(f"{question}: ")
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise KeyboardInterrupt
    return line.strip()
