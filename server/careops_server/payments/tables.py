"""Tables of payments and of how many there are."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Date,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Numeric,
    Table,
    Text,
    UniqueConstraint,
    func,
)

from careops_server.database.metadata import metadata

payments = Table(
    "payments",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("clinic_id", BigInteger, ForeignKey("clinics.id", ondelete="CASCADE"), nullable=False),
    # telemedicine | appointment | requested | care_package; null when nobody knows
    Column("payment_type", Text),
    Column("order_id", Text),
    Column("razorpay_payment_id", Text),
    Column("razorpay_order_id", Text),
    Column("description", Text),
    Column("contact", Text),
    Column("email", Text),
    # Rupees.
    Column("amount", Numeric(14, 2)),
    Column("method", Text),
    Column("billing_payment_status", Text, nullable=False),
    # The member of staff who added it by hand.
    Column("added_by", BigInteger),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    UniqueConstraint("razorpay_payment_id"),
    Index(None, "clinic_id", "created_at", "id"),
    Index(None, "clinic_id", "payment_type", "created_at", "id"),
)

payment_days = Table(
    "payment_days",
    metadata,
    Column("clinic_id", BigInteger, primary_key=True, autoincrement=False),
    # A day in India.
    Column("day", Date, primary_key=True),
    # '' for payments without a type.
    Column("payment_type", Text, primary_key=True),
    # Kept by triggers on payments; never written by hand.
    Column("total", BigInteger, nullable=False),
)
