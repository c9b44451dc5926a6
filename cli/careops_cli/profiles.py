"""The platforms a person works with, by name, in ``profiles.json`` of the configuration folder.

Which one a command talks to, the first that is given: ``--url``, ``--profile``, ``CAREOPS_URL``, ``CAREOPS_PROFILE``,
the profile chosen with ``careops profiles use``, the server on this machine.
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
from careops.days import INDIA
from careops_cli.failures import USAGE, Stop
from careops_cli.options import Options
from careops_cli.private_files import config_folder, keep

LOCAL = "local"
LOCAL_URL = "http://127.0.0.1:8000/api"
VERSION = 1
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True)
class Profile:
    """A platform: its name here (empty when only an address was given) and the address of its API."""

    name: str
    url: str
    limit: int | None = None
    """More targets than that in one bulk change are agreed to by typing their number."""
    zone: str = TIMEZONE
    """The time zone that times are shown in."""

    @property
    def key(self) -> str:
        """What its session is kept under. The address is part of it: a token never goes to another platform."""
        return f"{self.name} {self.url}".strip()


@dataclass(frozen=True)
class Profiles:
    """Everything in the file."""

    kept: Mapping[str, Profile] = field(default_factory=dict)
    current: str = LOCAL

    def all(self) -> dict[str, Profile]:
        """Every profile, the built-in one for this machine included."""
        return {LOCAL: Profile(LOCAL, LOCAL_URL), **self.kept}

    def named(self, name: str) -> Profile:
        """The profile of that name. Raises ``Stop`` with the nearest one when there is none."""
        known = self.all()
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            step = f"Did you mean {near[0]!r}?" if near else f"Run: careops profiles add {name} URL"
            raise Stop(f"There is no profile {name!r}", next_step=step, code=USAGE)
        return known[name]

    def added(self, name: str, url: str) -> Profiles:
        """With one more, or another address for one."""
        if not _NAME.fullmatch(name):
            raise Stop(
                f"{name!r} cannot be a profile's name",
                next_step="Use letters, digits, dots, dashes and underscores.",
                code=USAGE,
            )
        known = self.all().get(name) or Profile(name, "")
        return self.changed(replace(known, url=checked_url(url)))

    def changed(self, profile: Profile) -> Profiles:
        """With this profile in the place of the one of its name."""
        return replace(self, kept={**self.kept, profile.name: profile})

    def removed(self, name: str) -> Profiles:
        """Without one; commands go to this machine again if it was the current one."""
        self.named(name)
        if name not in self.kept:
            raise Stop(f"The profile {name!r} is built in", next_step="Give it another address instead.", code=USAGE)
        kept = {known: profile for known, profile in self.kept.items() if known != name}
        return Profiles(kept, LOCAL if self.current == name else self.current)


def load() -> Profiles:
    """The profiles of this person. Raises ``Stop`` when the file is damaged."""
    file = _file()
    try:
        stored = json.loads(file.read_text("utf-8"))
        kept = {str(name): _read(str(name), entry) for name, entry in stored["profiles"].items()}
        return Profiles(kept, str(stored["current"]))
    except FileNotFoundError:
        return Profiles()
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Stop(f"{file} is damaged", next_step="Correct or delete it.") from None


def save(profiles: Profiles) -> None:
    """Write the file in one step."""
    stored = {
        "version": VERSION,
        "current": profiles.current,
        "profiles": {name: _written(profile) for name, profile in profiles.kept.items()},
    }
    keep(_file(), json.dumps(stored, indent=2, ensure_ascii=False) + "\n")


def _read(name: str, entry: Mapping[str, Any]) -> Profile:
    limit = entry.get("limit")
    return Profile(
        name, checked_url(str(entry["url"])), None if limit is None else int(limit), str(entry.get("zone", TIMEZONE))
    )


def _written(profile: Profile) -> dict[str, Any]:
    own = {"limit": profile.limit, "zone": None if profile.zone == TIMEZONE else profile.zone}
    return {"url": profile.url, **{name: value for name, value in own.items() if value is not None}}


def chosen(options: Options) -> Profile:
    """The platform this command talks to.

    What was set for a platform holds by whichever way it is named: the lowest limit of the profiles that have the
    address which is given, and their zone.
    """
    profiles = load()
    url = options.url or (None if options.profile else os.environ.get("CAREOPS_URL"))
    if not url:
        return profiles.named(options.profile or os.environ.get("CAREOPS_PROFILE") or profiles.current)
    address = checked_url(url)
    alike = [known for known in profiles.all().values() if known.url == address or known.name == options.profile]
    limits = [known.limit for known in alike if known.limit is not None]
    zone = next((known.zone for known in alike), TIMEZONE)
    return Profile(options.profile or "", address, min(limits, default=None), zone)


def zone_of(options: Options) -> tzinfo:
    """The zone that times are shown in: the profile's, or UTC where it was asked for."""
    from zoneinfo import ZoneInfo

    if options.utc:
        return UTC
    try:
        name = chosen(options).zone
    except Stop:  # a profile that is not there is no reason not to show a time
        name = TIMEZONE
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # a machine that knows no zones
        return INDIA if name == TIMEZONE else UTC


def checked_zone(zone: str) -> str:
    """The name of a time zone. Raises ``Stop`` when this machine knows none of that name."""
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(zone).key
    except (KeyError, ValueError, OSError):
        raise Stop(f"{zone!r} is no time zone", next_step=f"It looks like {TIMEZONE} or UTC.", code=USAGE) from None


def safe_for_passwords(url: str) -> bool:
    """Whether what is sent there stays on this machine, or is encrypted on its way."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    return parts.scheme == "https" or host in ("localhost", "::1") or host.startswith("127.")


def checked_url(url: str) -> str:
    """The address without a slash at its end. Raises ``Stop`` when it is none."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    if not usable or parts.username or parts.query or parts.fragment:
        raise Stop(f"{url!r} is not an address", next_step="It looks like https://care.example.org/api.", code=USAGE)
    return url.rstrip("/")


def _file() -> Path:
    return config_folder() / "profiles.json"
