"""Key figures of a clinic behind a gateway: its follow-ups, nothing of the platform."""

from __future__ import annotations

from datetime import date

from server.tests.support.stage import CARE, Stage

from careops.calls.clinics import FollowUpsSummary


async def test_summary_has_only_stored_figures_of_the_gateway(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    due = date(2099, 11, 30)
    await client.follow_ups.create(record=f"clinic:{clinic_id}", what="Call", owner_role="customer_care", due=due)
    read = await client.clinics.read_summary(clinic_id=clinic_id)
    assert read.follow_ups == FollowUpsSummary(open=1, next_due=due)
    assert (read.payments is not None) == stage.knows_before
