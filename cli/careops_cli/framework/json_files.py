"""JSON files that commands take as arguments."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, TypeVar

from careops_cli.framework.errors import USAGE, CliError

ContentT = TypeVar("ContentT", dict[str, Any], list[Any])


def read_json(file: Path, kind: type[ContentT], next_step: str) -> ContentT:
    """Read a JSON object or list from a file, or from stdin for ``-``. Raises ``CliError``."""
    try:
        content = json.loads(sys.stdin.read() if str(file) == "-" else file.read_text("utf-8-sig"))
    except OSError as error:
        raise CliError(f"{file} cannot be read: {error.strerror}", next_step="Check its name.", code=USAGE) from None
    except ValueError as error:
        raise CliError(f"{file} is not JSON: {error}", next_step=next_step, code=USAGE) from None
    if not isinstance(content, kind):
        name = "list" if kind is list else "object"
        raise CliError(f"{file} contains no {name}", next_step=next_step, code=USAGE)
    return content
