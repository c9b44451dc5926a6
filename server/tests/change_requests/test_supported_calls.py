"""Every call that a change request may contain: its preview leaves no trace, and applying it has its effect."""

from __future__ import annotations

import pytest
from server.tests.support.examples import example
from server.tests.support.policies import approve_if_needed
from server.tests.support.stage import SUPER, Stage

from careops import InvalidInput, bulk
from careops.calls.change_requests import ProposedChange
from careops.calls.clinic_doctors import UpdateClinicDoctor
from careops_server.areas.change_requests.preview import supported_bindings
from careops_server.processes.job_worker import drain
from careops_server.routes import ROUTES

pytestmark = pytest.mark.own
SUPPORTED = supported_bindings(ROUTES)
TABLES = """
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not in ('sessions', 'refresh_tokens')
    order by 1
"""


async def contents(stage: Stage) -> dict[str, str]:
    """Return a hash of the rows of each table."""
    return {
        row["name"]: await stage.sql(
            f"select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from {row['name']} t"  # noqa: S608 (names of the catalogue)
        )
        for row in await stage.rows(TABLES)
    }


@pytest.mark.parametrize("name", sorted(SUPPORTED))
async def test_a_preview_leaves_no_trace_and_applying_has_the_effect(stage: Stage, name: str) -> None:
    client, call = await stage.signed_in(SUPER), await example(stage, SUPPORTED[name].call)
    changes = [ProposedChange(call=name, parameters=call.parameters)]
    await stage.services.changed_records.flush()
    before = await contents(stage)
    preview = await client.change_requests.preview(changes=changes)
    assert await contents(stage) == before
    [planned] = preview.first
    assert (planned.planned, planned.errors) == ("change", [])
    assert planned.before or planned.after, "its handler reports the fields that it replaces"
    request = (await client.change_requests.create(title=name, reason="As agreed", changes=changes)).request
    await approve_if_needed(stage, request)
    await client.change_requests.apply(request_id=request.id, digest=request.digest)
    await drain(stage.services)
    ended = (await client.change_requests.read(request_id=request.id)).request
    assert (ended.status, ended.done) == ("applied", 1)


def test_bulk_changes_know_whether_a_request_can_contain_their_calls() -> None:
    kinds = [
        attribute
        for name in dir(bulk)
        if isinstance(attribute := getattr(bulk, name), type) and issubclass(attribute, bulk.Change)
    ]
    changes = [kind for kind in kinds if kind.makes]
    assert len(changes) > 10
    expected = {change.__name__: all(call.__name__ in SUPPORTED for call in change.makes) for change in changes}
    assert {change.__name__: change.proposable for change in changes} == expected


async def test_request_with_a_new_picture_is_refused(stage: Stage) -> None:
    client, call = await stage.signed_in(SUPER), await example(stage, UpdateClinicDoctor)
    photo = f"https://files.example/pending/photos/{'0' * 32}.jpg"
    changes = [ProposedChange(call="UpdateClinicDoctor", parameters={**call.parameters, "photo": photo})]
    with pytest.raises(InvalidInput) as refused:
        await client.change_requests.create(title="Photo", reason="As agreed", changes=changes)
    assert (refused.value.code, refused.value.source) == ("change_request_new_picture", "changes.0.photo")


def test_calls_with_secrets_pictures_or_their_own_review_are_not_supported() -> None:
    unsupported = {"SignUpHospital", "ResetPassword", "CreateClinicAdmin", "CreateNewsArticle"}
    unsupported |= {"CreateKey", "RetryJob", "ApplyBatch", "CreateChangeRequest"}
    assert not unsupported & SUPPORTED.keys()
