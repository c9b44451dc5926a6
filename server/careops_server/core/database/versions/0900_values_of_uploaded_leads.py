"""Values of uploaded leads before their first edit, so that a lead that was edited and edited back is undone."""

from __future__ import annotations

from alembic import op

revision = "0900"
down_revision = "0880"
_VALUES = ("first_name", "last_name", "phone_number", "email", "utm_details", "ad_campaign_id")


def upgrade() -> None:
    """Apply. Leads that were edited before stay edited."""
    old, new = (f"jsonb_build_array({', '.join(f'{side}.{name}' for name in _VALUES)})" for side in ("old", "new"))
    op.execute("alter table leads add column uploaded_values jsonb")
    op.execute(f"""
        create or replace function note_lead_change() returns trigger language plpgsql as $$
        begin
            if old.changed_at is null and new.upload_id is not null then new.uploaded_values = {old}; end if;
            if new.uploaded_values = {new} then
                new.changed_at = null;
                new.uploaded_values = null;
            else
                new.changed_at = now();
            end if;
            return new;
        end $$
    """)
