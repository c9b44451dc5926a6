"""Audit trail of a version before 0.2: one event, and its seal of a shared key."""

from __future__ import annotations

from typing import Final

OLD_TRAIL: Final = (
    """
    insert into audit_events (id, occurred_at, recorded_at, key, event_status, actor_name)
    values ('00000000-0000-4000-8000-000000000001', '2026-10-01 04:00:00Z', null, 'clinic.update', 'SUCCESS',
        'Asha Rao')
    """,
    r"""
    insert into audit_seals
        (number, after_position, upto_position, entries, previous, hash, sealed_at, key_id, mac, form)
    values (1, 0, 1, '\x00000001578d842964b5cbac0ce9528211c67835', repeat('0', 64),
        '97bc961c5ac0169819f6eae34bc343bc28b08190c395c74620c7f229ad1714d6', '2026-10-01 04:00:03Z', '2af87ce0d478f7ac',
        '55724d61dbd20006f4e93d88150a049da69ba3779a1778deca1c610d52827fc4', 1)
    """,
)
