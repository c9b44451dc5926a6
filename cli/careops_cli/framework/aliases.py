"""Aliases of long command lines, in ``aliases.json`` of the configuration folder."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from careops_cli.framework.config_files import config_folder, write_private
from careops_cli.framework.errors import USAGE, CliError

if TYPE_CHECKING:
    from pathlib import Path

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


def load() -> Mapping[str, str]:
    """Load the command lines by alias. Raises ``CliError`` if the file is damaged."""
    try:
        stored = json.loads(_file().read_text("utf-8"))
        return {str(name): str(words) for name, words in stored.items()}
    except FileNotFoundError:
        return {}
    except (ValueError, AttributeError):
        raise CliError(f"{_file()} is damaged", next_step="Correct or delete it.") from None


def save(aliases: Mapping[str, str]) -> None:
    """Write the file atomically."""
    write_private(_file(), json.dumps(dict(sorted(aliases.items())), indent=2, ensure_ascii=False) + "\n")


def expand(arguments: Sequence[str]) -> list[str]:
    """Expand an alias at the beginning of the arguments, which is no command."""
    words = load().get(arguments[0])
    return [*shlex.split(words), *arguments[1:]] if words else list(arguments)


def check_alias(name: str, words: str, commands: Collection[str]) -> None:
    """Check an alias. Raises ``CliError`` if a command has its name, or if its words do not begin with a command."""
    if not _NAME.fullmatch(name):
        raise CliError(f"{name!r} cannot be an alias", next_step="Use small letters, digits and dashes.", code=USAGE)
    if name in commands:
        raise CliError(f"{name!r} is a command", next_step="Choose another name.", code=USAGE)
    try:
        first = shlex.split(words)[0]
    except (ValueError, IndexError):
        first = words
    if first not in commands:
        raise CliError(f"{first!r} is no command", next_step="Write it as after careops: 'clinics list'.", code=USAGE)


def _file() -> Path:
    return config_folder() / "aliases.json"
