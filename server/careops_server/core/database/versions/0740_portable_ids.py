"""Ids by a function that every supported PostgreSQL has, so that a backup can be restored to an older one.

The function of before called ``uuidv7()``, which only PostgreSQL 18 has, if the database was created there.
"""

from __future__ import annotations

from alembic import op

revision = "0740"
down_revision = "0702"


def upgrade() -> None:
    """Build UUIDs of version 7: milliseconds since 1970 in the first 48 bits, then the version, then random bits."""
    op.execute("""
        create or replace function new_id() returns uuid language sql volatile parallel safe as $$
            select encode(
                set_bit(
                    set_bit(
                        overlay(
                            uuid_send(gen_random_uuid())
                            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                            from 1 for 6
                        ),
                        52, 1
                    ),
                    53, 1
                ),
                'hex'
            )::uuid
        $$
    """)
    op.execute("comment on function new_id() is 'Ids in the order of their milliseconds (UUID version 7)'")


def downgrade() -> None:
    """Use random ids."""
    op.execute("""
        create or replace function new_id() returns uuid language sql volatile parallel safe as
        'select gen_random_uuid()'
    """)
