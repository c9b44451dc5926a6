"""Entry point of ``careops``."""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
from collections.abc import Sequence

from careops_cli.framework.streams import open_closed_streams

PROGRAM = "careops"
COMPLETE = "_CAREOPS_COMPLETE"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code.

    0 ok, 1 failed, 2 wrong usage, 3 partly failed, 4 sign-in needed, 5 declined, 130 interrupted.
    """
    if not (sys.stdin and sys.stdout and sys.stderr):
        open_closed_streams()
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments in (["--version"], ["version"]):
        return _print_version()
    from careops_cli.framework.errors import run_reported

    speak_utf8()
    return run_reported(_run, arguments)


def _check_encoding(arguments: list[str]) -> None:
    """Raise ``CliError`` for letters beyond ASCII in a locale that does not read them as UTF-8."""
    if sys.getfilesystemencoding() == "utf-8" or all(argument.isascii() for argument in arguments):
        return
    from careops_cli.framework.errors import USAGE, CliError

    title = f"The locale reads arguments as {sys.getfilesystemencoding()}, so only ASCII letters can be typed"
    raise CliError(title, next_step="Choose one with UTF-8, for example: export LC_ALL=C.UTF-8", code=USAGE)


def _print_version() -> int:
    """Print the version. It is frequent in scripts, so neither Typer nor the modules of errors are loaded for it."""
    from careops.build import describe_version

    try:
        sys.stdout.write(f"{PROGRAM} {describe_version()}\n")
        sys.stdout.flush()
    except OSError as error:
        return _report(error)
    return 0


def _report(error: Exception) -> int:
    from careops_cli.framework.errors import run_reported

    def fail(_: list[str]) -> int:
        raise error

    return run_reported(fail, [])


def speak_utf8() -> None:
    """Set the output encoding to UTF-8, regardless of code page and locale, so that no character ends a run."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and (stream.encoding or "").lower().replace("-", "") != "utf8":
            stream.reconfigure(encoding="utf-8", errors="backslashreplace" if stream is sys.stderr else "strict")


def _run(arguments: list[str]) -> int:
    _check_encoding(arguments)
    # httpx would import its own command line with rich and Pygments: a quarter of a command's start. This process is
    # ours; the SDK itself leaves the modules of its host alone.
    sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]  # None makes an import fail

    from careops_cli.framework.errors import INTERRUPTED, OK
    from careops_cli.framework.options import Options
    from careops_cli.root import root

    # Skip garbage collection at exit, which takes a sixth of a short command.
    atexit.register(gc.freeze)
    # Pydantic would read the metadata of all installed packages to find plugins.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

    if COMPLETE in os.environ:
        from typer.completion import get_completion_inspect_parameters

        get_completion_inspect_parameters()  # registers the shells
        # Typer would import rich to remove markup from the help, which has none; that doubles the completion time.
        sys.modules["rich"] = None  # type: ignore[assignment]  # None makes an import fail
    code = root().main(arguments, prog_name=PROGRAM, complete_var=COMPLETE, standalone_mode=False, obj=Options())
    if code == INTERRUPTED:
        raise KeyboardInterrupt  # Typer caught it silently
    return code if isinstance(code, int) else OK


if __name__ == "__main__":
    sys.exit(main())
