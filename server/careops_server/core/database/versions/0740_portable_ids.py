"""Ids by a function that every supported PostgreSQL has, so that a backup can be restored to an older one.

The function of before called ``uuidv7()``, which only PostgreSQL 18 has, if the database was created there.
"""

from __future__ import annotations

from alembic import op

revision = "0740"
down_revision = "0702"


def upgrade() -> None:
    """Build UUIDs of version 7: milliseconds since 1970 (48 bits), version, their fraction (12 bits), random bits.

    The fraction keeps the ids of consecutive statements in order; one number holds both, so one clock is read.
    """
    op.execute("""
        create or replace function new_id() returns uuid language sql volatile parallel safe as $$
            select (
                overlay(
                    lpad(to_hex((extract(epoch from clock_timestamp()) * 4096000)::bigint), 15, '0')
                    placing '7' from 13 for 0
                )
                || substring(gen_random_uuid()::text from 20)
            )::uuid
        $$
    """)
    op.execute("comment on function new_id() is 'Ids in the order of their time (UUID version 7)'")


def downgrade() -> None:
    """Use random ids."""
    op.execute("""
        create or replace function new_id() returns uuid language sql volatile parallel safe as
        'select gen_random_uuid()'
    """)
