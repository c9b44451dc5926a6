"""Ed25519 keys: the private key signs seals, the public key verifies them anywhere.

Both are written as 64 hexadecimal digits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from careops.extras import install_command

if TYPE_CHECKING:
    from nacl.signing import SigningKey as NaclKey

DIGITS: Final = 64


class SigningKey:
    """Private key. It does not appear in any text of this object; ``seed`` is the stored form."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self._key: NaclKey = _nacl()[0].SigningKey(seed)
        self.public_key: str = bytes(self._key.verify_key).hex()

    @classmethod
    def generate(cls) -> SigningKey:
        """Generate a new key."""
        return cls(bytes(_nacl()[0].SigningKey.generate()))

    @classmethod
    def parse(cls, written: str) -> SigningKey:
        """Parse a key. Raises ``ValueError``, which does not contain the input."""
        return cls(bytes.fromhex(_digits(written, "A signing key")))

    def sign(self, message: bytes) -> str:
        """Return the signature as 128 hexadecimal digits."""
        return self._key.sign(message).signature.hex()

    def __repr__(self) -> str:
        return f"SigningKey(public_key={self.public_key!r})"


def public_key(written: str) -> str:
    """Normalise a public key. Raises ``ValueError``."""
    return _digits(written, "A public key")


def is_signed(message: bytes, signature: str, by: str) -> bool:
    """Return True if the private key of ``by`` signed the message."""
    signing, exceptions = _nacl()
    try:
        signing.VerifyKey(bytes.fromhex(by)).verify(message, bytes.fromhex(signature))
    except (ValueError, exceptions.CryptoError):
        return False  # invalid key or signature, or of another message
    return True


def _digits(written: str, what: str) -> str:
    digits = written.strip().lower()
    if len(digits) != DIGITS or not set(digits) <= set("0123456789abcdef"):
        raise ValueError(f"{what} is {DIGITS} hexadecimal digits")
    return digits


def _nacl() -> tuple[Any, Any]:
    # Imported lazily: it takes five megabytes and 50 ms, and only seals need it.
    try:
        from nacl import exceptions, signing
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(f"Seals are checked with PyNaCl. Run: {install_command('cli')}") from missing
    return signing, exceptions
