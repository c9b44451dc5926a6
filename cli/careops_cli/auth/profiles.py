"""Profiles: named platforms, in ``profiles.json`` of the configuration folder.

A command uses the first of: ``--url``, ``--profile``, ``CAREOPS_URL``, ``CAREOPS_PROFILE``, the profile of ``careops
profiles use``, the server on this machine.
"""

from __future__ import annotations

import difflib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from careops.constants import TIMEZONE
from careops.india_time import INDIA
from careops_cli.framework.config_files import config_folder, write_private
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.framework.options import Options

LOCAL = "local"
LOCAL_URL = "http://127.0.0.1:8000/api"
VERSION = 1
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True)
class Profile:
    """Platform: its profile name (empty for an address) and the address of its API."""

    name: str
    url: str
    limit: int | None = None
    """Number of targets above which a bulk change is confirmed by typing their number."""
    zone: str = TIMEZONE
    """Time zone of displayed times."""

    @property
    def key(self) -> str:
        """Key of the stored session. It includes the address, so that a token never goes to another platform."""
        return f"{self.name} {self.url}".strip()


@dataclass(frozen=True)
class Profiles:
    """Content of the file."""

    stored: Mapping[str, Profile] = field(default_factory=dict)
    current: str = LOCAL

    def all(self) -> dict[str, Profile]:
        """Return all profiles, including the built-in one for this machine."""
        return {LOCAL: Profile(LOCAL, LOCAL_URL), **self.stored}

    def get(self, name: str) -> Profile:
        """Return the profile with that name. Raises ``CliError`` with the most similar name if there is none."""
        profiles = self.all()
        if name not in profiles:
            near = difflib.get_close_matches(name, profiles, n=1)
            step = f"Did you mean {near[0]!r}?" if near else f"Run: careops profiles add {name} URL"
            raise CliError(f"There is no profile {name!r}", next_step=step, code=USAGE)
        return profiles[name]

    def added(self, name: str, url: str) -> Profiles:
        """Return a copy with a new profile, or with a new address of an existing one."""
        if not _NAME.fullmatch(name):
            raise CliError(
                f"{name!r} cannot be a profile's name",
                next_step="Use letters, digits, dots, dashes and underscores.",
                code=USAGE,
            )
        profile = self.all().get(name) or Profile(name, "")
        return self.changed(replace(profile, url=parse_url(url)))

    def changed(self, profile: Profile) -> Profiles:
        """Return a copy in which this profile replaces the one of the same name."""
        return replace(self, stored={**self.stored, profile.name: profile})

    def removed(self, name: str) -> Profiles:
        """Return a copy without a profile. If it was the current one, commands use this machine again."""
        self.get(name)
        if name not in self.stored:
            raise CliError(
                f"The profile {name!r} is built in", next_step="Give it another address instead.", code=USAGE
            )
        remaining = {stored_name: profile for stored_name, profile in self.stored.items() if stored_name != name}
        return Profiles(remaining, LOCAL if self.current == name else self.current)


def load() -> Profiles:
    """Load the profiles of the user. Raises ``CliError`` if the file is damaged."""
    file = _file()
    try:
        stored = json.loads(file.read_text("utf-8"))
        profiles = {str(name): _read(str(name), entry) for name, entry in stored["profiles"].items()}
        return Profiles(profiles, str(stored["current"]))
    except FileNotFoundError:
        return Profiles()
    except (ValueError, KeyError, TypeError, AttributeError):
        raise CliError(f"{file} is damaged", next_step="Correct or delete it.") from None


def save(profiles: Profiles) -> None:
    """Write the file atomically."""
    stored = {
        "version": VERSION,
        "current": profiles.current,
        "profiles": {name: _to_json(profile) for name, profile in profiles.stored.items()},
    }
    write_private(_file(), json.dumps(stored, indent=2, ensure_ascii=False) + "\n")


def _read(name: str, entry: Mapping[str, Any]) -> Profile:
    limit = entry.get("limit")
    return Profile(
        name, parse_url(str(entry["url"])), None if limit is None else int(limit), str(entry.get("zone", TIMEZONE))
    )


def _to_json(profile: Profile) -> dict[str, Any]:
    own = {"limit": profile.limit, "zone": None if profile.zone == TIMEZONE else profile.zone}
    return {"url": profile.url, **{name: value for name, value in own.items() if value is not None}}


def selected_profile(options: Options) -> Profile:
    """Return the platform of this command.

    Settings of a platform apply however it is named: an address gets the lowest limit of the profiles with this
    address, and their zone.
    """
    profiles = load()
    url = options.url or (None if options.profile else os.environ.get("CAREOPS_URL"))
    if not url:
        return profiles.get(options.profile or os.environ.get("CAREOPS_PROFILE") or profiles.current)
    address = parse_url(url)
    alike = [
        profile for profile in profiles.all().values() if profile.url == address or profile.name == options.profile
    ]
    limits = [profile.limit for profile in alike if profile.limit is not None]
    zone = next((profile.zone for profile in alike), TIMEZONE)
    return Profile(options.profile or "", address, min(limits, default=None), zone)


def zone_of(options: Options) -> tzinfo:
    """Return the time zone of displayed times: the profile's, or UTC if requested."""
    from zoneinfo import ZoneInfo

    if options.utc:
        return UTC
    try:
        name = selected_profile(options).zone
    except CliError:  # times are displayed even if the profile is missing
        name = TIMEZONE
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # the machine has no time zone database
        return INDIA if name == TIMEZONE else UTC


def parse_zone(zone: str) -> str:
    """Check the name of a time zone. Raises ``CliError`` if this machine does not know it."""
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(zone).key
    except (KeyError, ValueError, OSError):
        raise CliError(f"{zone!r} is no time zone", next_step=f"It looks like {TIMEZONE} or UTC.", code=USAGE) from None


def safe_for_passwords(url: str) -> bool:
    """Return True if requests to the address stay on this machine or are encrypted."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    return parts.scheme == "https" or host in ("localhost", "::1") or host.startswith("127.")


def parse_url(url: str) -> str:
    """Return the address without a trailing slash. Raises ``CliError`` if it is invalid."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    if not usable or parts.username or parts.query or parts.fragment:
        raise CliError(
            f"{url!r} is not an address", next_step="It looks like https://care.example.org/api.", code=USAGE
        )
    return url.rstrip("/")


def _file() -> Path:
    return config_folder() / "profiles.json"
