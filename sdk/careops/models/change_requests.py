"""Change requests: revisions with their changes, reviews and outcomes. Our own addition (S-6)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, Field, JsonValue, StringConstraints, model_validator

from careops.constants import MAX_REQUEST_TARGETS
from careops.contract import Model
from careops.contract.answers import Complaint, Message
from careops.contract.fields import FilledText, Id, Moment, Name, WebAddress
from careops.contract.personal import Personal
from careops.contract.validation_errors import FieldError
from careops.error_codes import title_of
from careops.models.approval_policies import Bypass, RequiredApproval

RequestStatus = Literal["open", "applying", "applied", "partly_applied", "closed"]
RequestLabel = Literal[
    "objected",
    "author_lost_access",
    "stale",
    "planning",
    "paused",
    "scheduled",
    "canary",
    "window_missed",
    "missed_start",
    "after",
    "checking",
    "needs_approval",
    "frozen",
    "review_owed",
]
UtcMoment = Annotated[Moment, AfterValidator(lambda moment: moment.astimezone(UTC))]
"""Time, which has one form in the digest."""
PauseReason = Literal["user", "failures", "canary"]
Verdict = Literal["approve", "object"]
PlannedOutcome = Literal["change", "unchanged", "refused", "kept"]
AppliedOutcome = Literal["done", "unchanged", "kept", "failed", "left"]
RequestSelection = Literal[
    "waits_for_me", "needs_approval", "stale", "mine", "author_lost_access", "frozen", "checking"
]
RepeatedOutcome = Literal["left", "failed", "kept", "reversed"]
EndReason = Literal[
    "finished",
    "stopped",
    "closed",
    "proposed_again",
    "conflict",
    "objected",
    "author_lost_access",
    "applier_lost_access",
    "needs_approval",
    "window_missed",
    "frozen",
    "not_planned",
    "abandoned",
    "error",
]
OnConflict = Literal["skip", "stop"]
Digest = Annotated[str, StringConstraints(strict=True, pattern=r"^[0-9a-f]{64}$")]
"""SHA-256 of a revision, 64 hexadecimal digits."""

MAX_FILTERS: Final = 60
"""Parameters of a filter (figure of careops)."""
WINDOW_EMPTY: Final = title_of("change_request_window_empty")


def check_window(apply_from: datetime | None, apply_until: datetime | None) -> None:
    """Raise ``FieldError`` if a window ends before it begins."""
    if apply_from is not None and apply_until is not None and apply_from >= apply_until:
        raise FieldError("apply_until", WINDOW_EMPTY)


class ProposedChange(Model):
    """One call for one record, or for each record that matches a filter."""

    model_config = {"extra": "forbid"}

    call: Name
    """Name of the call in this reference, such as ``ActivateSpecModule``."""
    parameters: Annotated[dict[str, Any], Field(repr=False)]
    """All parameters of the call by name, including those of its path, in the form of a JSON body.

    With ``where``, without the id of the record.
    """
    where: Annotated[dict[str, Any] | None, Field(max_length=MAX_FILTERS)] = None
    """Filters of the list of these records, such as ``ListClinics`` (the reference of the call names it).

    The call is made for each record that matches when the revision is made; ``{}`` matches all records. Null for one
    record.
    """


class RequestFilter(Model):
    """Filter whose records a revision contains."""

    call: str
    """Name of the call."""
    list_name: str
    """Name of the call of the list."""
    where: Annotated[dict[str, JsonValue], Personal("text", "anyone")]
    """Filters of the list; empty if all records match."""
    parameters: Annotated[dict[str, JsonValue], Field(repr=False), Personal("text", "anyone")]
    """Parameters of the call, except the id of the record."""
    matched: int
    """Number of records that matched when the revision was made."""
    matches_now: int | None = None
    """Number of records that match now.

    Null while the request is applied and afterwards, and if the caller may not read the list with these filters.
    """


class PlannedTarget(Model):
    """Effect that one change has, according to a preview."""

    position: int
    """Position in the request, from 1."""
    call: str
    """Name of the call."""
    parameters: Annotated[dict[str, JsonValue], Field(repr=False), Personal("text", "anyone")]
    """Parameters of the call."""
    planned: PlannedOutcome | str
    """``change``, ``unchanged`` (the record is so already), ``refused``, or ``kept``.

    An undo keeps a record if others have edited all fields that it would undo.
    """
    resource_type: str | None = None
    """Type of the record, as in the audit log; null if it does not exist yet or was refused before it was read."""
    resource_id: str | None = None
    """Id of the record; null like ``resource_type``."""
    before: Annotated[dict[str, JsonValue] | None, Field(repr=False), Personal("text", "anyone")] = None
    """Values of the fields that the change replaces, when the revision was made; null for a new record.

    For an undo these are the values that the undone request wrote.
    """
    after: Annotated[dict[str, JsonValue] | None, Field(repr=False), Personal("text", "anyone")] = None
    """New values of the fields; null if the record is deleted."""
    undoable: bool = True
    """False if the change cannot be undone, such as a deletion, a new record or a notice to readers."""
    errors: list[Complaint] = []
    """Reasons of a refusal; empty otherwise."""


class ChangeGroup(Model):
    """Changes that are equal: the same call, and the same values before and after."""

    call: str
    """Name of the call."""
    planned: PlannedOutcome | str
    """Effect of these changes."""
    before: Annotated[dict[str, JsonValue] | None, Personal("text", "anyone")] = None
    """Values before; null for new records."""
    after: Annotated[dict[str, JsonValue] | None, Personal("text", "anyone")] = None
    """Values after; null for deleted records."""
    error: Annotated[str | None, Personal("text", "anyone")] = None
    """First reason of a refusal; null otherwise."""
    problem: Message | None = None
    """That reason with its code; null otherwise, and in groups of earlier versions."""
    undoable: bool = True
    """False if these changes cannot be undone."""
    count: int
    """Number of records."""


class ChangePreview(Model):
    """Effect of changes that were not made."""

    targets: int
    """Number of changes."""
    changes: int
    """Number of changes with an effect."""
    unchanged: int
    """Number of records that are so already."""
    refused: int
    """Number of refused changes."""
    not_undoable: int = 0
    """Number of changes that cannot be undone."""
    groups: list[ChangeGroup]
    """Equal changes with their number, the largest groups first; at most 50."""
    more_groups: int
    """Number of further groups."""
    first: list[PlannedTarget]
    """The first 100 changes."""


class FieldConflict(Model):
    """A field that someone has changed since the revision was made."""

    field: str
    """Field of the record."""
    base: Annotated[JsonValue, Personal("text", "anyone")] = None
    """Value when the revision was made; null if it was empty."""
    current: Annotated[JsonValue, Personal("text", "anyone")] = None
    """Value when the change was to be applied."""
    changed_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the user who changed it; null if the audit log does not contain the change."""
    changed_at: datetime | None = None
    """Time of that change, in UTC."""
    kept: bool = True
    """False if the field was undone, because it had the same value again."""


class RequestTarget(PlannedTarget):
    """One change of a revision with its outcome."""

    name: Annotated[str | None, Personal("name", "anyone")] = None
    """Current name of the record; null for a deleted one, and if the caller may not read such records."""
    outcome: AppliedOutcome | str
    """``done``, ``unchanged``, ``kept`` (someone else has changed it since), ``failed``, or ``left`` (not tried).

    For an undo, ``done`` means that all fields were undone. ``kept`` means that at least one field was edited since;
    the other fields were undone.
    """
    conflicts: list[FieldConflict] = []
    """Fields that prevented the change, if it was ``kept``; for an undo, also those changed and changed back."""
    applied_at: datetime | None = None
    """Time of the outcome, in UTC; null if it was not tried."""


class Review(Model):
    """Verdict on one revision."""

    user_id: int
    """Id of the reviewer."""
    user_name: Annotated[str, Personal("name", "staff")]
    """Name of the reviewer, at that time."""
    verdict: Verdict | str
    """Verdict."""
    reason: Annotated[str | None, Personal("text", "anyone")] = None
    """Reason; null if none was given."""
    revision: int
    """Number of the revision."""
    digest: str
    """Digest of the revision."""
    reviewed_at: datetime
    """Time of the review, in UTC."""
    counts: bool
    """True for an approval of the current revision, and for an objection that stands."""
    ended_at: datetime | None = None
    """Time when it was withdrawn, replaced or dismissed, in UTC; null otherwise."""
    ended_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the user who withdrew, replaced or dismissed it; null otherwise."""
    ended_reason: Annotated[str | None, Personal("text", "anyone")] = None
    """Reason of the dismissal; null otherwise."""


class Canary(Model):
    """First changes of a run, after which it waits."""

    model_config = {"extra": "forbid"}

    targets: Annotated[int, Field(strict=True, ge=1, le=MAX_REQUEST_TARGETS)]
    """Number of changes that are applied first."""
    wait_minutes: Annotated[int, Field(strict=True, ge=1, le=10_080)] | None = None
    """Minutes until the other changes are applied; null if the run pauses until someone resumes it."""


class ChangeRequest(Model):
    """A change request with its current revision."""

    id: int
    """Id of the request."""
    status: RequestStatus | str
    """Status."""
    title: Annotated[str, Personal("text", "anyone")]
    """Title."""
    reason: Annotated[str, Personal("text", "anyone")]
    """Reason, for the reviewers."""
    ticket: str | None = None
    """Web address of a ticket; null if there is none."""
    revision: int
    """Number of the current revision, from 1."""
    digest: str
    """SHA-256 of the current revision. Reviews and applying name it."""
    calls: list[str]
    """Names of its calls."""
    on_conflict: OnConflict | str
    """``skip`` leaves out records that someone else has changed since; ``stop`` ends at the first one."""
    author_id: int
    """Id of the author; negative for an API key."""
    author_name: Annotated[str, Personal("name", "staff")]
    """Name of the author, at that time."""
    created_at: datetime
    """Time of the first revision, in UTC."""
    revised_at: datetime
    """Time of the current revision, in UTC."""
    targets: int
    """Number of changes."""
    planned: int
    """Number of changes that were previewed; less than ``targets`` while a job previews more than 1,000 changes."""
    done: int
    """Number of changes that were made."""
    unchanged: int
    """Number of records that needed no change."""
    kept: int
    """Number of records that someone else had changed since, and which were left as they are."""
    failed: int
    """Number of changes that were refused."""
    left: int
    """Number of changes that were not tried."""
    applied_by_id: int | None = None
    """Id of the user who applied it; null before, and if it started by itself."""
    applied_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the user who applied it; null before, and if it started by itself."""
    applied_at: datetime | None = None
    """Time when its run started, in UTC; null before."""
    closed_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the user who closed it; null if it is not closed."""
    closed_at: datetime | None = None
    """Time when it was closed, in UTC."""
    ended_at: datetime | None = None
    """Time of its end, in UTC; null while it is open or being applied."""
    end_reason: EndReason | str | None = None
    """Why it ended; null while it is open or being applied, and for requests that ended before version 1.1.

    All changes were tried (``finished``), someone stopped or closed it, or proposed its changes again, a record had a
    conflict and ``on_conflict`` is ``stop`` (``conflict``), a condition of applying no longer held (``objected``,
    ``author_lost_access``, ``applier_lost_access``, ``needs_approval``, ``window_missed``, ``frozen``), its changes
    could not be previewed (``not_planned``), nobody took a step for 90 days (``abandoned``), or the run failed
    (``error``).
    """
    end_note: Annotated[str | None, Personal("text", "anyone")] = None
    """Reason that the person gave who closed it, or the condition that failed; null if there is none."""
    proposed_from: int | None = None
    """Id of the request whose changes this one proposes again; null if there is none."""
    proposed_again_as: int | None = None
    """Id of the latest request that proposes changes of this one again; null if there is none."""
    missed_start_at: datetime | None = None
    """Time when its start failed because of a condition, in UTC; null otherwise. It waits for someone to apply it."""
    job_id: int | None = None
    """Job that previews or applies it; null if there was none."""
    not_undoable: int = 0
    """Number of changes that cannot be undone."""
    undoes: int | None = None
    """Id of the request that this one undoes; null if it undoes none."""
    undoes_run: str | None = None
    """Id of the bulk run that this request undoes; null if it undoes none."""
    excluded: int = 0
    """Number of changes of the undone request that cannot be undone, and are not part of this request."""
    undone_by: int | None = None
    """Id of the request that undoes this one; null if there is none, or if it was closed."""
    apply_from: datetime | None = None
    """Time before which no change is applied, in UTC; null if there is none."""
    apply_until: datetime | None = None
    """Time after which no change is applied, in UTC; null if there is none."""
    canary: Canary | None = None
    """First changes, after which the run waits; null if all are applied at once."""
    after: int | None = None
    """Id of the request that has to be applied before; null if there is none."""
    paused_at: datetime | None = None
    """Time when the run was paused, in UTC; null if it is not paused."""
    paused_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the user who paused the run; null if it paused by itself."""
    pause_reason: PauseReason | str | None = None
    """``user``, ``failures`` (too many changes failed) or ``canary``; null if it is not paused."""
    waits_until: datetime | None = None
    """Time when the run continues, in UTC, if it waits after the canary."""
    differences: int | None = None
    """Number of undone records that have other values, according to a check after the run of an undo.

    Null for other requests, and before the check.
    """


class ListedRequest(ChangeRequest):
    """A change request in a list."""

    label: RequestLabel | str | None = None
    """The obstacle to settle first, as in ``labels`` of ``ReadChangeRequest``; null without one."""


class StaleRecord(Model):
    """A record that someone else has changed since the revision was made."""

    position: int
    """Place of its change among those of the revision, from 1."""
    call: str
    """Documented call of the change."""
    resource_type: str
    """Kind of the record, such as ``clinic``."""
    resource_id: str
    """Id of the record."""
    name: Annotated[str | None, Personal("name", "anyone")] = None
    """Current name of the record; null for a deleted one, and if the caller may not read such records."""
    parameters: Annotated[dict[str, JsonValue], Field(repr=False), Personal("text", "anyone")]
    """Parameters of the change."""
    fields: list[str]
    """Fields of the change that the latest of the other changes has replaced."""
    changed_by: Annotated[str | None, Personal("name", "staff")]
    """Name of the user who made the latest change; null if it is unknown."""
    changed_at: datetime
    """Time of that change, in UTC."""


class RequestAuthor(Model):
    """Author of change requests."""

    id: int
    """Id of the user; negative for an API key."""
    name: Annotated[str, Personal("name", "staff")]
    """Name, as in the newest of the requests."""


class ChangeRequestDetail(Model):
    """A change request with its summary, reviews and labels."""

    request: ChangeRequest
    """The request."""
    groups: list[ChangeGroup]
    """Equal changes with their number when the revision was made, the largest groups first; at most 50."""
    more_groups: int
    """Number of further groups."""
    reviews: list[Review]
    """Reviews of all revisions, newest first; at most one for each reviewer and revision."""
    labels: list[RequestLabel | str]
    """Obstacles, computed on each read.

    A standing objection (``objected``), an author who is not active or lacks the permission now
    (``author_lost_access``), records that others have changed since (``stale``), a run that is paused (``paused``) or
    waits after its first changes (``canary``), a start time that has not come (``scheduled``) or at which a condition
    failed (``missed_start``), a time window that has passed (``window_missed``), another request that has to be applied
    before (``after``), missing approvals (``needs_approval``), a freeze period (``frozen``), or changes that are still
    being previewed (``planning``). No obstacles are ``checking`` (the records of an undo are being read after its run)
    and ``review_owed`` (another super admin has not reviewed an emergency application yet).
    """
    stale_targets: int
    """Number of records with a field that someone else has changed since the revision was made."""
    stale_records: list[StaleRecord] = []
    """The first ten of these records."""
    required_approvals: list[RequiredApproval] = []
    """Policies that cover the request, those when the revision was made and those of now, with their approvals."""
    bypasses: list[Bypass] = []
    """Emergency applications, newest first."""
    filters: list[RequestFilter] = []
    """Filters whose records the revision contains; empty if it names each record."""
    unread: bool = False
    """True if others have taken a step that the caller has not read (``MarkChangeRequestRead``)."""


class TextDifference(Model):
    """A field of a revision with another value than in an earlier one."""

    field: str
    """Name of the field, such as ``title`` or ``apply_from``."""
    before: Annotated[JsonValue, Personal("text", "anyone")] = None
    """Value in the earlier revision; null if it was empty."""
    after: Annotated[JsonValue, Personal("text", "anyone")] = None
    """Value in the later revision; null if it is empty."""


class RecordDifference(Model):
    """A record that two revisions change differently."""

    kind: Literal["added", "removed", "changed"]
    """``added`` or ``removed`` if only one of the revisions changes it."""
    resource_type: str | None = None
    """Type of the record, as in the audit log; null for a new record."""
    resource_id: str | None = None
    """Id of the record; null for a new record."""
    name: Annotated[str | None, Personal("name", "anyone")] = None
    """Current name of the record; null for a deleted one, and if the caller may not read such records."""
    before: Annotated[dict[str, JsonValue] | None, Field(repr=False), Personal("text", "anyone")] = None
    """Values that the earlier revision writes; null if it does not change the record."""
    after: Annotated[dict[str, JsonValue] | None, Field(repr=False), Personal("text", "anyone")] = None
    """Values that the later revision writes; null if it does not change the record."""


class RevisionDifference(Model):
    """Difference between two revisions of a request."""

    revision: int
    """Number of the later revision."""
    against: int
    """Number of the earlier revision."""
    texts: list[TextDifference]
    """Changed texts, window, order, first changes and handling of conflicts."""
    added: int
    """Number of records that only the later revision changes."""
    removed: int
    """Number of records that only the earlier revision changes."""
    changed: int
    """Number of records with other calls or values."""
    records: list[RecordDifference]
    """The first 20 records of each kind."""


class ProposedChanges(BaseModel):
    """Changes of a request, or of its preview."""

    changes: Annotated[list[ProposedChange], Field(min_length=1, max_length=MAX_REQUEST_TARGETS, repr=False)]
    """Calls to make in this order, each for one record or with a filter, for at most 100,000 records in total.

    No two of them may change the same field of a record.
    """


class RevisionTexts(BaseModel):
    """Content of a revision beside its changes."""

    title: Name
    """Title."""
    reason: FilledText
    """Reason, for the reviewers."""
    ticket: WebAddress | None = None
    """Web address of a ticket; null if there is none."""
    on_conflict: OnConflict = "skip"
    """``skip`` leaves out records that someone else has changed since; ``stop`` ends at the first one."""
    apply_from: UtcMoment | None = None
    """Time at which the run starts by itself; no change is applied before. Null if there is none.

    The start is tried once, also after an outage, until ``apply_until`` or for one hour. If a condition fails then, the
    request stays open and waits for ``ApplyChangeRequest``.
    """
    apply_until: UtcMoment | None = None
    """Time after which no change is applied, also if the server was down; null if there is none."""
    canary: Canary | None = None
    """First changes, after which the run waits; null applies all at once."""
    after: Id | None = None
    """Id of another request, which has to be applied before; its changes are no conflicts. Null if there is none."""

    @model_validator(mode="after")
    def _some_time(self) -> Self:
        check_window(self.apply_from, self.apply_until)
        return self


class Revision(ProposedChanges, RevisionTexts):
    """Content of a revision, which its digest covers."""
