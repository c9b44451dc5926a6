"""The accounts of the demo data. Their password is published, so production refuses them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from argon2 import PasswordHasher

DEMO_PASSWORD: Final = "demo-world-password"  # noqa: S105 (printed for everybody; exists in demo worlds only)


@dataclass(frozen=True)
class DemoUser:
    """One of them."""

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
"""Has the right password and no account that may sign in."""


def password_hash(user: DemoUser) -> str:
    """The demo password's hash, the same in every world: the salt depends on the user only."""
    salt = hashlib.sha256(f"careops demo {user.phone_number}".encode()).digest()[:16]
    return PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1).hash(DEMO_PASSWORD, salt=salt)
