"""The installation's own signing key, and the public key its trail began with. Neither is known to the database."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from careops.seal_keys import SigningKey, public_key
from careops_server.settings import Settings

KEY_FILE: Final = "audit-signing-key"
PREVIOUS_FILE: Final = "audit-signing-key.previous"
ROOT_FILE: Final = "audit-public-key"


@dataclass(frozen=True)
class Signers:
    """Who seals now, and who did before: one seal of theirs names the successor."""

    current: SigningKey
    previous: SigningKey | None = None

    def next_of(self, public: str) -> SigningKey | None:
        """Whoever may sign behind a seal after which ``public`` signs; None when this installation may not."""
        both = (self.current, self.previous) if self.previous else (self.current,)
        return next((key for key in both if key.public_key == public), None)


Keys = Callable[[], Signers]
"""Asked for the keys only when there is something to sign: the library takes five megabytes."""


def signers(settings: Settings) -> Signers:
    """The keys of this installation, the first one made when there is none. Raises ``ValueError``."""
    if settings.audit_signing_key is None:
        current = _kept(settings.data_dir / KEY_FILE)
        _remember_root(settings, current)
        return Signers(current, _known(settings.data_dir / PREVIOUS_FILE))
    before = settings.previous_audit_signing_key
    return Signers(
        SigningKey.parse(settings.audit_signing_key.get_secret_value()),
        SigningKey.parse(before.get_secret_value()) if before else None,
    )


def trusted(settings: Settings) -> frozenset[str]:
    """The public key this installation's trail has to begin with: said by a setting, or kept since it was made.

    Empty if there is no key yet; none is made.
    """
    if settings.audit_public_key is not None:
        return frozenset({public_key(settings.audit_public_key)})
    if settings.audit_signing_key is None and not (settings.data_dir / KEY_FILE).exists():
        return frozenset()
    keys = signers(settings)
    file = settings.data_dir / ROOT_FILE
    if file.exists():
        return frozenset({public_key(file.read_text("ascii"))})
    return frozenset({(keys.previous or keys.current).public_key})


def root_key(files: Mapping[str, bytes]) -> str | None:
    """Return the public key that a trail begins with, from the files of its data folder by name; None without keys."""
    if ROOT_FILE in files:
        return public_key(files[ROOT_FILE].decode("ascii"))
    signing = files.get(PREVIOUS_FILE) or files.get(KEY_FILE)
    return SigningKey.parse(signing.decode("ascii")).public_key if signing else None


def rotate(settings: Settings) -> SigningKey:
    """A new key below ``data_dir``; the next seal hands over to it. Raises ``ValueError`` where a setting gives it."""
    if settings.audit_signing_key is not None:
        raise ValueError("The key is a setting: move it to previous_audit_signing_key and give a new one")
    folder = settings.data_dir
    current = _kept(folder / KEY_FILE)
    _remember_root(settings, current)
    fresh = SigningKey.generate()
    _write(folder / PREVIOUS_FILE, current)
    _write(folder / KEY_FILE, fresh)
    return fresh


def _remember_root(settings: Settings, key: SigningKey) -> None:
    file = settings.data_dir / ROOT_FILE
    if not file.exists():
        file.write_text(f"{key.public_key}\n", "ascii")


def _known(file: Path) -> SigningKey | None:
    return SigningKey.parse(file.read_text("ascii")) if file.exists() else None


def _kept(file: Path) -> SigningKey:
    """The key of a file, made once: two first starts at the same time agree on one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        made = file.with_name(f"{file.name}.{os.getpid()}.new")
        _write(made, SigningKey.generate())
        try:
            os.link(made, file)
        except FileExistsError:
            pass  # another process was first
        finally:
            made.unlink()
    return SigningKey.parse(file.read_text("ascii"))


def _write(file: Path, key: SigningKey) -> None:
    fresh = file.with_name(f"{file.name}.writing")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as handle:
        handle.write(f"{key.seed.hex()}\n")
        handle.flush()
        os.fsync(handle.fileno())
    fresh.replace(file)
