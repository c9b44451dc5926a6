"""The table of promo codes."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Computed,
    Date,
    DateTime,
    Identity,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)

from careops_server.database.metadata import metadata

promo_codes = Table(
    "promo_codes",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("promo_code_name", Text, nullable=False),
    # The name without case and blanks (B-106).
    Column("name_key", Text, Computed(r"lower(regexp_replace(promo_code_name, '\s', '', 'g'))", persisted=True)),
    Column("single_use", Boolean, nullable=False),
    Column("expiry", Date, nullable=False),
    Column("discount_amount", Integer),
    Column("discount_percentage", Integer),
    Column("times_used", Integer, nullable=False, server_default=text("0")),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("updated_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    UniqueConstraint("name_key"),
    CheckConstraint("num_nonnulls(discount_amount, discount_percentage) = 1", name="one_discount"),
)
