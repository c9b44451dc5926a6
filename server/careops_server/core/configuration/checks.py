"""Check of production settings: all weak ones in one list (SEC-66)."""

from __future__ import annotations

from typing import Final

from pydantic import SecretStr

from careops_server.core.configuration.settings import Settings

MIN_LETTERS: Final = 10
"""Minimum of different characters in a secret. A random one of 32 characters has more."""
_AT_MOST: Final = {
    "access_token_minutes": 60,
    "idle_minutes": 12 * 60,
    "session_hours": 24,
}
_SECRETS: Final = ("secret", "previous_secret")
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


class WeakSettingsError(Exception):
    """The settings are too weak for production. ``weak`` lists the reasons."""

    def __init__(self, weak: list[str]) -> None:
        super().__init__(f"CAREOPS_ENVIRONMENT=production does not start with: {'; '.join(weak)}")
        self.weak = weak


def check_production(settings: Settings, *, demo: bool = False) -> None:
    """Raise ``WeakSettingsError`` with all weak settings, in production only."""
    if settings.environment == "production" and (weak := weaknesses(settings, demo=demo)):
        raise WeakSettingsError(weak)


def weaknesses(settings: Settings, *, demo: bool = False) -> list[str]:
    """Return every setting that is too weak for production, by name and with its limit."""
    weak = ["demo data, whose passwords are published"] if demo else []
    if settings.secret is None:
        weak.append("no CAREOPS_SECRET")
    for name in _SECRETS:
        secret: SecretStr | None = getattr(settings, name)
        if secret is not None and _easy(secret.get_secret_value()):
            weak.append(f"a {_variable(name)} that is easily guessed")
    for name, most in _AT_MOST.items():
        if getattr(settings, name) > most:
            weak.append(f"{_variable(name)} above {most}")
    if settings.host not in _LOOPBACK and not settings.https:
        weak.append(f"CAREOPS_HOST={settings.host} without CAREOPS_HTTPS")
    return weak


def _easy(secret: str) -> bool:
    """Return whether a secret has few different characters or repeats one part."""
    return len(set(secret)) < MIN_LETTERS or secret in (secret + secret)[1:-1]


def _variable(name: str) -> str:
    return f"CAREOPS_{name.upper()}"
