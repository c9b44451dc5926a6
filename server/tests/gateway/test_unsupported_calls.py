"""A platform with the documented calls only, or an older careops: a missing call is reported, never simulated."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from server.tests.gateway.conftest import Answer
from server.tests.support.stage import Stage

from careops import Forbidden, NotFound, NotSupported
from careops.calls import all_calls
from careops.calls.campaigns import ReadAdCampaign
from careops.calls.doctors import ReadDossier
from careops.calls.schedules import ListDoctorSchedules
from careops.constants import NOT_OFFERED
from careops.contract import Call
from careops_server.core.health import health
from careops_server.core.pipeline.audit_parameters import event_key

ELSE_DOCUMENTED: set[type[Call[Any]]] = {ReadAdCampaign, ReadDossier, ListDoctorSchedules}
"""Calls that a client can replace with documented ones."""
LACKING = [
    call
    for call in all_calls()
    if call.route.forwarded and not call.route.multipart and call.route.access and call not in ELSE_DOCUMENTED
]
STAYS = """
alarms           ListAlarms
audit            AddAuditEvents
care_cities      CheckCareCity
catalogue        ReadBank
change_requests  ApplyChangeRequest ApproveChangeRequest CloseChangeRequest CreateChangeRequest ListChangeRequests
change_requests  ListRequestTargets ObjectToChangeRequest PauseChangeRequest PreviewChangeRequest ReadChangeRequest
change_requests  ResumeChangeRequest ReviseChangeRequest StopChangeRequest CompareRevisions
change_requests  DismissObjection ListRequestAuthors ProposeAgain UndoChangeRequest UndoRun WithdrawReview
change_requests  BypassChangeRequest ReadApprovalPolicies ReadFreezePeriods ReviewBypass SaveApprovalPolicies
change_requests  MarkChangeRequestRead SaveFreezePeriods
changes          ApplyBatch
clinics          ReadClinicSummary
devices          ReportDevices
drafts           DeleteDraft SaveDraft ListDrafts
exports          ExportList
follow_ups       CloseFollowUp CreateFollowUp HandOverFollowUps ListFollowUps ReadFollowUp ReopenFollowUp
follow_ups       UpdateFollowUp
keys             CreateKey ListKeyRequests ListKeys ReadKeyLogSummary RevokeKey RotateKey
news_insights    AddNewsEvents
notes            CreateNote DeleteNote ListMentions ListNotes MarkMentionsRead ReadNote UpdateNote
places           SuggestPlaces
presence         AnnouncePresence EndPresence ListPresence
realtime         ListEvents
recents          ForgetRecent KeepRecent ListRecents
referrals        ReportReferrals
runs             StartRun
today            ClaimItem ClaimNextItem ReadToday ReleaseItem SnoozeItem UnsnoozeItem
session          EndOtherSessions EndSession ListSessions ReadSession SignOut
staff            ListStaff
timeline         ReadTimeline
views            CreateView DeleteView ListLayouts ListViews SaveLayout UpdateView
"""
"""Own calls that a gateway answers itself: about itself, its staff, places and banks."""
ANSWERS: dict[str, Answer] = {
    "a web page": lambda _: httpx.Response(404, html="<h1>The page you were looking for doesn't exist</h1>"),
    "its own words": lambda _: httpx.Response(404, json={"status": 404, "error": "Not Found"}),
    "an older careops": lambda _: httpx.Response(
        404, json={"success": False, "errors": [{"source": "", "title": "There is no such call"}]}
    ),
    "a door that knows no such way": lambda _: httpx.Response(403, json={"message": "Missing Authentication Token"}),
    "another method": lambda _: httpx.Response(405, text="Method Not Allowed"),
}


def documented_only(request: httpx.Request) -> httpx.Response:
    """The documented list of campaigns, and no careops call."""
    if request.url.path == "/api/admin/ad_campaigns":
        campaign = ReadAdCampaign.example.answer
        return httpx.Response(200, json={"success": True, "data": {"ad_campaigns": [campaign]}, "total_records": 1})
    return httpx.Response(404, html="<h1>Nothing here</h1>")


def test_calls_of_the_gateway_are_listed() -> None:
    stays = {name for line in STAYS.split("\n") for name in line.split()[1:]}
    names = {call.__name__ for call in all_calls() if call.route.is_own and not call.route.forwarded}
    assert names == stays, "what lies on the platform says forwarded=True in its route; what does not stands in STAYS"


@pytest.mark.parametrize("call", LACKING, ids=lambda call: call.__name__)
async def test_call_missing_on_the_platform_is_not_supported(
    front: Stage, answer: list[Answer], call: type[Call[Any]]
) -> None:
    answer[0] = ANSWERS["a web page"]
    client = front.client()
    await client.sign_in("9000000001", "whatever it is")
    with pytest.raises(NotSupported, match="This platform does not offer this") as refused:
        await client.send(call(**call.example.call))
    assert (refused.value.status, refused.value.source) == (404, NOT_OFFERED)
    assert refused.value.request_id
    if call.route.mutates:
        last = (await front.events(event_key(call)))[-1]
        assert (last["event_status"], last["actor_name"]) == ("FAILED", "Gurpreet")


@pytest.mark.parametrize("kind", ANSWERS)
async def test_every_form_of_a_missing_call_is_recognised(front: Stage, answer: list[Answer], kind: str) -> None:
    answer[0] = ANSWERS[kind]
    client = front.client()
    await client.sign_in("9000000001", "whatever it is")
    with pytest.raises(NotSupported):
        await client.weekly_news.best()
    with pytest.raises(NotSupported):
        await client.broadcasts.list()


async def test_missing_record_is_not_a_missing_call(front: Stage, answer: list[Answer]) -> None:
    problem = {"source": "article_id", "title": "There is no article with this id"}
    answer[0] = lambda _: httpx.Response(404, json={"success": False, "errors": [problem]})
    client = front.client()
    await client.sign_in("9000000001", "whatever it is")
    with pytest.raises(NotFound, match="no article") as refused:
        await client.news.read(article_id=5)
    assert not isinstance(refused.value, NotSupported)


async def test_call_forbidden_by_a_careops_is_forbidden(front: Stage, answer: list[Answer]) -> None:
    problem = {"source": "", "title": "Your account may not do this"}
    answer[0] = lambda _: httpx.Response(403, json={"success": False, "errors": [problem]})
    client = front.client()
    await client.sign_in("9000000001", "whatever it is")
    with pytest.raises(Forbidden):
        await client.broadcasts.list()


async def test_missing_calls_are_answered_from_documented_ones(front: Stage, answer: list[Answer]) -> None:
    answer[0] = documented_only
    client = front.client()
    await client.sign_in("9000000001", "whatever it is")
    example: Any = ReadAdCampaign.example.answer
    campaign_id = example["id"]
    assert (await client.campaigns.read(campaign_id=campaign_id)).id == campaign_id
    with pytest.raises(NotFound, match="no campaign") as refused:
        await client.campaigns.read(campaign_id=campaign_id + 1)
    assert not isinstance(refused.value, NotSupported)


@pytest.mark.parametrize("answers", [documented_only, lambda _: httpx.Response(503)], ids=["none", "silence"])
async def test_platform_without_alarms_keeps_those_of_the_gateway(
    front: Stage, answer: list[Answer], answers: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer[0] = answers

    async def full(services: object) -> dict[str, Any]:
        return {"disk": {"ok": False, "free_bytes": 3 * 2**20}}

    monkeypatch.setattr(health, "checks", full)
    client = front.client()
    await client.sign_in("9000000001", "whatever it is")
    assert [(alarm.kind, alarm.number) for alarm in await client.alarms.list()] == [("disk", 3)]
