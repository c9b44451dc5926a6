"""Change requests: changes of many records that are proposed, reviewed and applied. Our own addition (S-6)."""

from __future__ import annotations

import unicodedata
from functools import partial
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, BaseModel, Field, StringConstraints, model_validator
from pydantic_core import PydanticKnownError

from careops.constants import MAX_REQUEST_TARGETS, MAX_TEXT_LENGTH, REQUEST_BODY_LIMIT, REQUEST_BODY_VALUES
from careops.contract import STAFF, SUPER, Call, Empty, Example, Get, Page, PageParams, Post, Put, Route
from careops.contract.envelopes import DONE, Envelope, array_in, object_in, one_page, page_in
from careops.contract.fields import FilledText, Id, Name, Text, TypedText, WebAddress
from careops.contract.headers import RUN_ID
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of
from careops.models.approval_policies import (
    MAX_FREEZES,
    MAX_POLICIES,
    MIN_BYPASS_REASON_LENGTH,
    ApprovalPolicies,
    FreezePeriods,
    FreezeToSave,
    PolicyToSave,
)
from careops.models.change_requests import WINDOW_EMPTY as WINDOW_EMPTY
from careops.models.change_requests import AppliedOutcome as AppliedOutcome
from careops.models.change_requests import Canary as Canary
from careops.models.change_requests import ChangeGroup as ChangeGroup
from careops.models.change_requests import ChangePreview as ChangePreview
from careops.models.change_requests import ChangeRequest as ChangeRequest
from careops.models.change_requests import ChangeRequestDetail as ChangeRequestDetail
from careops.models.change_requests import Digest as Digest
from careops.models.change_requests import EndReason as EndReason
from careops.models.change_requests import FieldConflict as FieldConflict
from careops.models.change_requests import ListedRequest as ListedRequest
from careops.models.change_requests import OnConflict as OnConflict
from careops.models.change_requests import PauseReason as PauseReason
from careops.models.change_requests import PlannedOutcome as PlannedOutcome
from careops.models.change_requests import PlannedTarget as PlannedTarget
from careops.models.change_requests import ProposedChange as ProposedChange
from careops.models.change_requests import ProposedChanges as ProposedChanges
from careops.models.change_requests import RecordDifference as RecordDifference
from careops.models.change_requests import RepeatedOutcome as RepeatedOutcome
from careops.models.change_requests import RequestAuthor as RequestAuthor
from careops.models.change_requests import RequestFilter as RequestFilter
from careops.models.change_requests import RequestLabel as RequestLabel
from careops.models.change_requests import RequestSelection as RequestSelection
from careops.models.change_requests import RequestStatus as RequestStatus
from careops.models.change_requests import RequestTarget as RequestTarget
from careops.models.change_requests import Review as Review
from careops.models.change_requests import Revision as Revision
from careops.models.change_requests import RevisionDifference as RevisionDifference
from careops.models.change_requests import RevisionTexts as RevisionTexts
from careops.models.change_requests import StaleRecord as StaleRecord
from careops.models.change_requests import TextDifference as TextDifference
from careops.models.change_requests import UtcMoment as UtcMoment
from careops.models.change_requests import Verdict as Verdict
from careops.models.change_requests import check_window

NO_REQUEST: Final = title_of("change_request_not_found")
UNSUPPORTED: Final = title_of("change_request_call_unsupported")
FIELD_TWICE: Final = title_of("change_request_field_repeated")
NOT_OPEN: Final = title_of("change_request_not_open")
OTHER_REVISION: Final = title_of("change_request_revised")
OBJECTED: Final = title_of("change_request_objected")
OWN_REQUEST: Final = title_of("change_request_own")
AUTHOR_LOST_ACCESS: Final = title_of("change_request_author_lost_access")
NOTHING_TO_UNDO: Final = title_of("change_request_nothing_to_undo")
RUN_NOT_UNDOABLE: Final = title_of("run_nothing_to_undo")
UNDONE: Final = title_of("change_request_undone")
PLANNING: Final = title_of("change_request_planning")
NOT_RUNNING: Final = title_of("change_request_not_running")
NOT_PAUSED: Final = title_of("change_request_not_paused")
NOTHING_TO_REPEAT: Final = title_of("change_request_nothing_to_repeat")
IS_UNDO: Final = title_of("change_request_is_undo")
NO_OBJECTION: Final = title_of("change_request_no_objection")
WINDOW_MISSED: Final = title_of("change_request_window_missed")
TOO_EARLY: Final = title_of("change_request_too_early")
WINDOW_PAST: Final = title_of("change_request_window_past")
CANARY_TOO_LARGE: Final = title_of("change_request_canary_too_large")
ORDER_IMPOSSIBLE: Final = title_of("change_request_order_impossible")
APPLIER_LOST_ACCESS: Final = title_of("change_request_applier_lost_access")
NOT_AUTHOR: Final = title_of("change_request_not_author")
APPLY_OTHER_FIRST: Final = title_of("change_request_apply_other_first")
NEEDS_APPROVAL: Final = title_of("change_request_needs_approval")
FROZEN: Final = title_of("change_request_frozen")
NOT_OWED: Final = title_of("bypass_review_not_owed")
OWN_BYPASS: Final = title_of("bypass_own")
NOT_LISTED: Final = title_of("change_request_call_not_listed")
NO_MATCH: Final = title_of("change_request_no_match")
TOO_MANY_TARGETS: Final = title_of("change_request_too_many_targets", count=MAX_REQUEST_TARGETS)
SET_BY_FILTER: Final = title_of("change_request_set_by_filter")

_CHANGE: Final[dict[str, Any]] = {"call": "ActivateSpecModule", "parameters": {"clinic_id": 41, "module_id": 2}}
_WHERE: Final = {"filter_type": "state", "filter_text": "Punjab"}
_GROUP: Final[dict[str, Any]] = {
    "call": "ActivateSpecModule",
    "planned": "change",
    "before": {"Billing": False},
    "after": {"Billing": True},
    "error": None,
    "undoable": True,
    "count": 1,
}
_PLANNED: Final[dict[str, Any]] = {
    "position": 1,
    "call": "ActivateSpecModule",
    "parameters": {"clinic_id": 41, "module_id": 2},
    "planned": "change",
    "resource_type": "clinic",
    "resource_id": "41",
    "before": {"Billing": False},
    "after": {"Billing": True},
    "undoable": True,
    "errors": [],
}
_DIGEST: Final = "3f0a5c1e" * 8
_REQUEST: Final[dict[str, Any]] = {
    "id": 7,
    "status": "open",
    "title": "Billing for the clinics of Punjab",
    "reason": "They signed the new contract",
    "ticket": None,
    "revision": 1,
    "digest": _DIGEST,
    "calls": ["ActivateSpecModule"],
    "on_conflict": "skip",
    "author_id": 4,
    "author_name": "Harpreet Kaur",
    "created_at": "2026-11-20T09:30:07Z",
    "revised_at": "2026-11-20T09:30:07Z",
    "targets": 1,
    "planned": 1,
    "done": 0,
    "unchanged": 0,
    "kept": 0,
    "failed": 0,
    "left": 1,
    "applied_by_id": None,
    "applied_by": None,
    "applied_at": None,
    "closed_by": None,
    "closed_at": None,
    "ended_at": None,
    "end_reason": None,
    "end_note": None,
    "proposed_from": None,
    "proposed_again_as": None,
    "missed_start_at": None,
    "job_id": None,
    "not_undoable": 0,
    "undoes": None,
    "undoes_run": None,
    "excluded": 0,
    "undone_by": None,
    "apply_from": None,
    "apply_until": None,
    "canary": None,
    "after": None,
    "paused_at": None,
    "paused_by": None,
    "pause_reason": None,
    "waits_until": None,
    "differences": None,
}
_RULE: Final[dict[str, Any]] = {
    "call": "ActivateSpecModule",
    "condition": "targets",
    "field": None,
    "at_least": 50,
    "approvals": 1,
    "roles": ["super_admin", "billing_admin"],
}
_POLICIES: Final[dict[str, Any]] = {"policies": [{**_RULE, "enabled": True}]}
_FREEZES: Final[dict[str, Any]] = {
    "periods": [
        {
            "starts_at": "2026-11-30T18:30:00Z",
            "ends_at": "2026-12-02T18:30:00Z",
            "reason": "Yearly invoices are written",
        }
    ]
}
_DETAIL: Final[dict[str, Any]] = {
    "request": _REQUEST,
    "groups": [_GROUP],
    "more_groups": 0,
    "reviews": [],
    "labels": [],
    "stale_targets": 0,
    "stale_records": [],
    "required_approvals": [
        {**_RULE, "condition": "always", "at_least": None, "approved_by": ["Asha Rao"], "missing": 0}
    ],
    "bypasses": [],
    "filters": [
        {
            "call": "ActivateSpecModule",
            "list_name": "ListClinics",
            "where": _WHERE,
            "parameters": {"module_id": 2},
            "matched": 1,
            "matches_now": 1,
        }
    ],
    "unread": False,
}
_REVISION: Final[dict[str, Any]] = {
    "title": "Billing for the clinics of Punjab",
    "reason": "They signed the new contract",
    "changes": [_CHANGE],
}


_proposal_route = partial(Post, access=STAFF, answer=object_in("data"), work_seconds=180, large=True, may_refuse=(409,))
"""Route of a call that previews changes and stores them as a request."""


class PreviewChangeRequest(ProposedChanges, Call[ChangePreview]):
    """Return the effect of changes without making them. Our own addition.

    The handlers run in transactions that are rolled back. The caller needs the permission for each call. Calls with
    passwords or files, and calls about sessions, keys and jobs, are not supported.
    """

    route = Post(
        "/careops/change_requests/preview",
        access=STAFF,
        answer=object_in("data"),
        safe=True,
        body_limit=REQUEST_BODY_LIMIT,
        body_values=REQUEST_BODY_VALUES,
        work_seconds=180,
        may_refuse=(409,),
    )
    example = Example(
        call={"changes": [_CHANGE]},
        answer={
            "targets": 1,
            "changes": 1,
            "unchanged": 0,
            "refused": 0,
            "not_undoable": 0,
            "groups": [_GROUP],
            "more_groups": 0,
            "first": [_PLANNED],
        },
    )


class CreateChangeRequest(Revision, Call[ChangeRequestDetail]):
    """Propose changes. Nothing changes until the request is applied. Our own addition.

    The server previews the changes and stores the values that they would replace (the base), so that later changes of
    the same fields are found when the request is applied. The caller needs the permission for each call.

    More than 1,000 changes are previewed by a job: the call returns at once, and until then the request has the label
    ``planning``, no groups and a preliminary digest, and can only be closed. This holds for ``ReviseChangeRequest``,
    ``ProposeAgain`` and the undos, too. Changes that cannot be previewed end the request (``not_planned``).

    A change with ``where`` is made for each record that matches these filters now. Later matches are not part of the
    request; ``filters`` counts them. The caller needs the permission for the list, too.
    """

    route = _proposal_route(
        "/careops/change_requests",
        event="change_request.create",
        body_limit=REQUEST_BODY_LIMIT,
        body_values=REQUEST_BODY_VALUES,
    )
    example = Example(call=_REVISION, answer=_DETAIL)


class ListChangeRequests(PageParams, Call[Page[ListedRequest]]):
    """List the change requests whose calls the caller may make, newest first. Our own addition."""

    route = Get("/careops/change_requests", access=STAFF, answer=array_in("data.change_requests", counts="data"))
    example = Example(call={}, answer=one_page({**_REQUEST, "label": "needs_approval"}))

    status: RequestStatus | None = None
    """Only requests with this status."""
    author_id: int | None = None
    """Only requests of this author."""
    call: Name | None = None
    """Only requests with this call."""
    record: Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z_]{1,60}:[^\s]{1,100}$")] | None = None
    """Only requests that change this record: its type and id as in the audit log, such as ``clinic:41``."""
    only: RequestSelection | None = None
    """Only requests that concern the caller or need something.

    ``waits_for_me``: the caller can review them and has not; ``mine``: proposed by the caller; ``needs_approval``:
    open, without the approvals that they need; ``stale``: open, with records that others have changed since;
    ``author_lost_access``: open, with an author who may not make the changes any more; ``frozen``: cannot be applied
    during the current freeze period; ``checking``: the records of an undo are being read after its run.
    """
    search_text: Text | None = None
    """Words to look for in the title."""
    review_owed: bool | None = None
    """True for requests that were applied in an emergency and that another super admin has not reviewed yet."""


class ListRequestAuthors(Call[list[RequestAuthor]]):
    """List the authors of the change requests whose calls the caller may make, by name. Our own addition."""

    route = Get("/careops/change_request_authors", access=STAFF, answer=page_in("data"))
    example = Example(call={}, answer=[{"id": 4, "name": "Harpreet Kaur"}])


class RequestReference(BaseModel):
    """A change request."""

    request_id: Id
    """Id of the request."""


class ReadChangeRequest(RequestReference, Call[ChangeRequestDetail]):
    """Return a change request. Our own addition."""

    route = Get("/careops/change_requests/{request_id}", access=STAFF, answer=object_in("data"))
    example = Example(call={"request_id": 7}, answer=_DETAIL)


class MarkChangeRequestRead(RequestReference, Call[Empty]):
    """Mark the news of a request as read by the caller, so that they leave ``ReadToday``. Our own addition.

    News are a review, the end of a request or a failed start for its author, another revision for those who reviewed an
    earlier one, and a request that changes the same records for those who object to another request.
    """

    route = Put(
        "/careops/change_requests/{request_id}/read",
        access=STAFF,
        event="change_request.read",
        personal="Records what the person has read.",
    )
    example = Example(call={"request_id": 7}, answer={})


class ListRequestTargets(RequestReference, PageParams, Call[Page[RequestTarget]]):
    """List the changes of a request's current revision with their outcomes, in their order. Our own addition."""

    route = Get(
        "/careops/change_requests/{request_id}/targets", access=STAFF, answer=array_in("data.targets", counts="data")
    )
    example = Example(
        call={"request_id": 7},
        answer=one_page(
            {
                **_PLANNED,
                "name": "Basant Avenue Clinic",
                "outcome": "left",
                "conflicts": [],
                "applied_at": None,
            }
        ),
    )

    outcome: AppliedOutcome | None = None
    """Only changes with this outcome."""


class CompareRevisions(RequestReference, Call[RevisionDifference]):
    """Return the difference between two revisions of a request. Our own addition.

    Refused with 404 if one of them does not exist, or has a call that the caller may not make.
    """

    route = Get("/careops/change_requests/{request_id}/difference", access=STAFF, answer=object_in("data"))
    example = Example(
        call={"request_id": 7},
        answer={
            "revision": 2,
            "against": 1,
            "texts": [{"field": "apply_from", "before": None, "after": "2026-11-30T03:30:00Z"}],
            "added": 0,
            "removed": 1,
            "changed": 0,
            "records": [
                {
                    "kind": "removed",
                    "resource_type": "clinic",
                    "resource_id": "42",
                    "name": "Basant Avenue Clinic",
                    "before": {"Billing": True},
                    "after": None,
                }
            ],
        },
    )

    revision: Id | None = None
    """Number of the later revision; null takes the current one."""
    against: Id | None = None
    """Number of the earlier revision; null takes the one before."""


class ReviseChangeRequest(RequestReference, Revision, Call[ChangeRequestDetail]):
    """Replace the content of an open request by a new revision, which has no reviews. Our own addition.

    Approvals end with the revision that they belong to, also if a later one has the same digest; objections stay.
    Refused with 409 if the request is not open or is an undo, and with 403 for everyone except its author: others use
    ``ProposeAgain``.
    """

    route = _proposal_route(
        "/careops/change_requests/{request_id}/revisions",
        event="change_request.revise",
        body_limit=REQUEST_BODY_LIMIT,
        body_values=REQUEST_BODY_VALUES,
    )
    example = Example(call={"request_id": 7, **_REVISION}, answer=_DETAIL)

    digest: Digest | None = None
    """Digest of the revision to replace. Refused with 409 if the request has another one by now; null replaces any."""


class ReviewedRevision(RequestReference):
    """Request and the revision that the caller has read."""

    digest: Digest
    """Digest of the revision. Refused with 409 if the request has another one by now."""


def _step(verb: str, answer: Envelope = DONE) -> Route:
    """Return the route of a step of one request, which only some states allow."""
    return Post(
        f"/careops/change_requests/{{request_id}}/{verb}",
        access=STAFF,
        answer=answer,
        event=f"change_request.{verb}",
        personal="A person decides on a request.",
        may_refuse=(409,),
    )


class ApproveChangeRequest(ReviewedRevision, Call[Empty]):
    """Approve a revision. It ends the caller's objections to the request. Our own addition.

    Refused with 403 for its author and for everyone who wrote one of its revisions, also by an API key, and with 409 if
    the request is not open. The caller needs the permission for each call.
    """

    route = _step("approve")
    example = Example(call={"request_id": 7, "digest": _DIGEST}, answer={})

    reason: FilledText | None = None
    """Reason; null if there is none."""


class ObjectToChangeRequest(ReviewedRevision, Call[Empty]):
    """Object to a request. Our own addition.

    It cannot be applied until the reviewer withdraws the objection or approves a revision, or until another super admin
    dismisses it. The objection stays if the request is revised or proposed again, or if the reviewer loses access.
    Refused with 403 for its author and everyone who wrote one of its revisions, and with 409 if the request is not
    open.
    """

    route = _step("object")
    example = Example(call={"request_id": 7, "digest": _DIGEST, "reason": "Two of them have cancelled"}, answer={})

    reason: FilledText
    """Reason, for the author."""


class WithdrawReview(RequestReference, Call[Empty]):
    """Withdraw the caller's own verdicts: an objection, and an approval of the current revision. Our own addition.

    Refused with 409 if the request is not open, or if the caller has no verdict on it.
    """

    route = _step("withdraw")
    example = Example(call={"request_id": 7}, answer={})


class DismissObjection(RequestReference, Call[Empty]):
    """Dismiss the objection of a reviewer, for example of one who has left. Our own addition.

    Refused with 403 for the author of the request and for everyone who wrote one of its revisions, and with 409 if the
    request is not open or the user does not object to it.
    """

    route = Post(
        "/careops/change_requests/{request_id}/dismiss",
        access=SUPER,
        event="change_request.dismiss",
        personal="A person decides on a request.",
        may_refuse=(409,),
    )
    example = Example(
        call={"request_id": 7, "objector_id": 5, "reason": "The two clinics have signed again"}, answer={}
    )

    objector_id: Id
    """Id of the reviewer who objects."""
    reason: FilledText
    """Reason, for the reviewer and the author."""


class ApplyChangeRequest(ReviewedRevision, Call[ChangeRequestDetail]):
    """Apply a request in the background, in parts that are made exactly once. Our own addition.

    Refused with 409 if it is not open, if a reviewer objects, if approvals are missing, in a freeze period, outside of
    its time window, or if its author is no longer active or may no longer make the calls. The conditions are checked
    again in the transaction of each part; if one fails, the run ends. A record with a field that someone else has
    changed since the revision was made is left as it is; other fields are no conflict. Requires that the caller's
    password was given within five minutes if one of its calls requires that (SEC-21).
    """

    route = _step("apply", object_in("data"))
    example = Example(call={"request_id": 7, "digest": _DIGEST}, answer=_DETAIL)


class PauseChangeRequest(ReviewedRevision, Call[ChangeRequestDetail]):
    """Pause the run of a request. A part of up to 500 changes that has begun is finished. Our own addition.

    A run also pauses by itself if more than 5 % of a part fail, or more than 20 changes since it was started or
    resumed; refusals that the preview has shown do not count. Refused with 409 if the request is not being applied.
    """

    route = _step("pause", object_in("data"))
    example = Example(call={"request_id": 7, "digest": _DIGEST}, answer=_DETAIL)


class ResumeChangeRequest(ReviewedRevision, Call[ChangeRequestDetail]):
    """Resume a run that is paused or waits after its canary. Our own addition.

    The same conditions hold as for applying; if one fails, the request is unchanged. Refused with 409 if the run is
    neither paused nor waiting.
    """

    route = _step("resume", object_in("data"))
    example = Example(call={"request_id": 7, "digest": _DIGEST}, answer=_DETAIL)


class StopChangeRequest(ReviewedRevision, Call[ChangeRequestDetail]):
    """End the run of a request. Applied changes stay, and the others can be proposed again. Our own addition.

    The request is closed if nothing was tried, otherwise partly applied. Refused with 409 if it is not being applied.
    """

    route = _step("stop", object_in("data"))
    example = Example(call={"request_id": 7, "digest": _DIGEST}, answer=_DETAIL)


class ProposeAgain(RequestReference, Call[ChangeRequestDetail]):
    """Propose changes of a request again, with the values of now as their base. Our own addition.

    The caller is the author of the new request, which names the other one in ``proposed_from``. It has no reviews, but
    the standing objections to the other one, and nobody who wrote the other one can approve it. An open request ends
    with it. Each change can be proposed again once. Refused with 409 for an undo, while the request is being applied,
    and if it has no change with these outcomes.
    """

    route = _proposal_route(
        "/careops/change_requests/{request_id}/propose_again",
        event="change_request.propose_again",
        personal="A person decides on a request.",
    )
    example = Example(
        call={"request_id": 7, "outcomes": ["left", "failed"]},
        answer={**_DETAIL, "request": {**_REQUEST, "id": 8, "proposed_from": 7}},
    )

    outcomes: Annotated[list[RepeatedOutcome], Field(min_length=1, max_length=4)]
    """Changes to propose.

    Those that were not tried (``left``), ``failed`` or ``kept``, and those that an undo has ``reversed``.
    """
    title: Name | None = None
    """Title; null takes that of the request."""
    reason: FilledText | None = None
    """Reason, for the reviewers; null takes that of the request."""
    ticket: WebAddress | None = None
    """Web address of a ticket; null takes that of the request."""
    on_conflict: OnConflict = "skip"
    """``skip`` leaves out records that someone else has changed since; ``stop`` ends at the first one."""
    apply_from: UtcMoment | None = None
    """Time at which the run starts by itself; null if there is none."""
    apply_until: UtcMoment | None = None
    """Time after which no change is applied; null if there is none."""
    canary: Canary | None = None
    """First changes, after which the run waits; null applies all at once."""
    after: Id | None = None
    """Id of another request, which has to be applied before; null if there is none."""

    @model_validator(mode="after")
    def _some_time(self) -> Self:
        check_window(self.apply_from, self.apply_until)
        return self


class CloseChangeRequest(RequestReference, Call[Empty]):
    """Close an open request that shall not be applied. Our own addition.

    Refused with 409 if it is not open.
    """

    route = _step("close")
    example = Example(call={"request_id": 7, "reason": "The contract was cancelled"}, answer={})

    reason: FilledText | None = None
    """Reason, for the author and the reviewers; null if there is none."""


def _undo_example(**fields: Any) -> dict[str, Any]:
    """Return an example of a request that undoes changes."""
    undone = {"call": "DeactivateSpecModule", "before": {"Billing": True}, "after": {"Billing": False}}
    request = {**_REQUEST, "id": 8, "calls": ["DeactivateSpecModule"], **fields}
    return {**_DETAIL, "request": request, "groups": [{**_GROUP, **undone}]}


class UndoChangeRequest(Call[ChangeRequestDetail]):
    """Propose to undo the changes of a request. Our own addition.

    The new request names this one in ``undoes`` and sets the values that this request has replaced, in each field that
    has the value that this request wrote, also if it was changed and changed back. Other fields are ``kept``. After its
    run the records are read again, and ``differences`` counts those with other values.

    Changes that cannot be undone are left out (``excluded``), and so are those that an earlier undo has reversed. For
    24 hours after the end of this request its approvals also count for the undo, except for fields that someone has
    changed and changed back since: without approvals of its own, an undo that a policy covers keeps them. Refused with
    409 until this request has ended, for an undo, if none of its
    changes can be undone, or while another undo of it is open.
    """

    route = _proposal_route("/careops/change_requests/{request_id}/undo", event="change_request.undo")
    example = Example(
        call={"request_id": 7, "reason": "The contract was cancelled"},
        answer=_undo_example(
            title="Undo: Billing for the clinics of Punjab", reason="The contract was cancelled", undoes=7
        ),
    )

    request_id: Id
    """Id of the request to undo."""
    title: Name | None = None
    """Title; null takes that of the request to undo."""
    reason: FilledText | None = None
    """Reason, for the reviewers; null names the request to undo."""
    ticket: WebAddress | None = None
    """Web address of a ticket; null if there is none."""


class UndoRun(Call[ChangeRequestDetail]):
    """Propose to undo the changes of a bulk run of the caller. Our own addition.

    The changes of a run carry its id in the header ``careops-run-id`` and in their audit events. The new request names
    the run in ``undoes_run``; everything else is as in ``UndoChangeRequest``. Refused with 409 if no change of the
    run can be undone, or if another request undoes it already, was not closed, and the run made no change since.
    """

    route = _proposal_route("/careops/change_requests/undo_run", event="change_request.undo_run")
    example = Example(
        call={"run": "5f2c8a1e9b3d47065f2c8a1e9b3d4706", "title": "Undo: modules on Billing"},
        answer=_undo_example(
            title="Undo: modules on Billing",
            reason="Undo of the bulk run 5f2c8a1e9b3d47065f2c8a1e9b3d4706",
            undoes_run="5f2c8a1e9b3d47065f2c8a1e9b3d4706",
        ),
    )

    run: Annotated[str, StringConstraints(strict=True, pattern=RUN_ID)]
    """Id of the run, as in the header of its changes and in its journal."""
    title: Name | None = None
    """Title; null names the run."""
    reason: FilledText | None = None
    """Reason, for the reviewers; null names the run."""
    ticket: WebAddress | None = None
    """Web address of a ticket; null if there is none."""


def _check_words(reason: str) -> str:
    """Raise ``string_too_short`` for a reason of blanks and signs."""
    if sum(unicodedata.category(character)[0] in "LMN" for character in reason) < MIN_BYPASS_REASON_LENGTH:
        raise PydanticKnownError("string_too_short", {"min_length": MIN_BYPASS_REASON_LENGTH})
    return reason


class BypassChangeRequest(ReviewedRevision, Call[ChangeRequestDetail]):
    """Apply a request in an emergency: without its approvals, or in a freeze period. Our own addition.

    All changes are applied at once, regardless of window, order and canary. An alert is raised, and another super admin
    owes a review. An objection still has to be withdrawn or dismissed. Looser policies and early ends of freeze periods
    are refused with 409 while another account was an active super admin in the past 24 hours. Requires that the
    caller's password was given within five minutes (SEC-21).
    """

    route = Post(
        "/careops/change_requests/{request_id}/bypass",
        access=SUPER,
        answer=object_in("data"),
        event="change_request.bypass",
        step_up=True,
        may_refuse=(409,),
    )
    example = Example(
        call={"request_id": 7, "digest": _DIGEST, "reason": "Billing is down in Punjab"},
        answer={**_DETAIL, "request": {**_REQUEST, "status": "applying", "job_id": 31}},
    )

    reason: Annotated[str, TypedText(MAX_TEXT_LENGTH, at_least=MIN_BYPASS_REASON_LENGTH), AfterValidator(_check_words)]
    """Reason, for the super admin who reviews it. Blanks and signs do not count."""


class ReviewBypass(RequestReference, Call[Empty]):
    """Review the emergency applications of a request, so that no review is owed any more. Our own addition.

    Refused with 403 for the super admin who applied it, and with 409 if no review is owed.
    """

    route = Post(
        "/careops/change_requests/{request_id}/review_bypass",
        access=SUPER,
        event="change_request.review_bypass",
        personal="A person decides on a request.",
        may_refuse=(409,),
    )
    example = Example(call={"request_id": 7, "comment": "Right: all clinics were down"}, answer={})

    comment: FilledText | None = None
    """Comment; null if there is none."""


class ReadApprovalPolicies(Call[ApprovalPolicies]):
    """Return the approval policies: the changes that have to be proposed and approved first. Our own addition.

    A change that an enabled policy covers is refused with 409 and the code ``approval_required`` if it is made
    directly. ``change_request`` in its problem is the body of the request that would be needed, without its reason.
    """

    route = Get("/careops/approval_policies", access=STAFF, answer=object_in("data"), versioned=("policies",))
    example = Example(call={}, answer=_POLICIES)


class SaveApprovalPolicies(Call[Empty]):
    """Replace all approval policies. Our own addition.

    A policy of a call that no request can contain is refused with 422, and so is a new one with more approvals than
    there are active accounts that could give them, not counting one author. A looser policy is proposed, and approved
    by a second super admin; made directly it is refused with 409. Requires that the caller's password was given within
    five minutes (SEC-21). Other workers use the new policies within a second.
    """

    route = Put(
        "/careops/approval_policies",
        access=SUPER,
        event="approval_policies.save",
        against=ReadApprovalPolicies,
        step_up=True,
        may_refuse=(409,),
    )
    undoable = False  # a stricter list is saved directly
    example = Example(call=_POLICIES, answer={})

    policies: Annotated[list[PolicyToSave], Field(max_length=MAX_POLICIES)]
    """All policies; one for each call, condition and field."""


class ReadFreezePeriods(Call[FreezePeriods]):
    """Return the freeze periods, in which no change request is applied. Our own addition."""

    route = Get("/careops/freeze_periods", access=STAFF, answer=object_in("data"), versioned=("periods",))
    example = Example(call={}, answer=_FREEZES)


class SaveFreezePeriods(Call[Empty]):
    """Replace all freeze periods. Our own addition.

    A run of a request ends early when a freeze period begins. Changes that are made directly are not affected. An early
    end of a period is proposed, and approved by a second super admin; made directly it is refused with 409. Requires
    that the caller's password was given within five minutes (SEC-21).
    """

    route = Put(
        "/careops/freeze_periods",
        access=SUPER,
        event="freeze_periods.save",
        against=ReadFreezePeriods,
        step_up=True,
        may_refuse=(409,),
    )
    undoable = False  # a stricter list is saved directly
    example = Example(call=_FREEZES, answer={})

    periods: Annotated[list[FreezeToSave], Field(max_length=MAX_FREEZES)]
    """All freeze periods."""


class ChangeRequests(Resource[ClientT]):
    """``client.change_requests``: changes that are proposed, reviewed and applied."""

    preview = method(PreviewChangeRequest)
    create = method(CreateChangeRequest)
    list = method(ListChangeRequests)
    each = each_row(ListChangeRequests)
    authors = method(ListRequestAuthors)
    read = method(ReadChangeRequest)
    mark_read = method(MarkChangeRequestRead)
    targets = method(ListRequestTargets)
    each_target = each_row(ListRequestTargets)
    compare = method(CompareRevisions)
    revise = method(ReviseChangeRequest)
    approve = method(ApproveChangeRequest)
    object = method(ObjectToChangeRequest)
    apply = method(ApplyChangeRequest)
    withdraw = method(WithdrawReview)
    dismiss = method(DismissObjection)
    propose_again = method(ProposeAgain)
    close = method(CloseChangeRequest)
    undo = method(UndoChangeRequest)
    undo_run = method(UndoRun)
    pause = method(PauseChangeRequest)
    resume = method(ResumeChangeRequest)
    stop = method(StopChangeRequest)
    bypass = method(BypassChangeRequest)
    review_bypass = method(ReviewBypass)
    policies = method(ReadApprovalPolicies)
    save_policies = method(SaveApprovalPolicies)
    freezes = method(ReadFreezePeriods)
    save_freezes = method(SaveFreezePeriods)
