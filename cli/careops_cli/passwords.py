"""Passwords: typed unseen, read from stdin, or made up.

Never taken from the command line, where everybody on the machine can see them.
"""

from __future__ import annotations

import sys

from careops_cli.failures import USAGE, Stop

_GROUPS = 5
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters and digits that look alike: it may be read out."""


def asked(*, from_stdin: bool, repeat: bool = False, question: str = "Password") -> str:
    """The password a person types (twice when ``repeat``), or the next line of stdin."""
    if from_stdin:
        line = sys.stdin.readline()
        if not line.rstrip("\r\n"):
            raise Stop("There is no password on stdin", next_step="Pipe it in as one line.", code=USAGE)
        return line.rstrip("\r\n")
    if not sys.stdin.isatty():
        raise Stop("A password is needed", next_step="Pipe it in and add --password-stdin.", code=USAGE)
    from getpass import getpass

    password = getpass(f"{question}: ", stream=sys.stderr)
    if repeat and getpass("Once more: ", stream=sys.stderr) != password:
        raise Stop("The two passwords differ", next_step="Try again.", code=USAGE)
    return password


def generated() -> str:
    """A new password nobody knows yet: about 120 bits, in groups that can be read out."""
    import secrets

    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(5)) for _ in range(_GROUPS))


def answered(question: str, *, option: str) -> str:
    """What a person answers; without a terminal the option must be given."""
    if not sys.stdin.isatty():
        raise Stop(f"{question} is needed", next_step=f"Add {option}.", code=USAGE)
    sys.stderr.write(f"{question}: ")
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise KeyboardInterrupt
    return line.strip()
