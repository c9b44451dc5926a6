"""Generator of ``docs/guide/settings.md``: every setting with its default and its docstring."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from careops.contract.field_docs import field_docs
from careops_server.core.configuration.settings import ELSEWHERE, PREFIX, Settings

PAGE: Final = Path(__file__).parents[3] / "docs/guide/settings.md"
_HEAD: Final = """\
# Settings

<!-- Written by `nox -s generate` from server/careops_server/core/configuration/settings.py; a test proves it fresh. -->

Settings come from the environment, or from `careops.toml` in the working directory under the same names in lower \
case without the prefix. The environment wins. An unknown name in the file is an error. The start and `careops doctor` \
report an unknown variable that begins with `CAREOPS_`, with the nearest setting, and [removed \
settings](upgrading.md#notes) with their replacement. Put secrets into the environment or \
into a file that only the server's user can read.

Most installations need only the first twelve; production also needs `CAREOPS_SECRET`.

"""
COMMON_SETTINGS: Final = (
    *("environment", "public_url", "database_url", "data_dir", "workers", "trusted_proxies", "https"),
    *("backup_dir", "backup_key", "s3_bucket", "audit_keep_days", "log_level"),
)
"""Settings that most installations need."""
_CHAPTERS: Final = {
    "environment": "Most installations",
    "booking_app_url": "The installation",
    "database_owner_url": "Database and data",
    "secret": "Secrets and the audit trail",
    "access_token_minutes": "Sessions",
    "searches_per_minute": "Limits",
    "metrics_token": "Monitoring",
    "upstream_url": "Other services",
    "feeds": "News and uploaded files",
}
"""First setting of each chapter, in the order of the page."""
_MADE: Final = {
    "data_dir": "`.careops` where there is one, else the data folder of the user",
    "database_url": "an embedded PostgreSQL",
    "database_owner_url": "the same as `CAREOPS_DATABASE_URL`",
    "secret": "created on the first start",
    "audit_signing_key": "created on the first start",
}
"""Descriptions of defaults that are not plain values."""


def page() -> str:
    """Return the text of the page."""
    sentences = field_docs(Settings)
    lines = [_HEAD]
    for name in (*COMMON_SETTINGS, *(other for other in Settings.model_fields if other not in COMMON_SETTINGS)):
        field = Settings.model_fields[name]
        if name in _CHAPTERS:
            lines.append(f"\n## {_CHAPTERS[name]}\n\n| Setting | Default | Meaning |\n|---|---|---|\n")
        sentence = " ".join(sentences.get(name, "").split()).replace("|", "\\|").replace("``", "`")
        lines.append(f"| {_names(name, field)} | {_default(name, field)} | {sentence}{_choices(field)} |\n")
    lines.append("\n## Command line and SDK\n\n| Variable | Meaning |\n|---|---|\n")
    lines += [f"| `{name}` | {sentence} |\n" for name, sentence in ELSEWHERE.items()]
    return "".join(lines).replace("\n\n\n", "\n\n")


def _names(name: str, field: FieldInfo) -> str:
    also = " (or `DATABASE_URL`)" if name == "database_url" else ""
    return f"`{PREFIX}{name.upper()}`{also}"


def _default(name: str, field: FieldInfo) -> str:
    if name in _MADE:
        return _MADE[name]
    value = field.get_default(call_default_factory=True)
    if value is None or value == frozenset() or isinstance(value, SecretStr):
        return "none"
    return str(value).lower() if isinstance(value, bool) else f"{value}"


def _choices(field: FieldInfo) -> str:
    kinds: Any = field.annotation
    return f" One of {', '.join(f'`{each}`' for each in get_args(kinds))}." if get_origin(kinds) is Literal else ""


def write() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")
