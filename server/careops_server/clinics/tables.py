"""Tables of clinics, their groups, bank details, staff, metrics and maintained totals."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Computed,
    Date,
    DateTime,
    Double,
    ForeignKey,
    Identity,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from careops_server.database.metadata import metadata

TOTAL_SHARDS = 16
"""Rows a total is spread over, so that concurrent writers seldom wait for each other. A total is their sum."""

clinic_groups = Table(
    "clinic_groups",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("name", Text, nullable=False),
)

clinics = Table(
    "clinics",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("name", Text, nullable=False),
    Column("email", Text),
    Column("country_code", Text, nullable=False, server_default="91"),
    Column("phone_number", Text),
    Column("is_hospital", Boolean, nullable=False, server_default=text("false")),
    Column("user_id", BigInteger, ForeignKey("users.id", ondelete="SET NULL")),
    Column("clinic_group_id", BigInteger, ForeignKey("clinic_groups.id", ondelete="SET NULL")),
    Column("address_line_1", Text),
    Column("address_line_2", Text),
    Column("city", Text),
    Column("state", Text),
    Column("zipcode", Text),
    Column("latitude", Double),
    Column("longitude", Double),
    # [{"phone_number": ..., "phone_type": ...}]
    Column("phone_numbers", JSONB, nullable=False, server_default=text("'[]'")),
    Column("beds_count", Integer),
    Column("rooms_count", Integer),
    Column("speciality", Text),
    # [{"basic_clinic_speciality_id": ..., "speciality_name": ...}]
    Column("other_specialities", JSONB, nullable=False, server_default=text("'[]'")),
    # [{"domain_name": ...}]
    Column("domains", JSONB, nullable=False, server_default=text("'[]'")),
    Column("ipd_enabled", Boolean, nullable=False, server_default=text("false")),
    Column("surgery_enabled", Boolean, nullable=False, server_default=text("false")),
    Column("abdm_enabled", Boolean, nullable=False, server_default=text("false")),
    Column("care_package_enabled", Boolean, nullable=False, server_default=text("false")),
    # Kept by triggers on bank_details; never written by hand.
    Column("has_bank_details", Boolean, nullable=False, server_default=text("false")),
    Column("timezone", Text, nullable=False, server_default="Asia/Kolkata"),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("updated_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    # Lowercase name, email, phone and city with a separator nobody can type, so that no term matches across two.
    Column(
        "search_text",
        Text,
        Computed(
            "lower(name || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone_number, '')"
            " || chr(31) || coalesce(city, ''))",
            persisted=True,
        ),
    ),
    CheckConstraint("latitude between -90 and 90", name="latitude"),
    CheckConstraint("longitude between -180 and 180", name="longitude"),
    Index("ix_clinics_lower_state_id", text("lower(state)"), "id"),
    Index(None, "clinic_group_id"),
    Index(None, "user_id"),
)

bank_details = Table(
    "bank_details",
    metadata,
    Column("clinic_id", BigInteger, ForeignKey("clinics.id", ondelete="CASCADE"), primary_key=True),
    Column("account_no", Text, nullable=False),
    Column("account_name", Text, nullable=False),
    Column("bank_name", Text, nullable=False),
    Column("ifsc_code", Text, nullable=False),
)

clinic_staff = Table(
    "clinic_staff",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("clinic_id", BigInteger, ForeignKey("clinics.id", ondelete="CASCADE"), nullable=False),
    Column("name", Text, nullable=False),
    Column("phone_number", Text),
    Column("status", Text, nullable=False, server_default="ACTIVE"),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Index(None, "clinic_id"),
)

clinic_metrics = Table(
    "clinic_metrics",
    metadata,
    Column("clinic_id", BigInteger, ForeignKey("clinics.id", ondelete="CASCADE"), primary_key=True),
    Column("total_patient_visits", BigInteger, nullable=False, server_default=text("0")),
    Column("total_bills", BigInteger, nullable=False, server_default=text("0")),
    Column("total_careplans", BigInteger, nullable=False, server_default=text("0")),
    Column("total_lab_referrals", BigInteger, nullable=False, server_default=text("0")),
    Column("total_pharmacy_referrals", BigInteger, nullable=False, server_default=text("0")),
    Column("total_doctor_referrals", BigInteger, nullable=False, server_default=text("0")),
    Column("latest_patient_visit", Date),
)

clinic_totals = Table(
    "clinic_totals",
    metadata,
    # all | state | hospital | bank | flag | module | version
    Column("dimension", Text, primary_key=True),
    # '' | lower(state) | 'true' | 'true' | the flag's column | the module's id | ''
    Column("key", Text, primary_key=True),
    Column("shard", SmallInteger, primary_key=True),
    Column("total", BigInteger, nullable=False),
)
