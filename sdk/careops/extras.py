"""Command that installs an optional part of the package, for error messages."""

from __future__ import annotations

from careops import __version__


def install_command(extra: str) -> str:
    """Return the command that installs an extra from the wheel file.

    It never contains the bare name: nobody has published a package of this name, so anybody could.
    """
    return f"pip install 'careops-{__version__}-py3-none-any.whl[{extra}]'"
