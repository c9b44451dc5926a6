"""Timelines behind a gateway: notes and follow-ups of the installation, nothing of the platform."""

from __future__ import annotations

from server.tests.support.stage import CARE, Stage


async def test_timeline_has_only_stored_entries_of_the_gateway(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    ref = f"clinic:{clinic_id}"
    await client.modules.activate(clinic_id=clinic_id, module_id=stage.module_ids["Billing"])
    note = await client.notes.create(record=ref, text="Owner called")
    kinds = [(entry.kind, entry.id) async for entry in client.timeline.each(record=ref)]
    own = ("note", str(note.id))
    if stage.knows_before:
        assert [kind for kind, _ in kinds] == ["note", "audit_event"]
    else:
        assert kinds == [own]
    modules = await client.timeline.read(record=ref, groups="modules")
    assert len(modules.items) == (1 if stage.knows_before else 0)
