"""Signing key of the installation, and the public key of the audit log's first seal. The database contains neither."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from careops.audit_chain.signing_keys import SigningKey, public_key
from careops_server.core.configuration.settings import Settings
from careops_server.core.files import write_private

KEY_FILE: Final = "audit-signing-key"
PREVIOUS_FILE: Final = "audit-signing-key.previous"
ROOT_FILE: Final = "audit-public-key"


@dataclass(frozen=True)
class Signers:
    """The current signing key and the previous one. A seal by the previous key names its successor."""

    current: SigningKey
    previous: SigningKey | None = None

    @property
    def public_keys(self) -> frozenset[str]:
        """The public keys of both."""
        return frozenset(key.public_key for key in (self.current, self.previous) if key)

    def next_of(self, public: str) -> SigningKey | None:
        """Return the key that may sign after a seal that names ``public`` as next, None if this installation does not
        have it.
        """
        both = (self.current, self.previous) if self.previous else (self.current,)
        return next((key for key in both if key.public_key == public), None)


Keys = Callable[[], Signers]
"""Loads the keys only when there is something to sign, because the library takes five megabytes."""


def signers(settings: Settings) -> Signers:
    """Return the keys of this installation, and create the first one if necessary. Raises ``ValueError``."""
    if settings.audit_signing_key is None:
        current = _read_or_create_key(settings.data_dir / KEY_FILE)
        _remember_root(settings, current)
        return Signers(current, _read_key(settings.data_dir / PREVIOUS_FILE))
    before = settings.previous_audit_signing_key
    return Signers(
        SigningKey.parse(settings.audit_signing_key.get_secret_value()),
        SigningKey.parse(before.get_secret_value()) if before else None,
    )


def own_public_keys(settings: Settings) -> frozenset[str]:
    """Return the public keys that this installation can sign for. Empty if it has no key yet; none is created."""
    if settings.audit_signing_key is None and not (settings.data_dir / KEY_FILE).exists():
        return frozenset()
    return signers(settings).public_keys


def trusted(settings: Settings) -> frozenset[str]:
    """Return the public key of the audit log's first seal, from a setting or stored when it was created.

    Empty if there is no key yet; none is created.
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
    """Create a new key below ``data_dir``. The next seal hands over to it. Raises ``ValueError`` if a setting provides
    the key.
    """
    if settings.audit_signing_key is not None:
        raise ValueError("The key is a setting: move it to previous_audit_signing_key and give a new one")
    folder = settings.data_dir
    current = _read_or_create_key(folder / KEY_FILE)
    _remember_root(settings, current)
    fresh = SigningKey.generate()
    _write(folder / PREVIOUS_FILE, current)
    _write(folder / KEY_FILE, fresh)
    return fresh


def _remember_root(settings: Settings, key: SigningKey) -> None:
    file = settings.data_dir / ROOT_FILE
    if not file.exists():
        file.write_text(f"{key.public_key}\n", "ascii")


def _read_key(file: Path) -> SigningKey | None:
    return SigningKey.parse(file.read_text("ascii")) if file.exists() else None


def _read_or_create_key(file: Path) -> SigningKey:
    """Return the key in a file, and create it if necessary. Two first starts at the same time get the same one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        new_file = file.with_name(f"{file.name}.{os.getpid()}.new")
        _write(new_file, SigningKey.generate())
        try:
            os.link(new_file, file)
        except FileExistsError:
            pass  # another process was faster
        finally:
            new_file.unlink()
    return SigningKey.parse(file.read_text("ascii"))


def _write(file: Path, key: SigningKey) -> None:
    write_private(file, f"{key.seed.hex()}\n")
