"""Accounts of the demo data. Their password is published, so production refuses them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from argon2 import PasswordHasher

DEMO_PASSWORD: Final = "demo-world-password"  # noqa: S105 (published; demo data only)


@dataclass(frozen=True)
class DemoUser:
    """A demo account."""

    phone_number: str
    name: str
    account_type: str


DEMO_USERS: Final = (
    DemoUser("9000000001", "Gurleen Kaur Brar", "super_admin"),
    DemoUser("9000000002", "Arjun Pillai", "customer_care"),
    DemoUser("9000000003", "Meera Deshpande", "billing_admin"),
)
"""Staff, one per account type."""
REFUSED_USER: Final = DemoUser("9000000009", "Kabir Menon", "doctor")
"""User with the right password but no account type that may sign in."""


def password_hash(user: DemoUser) -> str:
    """Return the hash of the demo password. The salt depends on the user only, so the hash is the same in all demo
    data.
    """
    salt = hashlib.sha256(f"careops demo {user.phone_number}".encode()).digest()[:16]
    return PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1).hash(DEMO_PASSWORD, salt=salt)
