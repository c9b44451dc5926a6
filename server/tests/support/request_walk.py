"""Random steps of random people on change requests, and the rules that hold after each of them.

The walk keeps its own books: who wrote and approved what, and who changed which clinic when. It never asks the server
who counts. People are ids; a step that the rules refuse does nothing.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from server.tests.support.change_requests import activate, propose
from server.tests.support.job_kills import KilledError, KilledInStep, OneStep
from server.tests.support.stage import BILLING, CARE, PASSWORD, SUPER, Stage

from careops import AsyncCareOps, Conflict, Forbidden, InvalidInput, NotFound, Unauthorized
from careops.calls.change_requests import Canary, ChangeRequestDetail, RepeatedOutcome
from careops_server.areas.change_requests import states
from careops_server.core.jobs import queries as jobs
from careops_server.processes.job_registry import KINDS
from careops_server.processes.job_worker import drain

LIMIT: Final = 4
"""Records of the policy on clinics. Tightened, it is one less."""

MODULES: Final = ("Billing", "Telemedicine")
OUTCOMES: Final[tuple[RepeatedOutcome, ...]] = ("left", "failed", "kept", "reversed")
_MORE_OFTEN: Final = {
    "propose": 1,
    "job": 3,
    "apply": 4,
    "approve": 1,
    "undo": 2,
    "pause": 1,
    "resume": 2,
    "bypass": 1,
    "dismiss": 2,
}
"""Steps without which runs would be rare."""
_SHIFT: Final = (
    "update approval_counts set counted_at = counted_at - {by}",
    "update change_requests set ended_at = ended_at - {by}, waits_until = waits_until - {by}",
    "update change_request_revisions set apply_from = apply_from - {by}, apply_until = apply_until - {by}",
    "update freeze_periods set starts_at = starts_at - {by}, ends_at = ends_at - {by}",
    "update jobs set due_at = due_at - {by} where state = 'waiting'",
)


class SkippedError(Exception):
    """The step is not taken."""


REFUSALS: Final = (Conflict, Forbidden, NotFound, InvalidInput, Unauthorized, SkippedError)
Act = Callable[["Person", ChangeRequestDetail], Awaitable[Any]]


@dataclass(frozen=True)
class Person:
    """A person or key that takes steps. The key is a client of the person who made it."""

    id: int
    account_type: str
    client: AsyncCareOps


@dataclass
class Book:
    """Facts about a request that the walk has recorded."""

    people: set[int]
    """Its author, or those behind a key. Their budget is used by its changes, as that of the applier."""
    writers: set[int]
    """Those whose approval never counts."""
    undoes: int | None = None
    applied_by: int | None = None
    """Who applied or resumed it last."""
    is_bypassed: bool = False
    end: tuple[str, str | None] | None = None


class Walk:
    """A walk with the steps of the table of states, and everything around them."""

    def __init__(self, stage: Stage, seed: int, *, kills: bool = False) -> None:
        self._stage = stage
        self._random = random.Random(seed)  # noqa: S311 (the same steps in each run)
        self._kills = kills
        self._books: dict[int, Book] = {}
        self._approvals: dict[tuple[int, int], set[int]] = {}
        """Approvers by request and revision."""
        self._objections: dict[int, set[int]] = {}
        self._changes: list[tuple[float, frozenset[int], int]] = []
        """Minute, people and clinic of each change without the approvals of the policy."""
        self._minutes = 0
        self._limit = LIMIT
        self._last_event = ""
        self.taken: Counter[str] = Counter()
        """Steps that were not refused."""
        self._steps: Mapping[str, Act] = {
            "revise": self._revise,
            "approve": self._approve,
            "object": self._object,
            "withdraw": self._withdraw,
            "dismiss": self._dismiss,
            "close": lambda by, detail: by.client.change_requests.close(request_id=detail.request.id),
            "apply": self._apply,
            "bypass": self._bypass,
            "pause": lambda by, detail: by.client.change_requests.pause(**named(detail)),
            "resume": self._resume,
            "stop": lambda by, detail: by.client.change_requests.stop(**named(detail)),
            "propose_again": self._propose_again,
            "undo": self._undo,
        }
        self._others: Mapping[str, Callable[[], Awaitable[None]]] = {
            "propose": self._propose,
            "propose by key": self._propose_by_key,
            "job": self._job,
            "change directly": self._change_directly,
            "block": self._block,
            "demote": self._demote,
            "tighten or loosen": self._tighten,
            "freeze": self._freeze,
            "advance": self._advance,
            "renew": self._renew,
        }

    async def set(self) -> None:
        """Create people, clinics, a key and the policy."""
        stage = self._stage
        self._people = [
            Person(stage.user_ids[SUPER], "super_admin", await stage.signed_in()),
            Person(stage.user_ids[CARE], "customer_care", await stage.signed_in(CARE)),
            Person(stage.user_ids[BILLING], "billing_admin", await stage.signed_in(BILLING)),
        ]
        for account_type in ("super_admin", "super_admin", "customer_care"):
            phone = stage.phone()
            user_id = await stage.user(phone, account_type)
            self._people.append(Person(user_id, account_type, await stage.signed_in(phone)))
        self._observer = self._people[0].client
        self._clinics = [await stage.clinic() for _ in range(8)]
        self._last_event = await stage.sql("select max(cast(id as text)) from audit_events") or ""
        self._first_request = (await stage.sql("select max(id) from change_requests") or 0) + 1
        self._key = stage.client(await stage.key("modules:write", "change_requests:write"))
        self._key_people = {stage.user_ids[CARE]}
        await stage.sql(
            "update approval_policies set enabled = true, at_least = :limit where call = 'ActivateSpecModule'",
            limit=LIMIT,
        )
        stage.services.policies.clear()

    async def run(self, steps: int, name_of_walk: str) -> None:
        """Take steps and check after each of them."""
        usual = [*self._steps, *self._others, *Counter(_MORE_OFTEN).elements()]
        for number in range(steps):
            name = self._random.choice(usual)
            try:
                with suppress(*REFUSALS):
                    if name in self._others:
                        await self._others[name]()
                    else:
                        await self._take(name)
                    self.taken[name] += 1
                await self._check_changes()
                await self._check_requests()
            except BaseException as error:
                error.add_note(f"{name_of_walk}, step {number}: {name}")
                raise
        await self._finish_all()

    # Steps of the table

    async def _take(self, name: str) -> None:
        """Take a step, mostly on a request on which it has an effect, and mostly as a person who can."""
        rows = await self._stage.rows(
            "select id, status, done from change_requests where id = any(:ids) order by id", ids=list(self._books)[-20:]
        )
        is_any_chosen = self._random.random() >= 0.8
        ids = [row["id"] for row in rows if is_any_chosen or self._has_effect(name, row)]
        if not ids:
            raise SkippedError
        detail = await self._observer.change_requests.read(request_id=self._random.choice(ids[-6:]))
        await self._steps[name](self._choose_person(name, detail.request.id), detail)
        assert detail.request.status in states.STEPS[name].before, (
            f"{name} of a request that is {detail.request.status}"
        )

    def _has_effect(self, step: str, row: Mapping[str, Any]) -> bool:
        """Return whether a request is in a state in which a step is possible, and has something to undo or dismiss."""
        if row["status"] not in states.STEPS[step].before:
            return False
        if step == "undo":
            return bool(row["done"])
        return step != "dismiss" or bool(self._objections.get(row["id"]))

    def _choose_person(self, step: str, request_id: int) -> Person:
        able: set[int] = set()
        if self._random.random() < 0.7:
            if step == "revise":
                able = self._books[request_id].writers
            elif step == "withdraw":
                able = self._objections.get(request_id, set())
            elif step == "dismiss":
                able = {person.id for person in self._people if person.account_type == "super_admin"}
        return self._random.choice([person for person in self._people if person.id in able] or self._people)

    async def _revise(self, by: Person, detail: ChangeRequestDetail) -> None:
        chosen = self._random.sample(self._clinics, self._random.randint(1, 5))
        await by.client.change_requests.revise(
            request_id=detail.request.id,
            title=detail.request.title,
            reason=detail.request.reason,
            changes=[activate(self._stage, clinic) for clinic in chosen],
            **self._texts(len(chosen)),
        )
        self._books[detail.request.id].writers.add(by.id)

    async def _approve(self, by: Person, detail: ChangeRequestDetail) -> None:
        await by.client.change_requests.approve(**named(detail))
        assert by.id not in self._books[detail.request.id].writers, "a writer approves"
        self._approvals.setdefault((detail.request.id, detail.request.revision), set()).add(by.id)
        self._objections.get(detail.request.id, set()).discard(by.id)

    async def _object(self, by: Person, detail: ChangeRequestDetail) -> None:
        await by.client.change_requests.object(**named(detail), reason="They left")
        self._approvals.get((detail.request.id, detail.request.revision), set()).discard(by.id)
        self._objections.setdefault(detail.request.id, set()).add(by.id)

    async def _withdraw(self, by: Person, detail: ChangeRequestDetail) -> None:
        await by.client.change_requests.withdraw(request_id=detail.request.id)
        self._approvals.get((detail.request.id, detail.request.revision), set()).discard(by.id)
        self._objections.get(detail.request.id, set()).discard(by.id)

    async def _dismiss(self, by: Person, detail: ChangeRequestDetail) -> None:
        objectors = sorted(self._objections.get(detail.request.id, ()))
        if not objectors:
            raise SkippedError
        objector_id = self._random.choice(objectors)
        await by.client.change_requests.dismiss(
            request_id=detail.request.id, objector_id=objector_id, reason="They signed again"
        )
        assert by.account_type == "super_admin"
        assert by.id not in self._books[detail.request.id].writers, "a writer dismisses"
        self._objections[detail.request.id].discard(objector_id)

    async def _apply(self, by: Person, detail: ChangeRequestDetail) -> None:
        await by.client.change_requests.apply(**named(detail))
        self._books[detail.request.id].applied_by = by.id
        request = detail.request
        assert request.apply_from is None or request.apply_from <= datetime.now(UTC), "applied before its start time"

    async def _bypass(self, by: Person, detail: ChangeRequestDetail) -> None:
        if self._random.random() < 0.8:  # most changes have to be made with approvals
            raise SkippedError
        await by.client.change_requests.bypass(**named(detail), reason="Billing is down in Ludhiana")
        self._books[detail.request.id].applied_by = by.id
        self._books[detail.request.id].is_bypassed = True

    async def _resume(self, by: Person, detail: ChangeRequestDetail) -> None:
        await by.client.change_requests.resume(**named(detail))
        self._books[detail.request.id].applied_by = by.id
        self._books[detail.request.id].is_bypassed = False  # the rest needs its approvals

    async def _propose_again(self, by: Person, detail: ChangeRequestDetail) -> None:
        outcomes = self._random.sample(OUTCOMES, self._random.randint(1, len(OUTCOMES)))
        again = await by.client.change_requests.propose_again(request_id=detail.request.id, outcomes=outcomes)
        self._follow(again, by, detail.request.id)

    def _follow(self, again: ChangeRequestDetail, by: Person, source: int) -> None:
        self._books[again.request.id] = Book({by.id}, {by.id, *self._books[source].writers})
        self._objections[again.request.id] = set(self._objections.get(source, ()))

    async def _undo(self, by: Person, detail: ChangeRequestDetail) -> None:
        undo = await by.client.change_requests.undo(request_id=detail.request.id)
        others = [book.undoes for book in self._books.values() if book.end is None]
        assert detail.request.id not in others, "two open undos of one request"
        self._books[undo.request.id] = Book({by.id}, {by.id}, undoes=detail.request.id)
        self._objections[undo.request.id] = {
            user_id
            for id, book in self._books.items()
            if book.undoes == detail.request.id
            for user_id in self._objections.get(id, ())
        }

    # Steps around it

    def _texts(self, targets: int) -> dict[str, Any]:
        """Window and first changes, if any."""
        texts: dict[str, Any] = {"on_conflict": self._random.choice(("skip", "stop"))}
        if self._random.random() < 0.15:
            start = datetime.now(UTC) + timedelta(minutes=self._random.choice((5, 40)))
            texts["apply_from"] = start
            if self._random.random() < 0.5:
                texts["apply_until"] = start + timedelta(minutes=30)
        if self._random.random() < 0.3:
            texts["canary"] = Canary(targets=1, wait_minutes=self._random.choice((None, 10)))
        return texts

    async def _propose(self) -> None:
        by = self._random.choice(self._people)
        chosen = self._random.sample(self._clinics, self._random.randint(1, 5))
        changes = [activate(self._stage, clinic, self._random.choice(MODULES)) for clinic in chosen]
        detail = await propose(by.client, *changes, **self._texts(len(chosen)))
        self._books[detail.request.id] = Book({by.id}, {by.id})

    async def _propose_by_key(self) -> None:
        chosen = self._random.sample(self._clinics, self._random.randint(1, 3))
        detail = await propose(self._key, *(activate(self._stage, clinic) for clinic in chosen), **self._texts(3))
        self._books[detail.request.id] = Book(set(self._key_people), set(self._key_people))

    async def _job(self) -> None:
        """Run the due jobs, or lose the process after a step of the first one, or in it."""
        services = self._stage.services
        if self._random.random() < 0.3:
            with suppress(AssertionError):  # no job is due
                await drain(services)
            return
        row = await services.database.change(jobs.claim)
        if row is None:
            raise SkippedError
        lost = KilledInStep if self._kills and self._random.random() < 0.3 else OneStep
        with suppress(KilledError):
            await KINDS[row["kind"]].run(lost(services, row))
        await self._stage.sql("update jobs set leased_until = now() - interval '1 second' where state = 'running'")

    async def _change_directly(self) -> None:
        by = self._random.choice(self._people)
        modules = by.client.modules
        switch = self._random.choice((modules.activate, modules.deactivate))
        module_id = self._stage.module_ids[self._random.choice(MODULES)]
        await switch(clinic_id=self._random.choice(self._clinics), module_id=module_id)

    async def _block(self) -> None:
        """Block or release one of two people."""
        place = self._random.choice((1, 3))
        person, status = self._people[place], self._random.choice(("ACTIVE", "ACTIVE", "BLOCKED"))
        await self._stage.sql("update users set user_status = :s where id = :id", s=status, id=person.id)
        if status == "ACTIVE":
            phone = await self._stage.sql("select phone_number from users where id = :id", id=person.id)
            client = self._stage.client()
            await client.sign_in(phone, PASSWORD)
            self._people[place] = Person(person.id, person.account_type, client)

    async def _demote(self) -> None:
        """Make a super admin a customer care worker or a user of an app, or restore the account."""
        person = self._people[4]
        to = self._random.choice(("super_admin", "super_admin", "billing_admin", "patient"))
        await self._stage.sql("update user_accounts set account_type = :t where user_id = :id", t=to, id=person.id)
        self._people[4] = Person(person.id, to, person.client)

    async def _tighten(self) -> None:
        self._limit = self._random.choice((LIMIT, LIMIT, LIMIT - 1))
        await self._stage.sql(
            "update approval_policies set at_least = :limit where call = 'ActivateSpecModule'", limit=self._limit
        )
        self._stage.services.policies.clear()

    async def _freeze(self) -> None:
        await self._stage.sql("delete from freeze_periods")
        if self._random.random() < 0.4:
            await self._stage.sql("""
                insert into freeze_periods (starts_at, ends_at, reason)
                values (now() - interval '1 minute', now() + interval '20 minutes', 'Yearly invoices')
            """)

    async def _advance(self) -> None:
        minutes = self._random.choice((17, 17, 17, 25 * 60))
        self._minutes += minutes
        for statement in _SHIFT:
            await self._stage.sql(statement.format(by=f"interval '{minutes} minutes'"))

    async def _renew(self) -> None:
        """In each state of a request, at least one person can end it, and one can propose the rest again."""
        if self._books:
            await self._end(self._random.choice(list(self._books)[-10:]))

    async def _end(self, request_id: int) -> None:
        detail = await self._observer.change_requests.read(request_id=request_id)
        if detail.request.status in (states.OPEN, states.APPLYING):
            await self._let_anyone(end, detail)
            detail = await self._observer.change_requests.read(request_id=request_id)
        # A revision that was not planned has none.
        has_changes = """
            select count(*) from change_request_targets t join change_requests c
                on c.id = t.request_id and c.revision = t.revision where c.id = :id
        """
        is_source = detail.request.undoes is None and detail.request.left and detail.request.proposed_again_as is None
        if is_source and await self._stage.sql(has_changes, id=request_id):
            await self._let_anyone(self._propose_the_rest, detail)

    async def _propose_the_rest(self, by: Person, detail: ChangeRequestDetail) -> None:
        again = await by.client.change_requests.propose_again(request_id=detail.request.id, outcomes=["left"])
        self._follow(again, by, detail.request.id)
        await by.client.change_requests.close(request_id=again.request.id)

    async def _let_anyone(self, act: Act, detail: ChangeRequestDetail) -> None:
        """Let people try a step until one of them can."""
        refusals = []
        for person in self._random.sample(self._people, len(self._people)):
            try:
                await act(person, detail)
            except REFUSALS as refusal:
                refusals.append(refusal)
            else:
                return
        raise AssertionError(f"no person can continue {detail.request!r} {detail.labels}: {refusals}")

    # Rules

    async def _check_changes(self) -> None:
        """Every change since the step before had its approvals, or its people are below the limit."""
        events = await self._stage.rows(
            """
            select id, actor_id, clinic_id, parameters ->> 'change_request_id' as request_id from audit_events
            where event_status = 'SUCCESS' and key = any(array['module.activate', 'module.deactivate'])
                and cast(id as text) > :last and before is distinct from after order by id
            """,
            last=self._last_event,
        )
        minute = self._minutes + time.monotonic() / 60
        for event in events:
            self._last_event = str(event["id"])
            if event["request_id"] is None:
                people, approved = frozenset({event["actor_id"]}), False
            elif (request_id := int(event["request_id"])) < self._first_request:
                continue  # of another walk
            else:
                book = self._books[request_id]
                assert not self._objections.get(request_id), f"request {request_id} was applied over an objection"
                people = frozenset(book.people | ({book.applied_by} if book.applied_by else set()))
                approved = await self._is_approved(request_id)
            if not approved:
                self._changes.append((minute, people, event["clinic_id"]))
                for person in people:
                    counted = {clinic for then, by, clinic in self._changes if person in by and minute - then < 60}
                    assert len(counted) < self._limit, f"{person} changed {counted} without approval: {dict(event)}"

    async def _is_approved(self, request_id: int) -> bool:
        """Return whether a person with the permission approves the request now, or whether it was an emergency."""
        book = self._books[request_id]
        if book.is_bypassed:
            return True
        names = [request_id] if book.undoes is None else [request_id, book.undoes]
        for name in names:
            revision = await self._stage.sql("select revision from change_requests where id = :id", id=name)
            approvers = self._approvals.get((name, revision), set()) - book.writers - self._books[name].writers
            active = await self._stage.sql(
                """
                select count(*) from users u join user_accounts a on a.user_id = u.id
                where u.id = any(:ids) and u.user_status = 'ACTIVE'
                    and a.account_type = any(array['super_admin', 'customer_care', 'billing_admin'])
                """,
                ids=sorted(approvers),
            )
            if active:
                return True
        return False

    async def _check_requests(self) -> None:
        """Buckets add up, an end is final, and each change was made once."""
        rows = await self._stage.rows(
            """
            select c.id, c.status, c.end_reason, count(t.position) as targets,
                count(*) filter (where t.outcome = 'left') as untried
            from change_requests c
            left join change_request_targets t on t.request_id = c.id and t.revision = c.revision
            where c.id = any(:ids) group by c.id
            """,
            ids=list(self._books)[-30:],
        )
        for row in rows:
            book, end = self._books[row["id"]], (row["status"], row["end_reason"])
            if row["status"] in states.ENDED:
                assert row["end_reason"] is not None
                assert book.end in (None, end), f"request {row['id']} goes on after its end"
                book.end = end
            if row["status"] == "applied":
                assert row["untried"] == 0

    async def _finish_all(self) -> None:
        """End every request; then count the changes."""
        await self._stage.sql("delete from freeze_periods")
        for request_id in list(self._books):
            await self._end(request_id)
        repeated = """
            select count(*) from (
                select 1 from audit_events e
                join change_request_targets t on t.request_id = (e.parameters ->> 'change_request_id')::bigint
                    and t.parameters ->> 'clinic_id' = cast(e.clinic_id as text)
                    and t.parameters ->> 'module_id' = e.parameters ->> 'module_id'
                where e.event_status = 'SUCCESS' and t.outcome = 'done' and e.key like 'module.%'
                    and t.request_id = any(:ids)
                group by t.request_id, t.revision, t.position having count(*) <> 1
            ) repeated
        """
        assert await self._stage.sql(repeated, ids=list(self._books)) == 0
        for request_id in list(self._books)[-30:]:
            now = (await self._observer.change_requests.read(request_id=request_id)).request
            assert now.done + now.unchanged + now.kept + now.failed + now.left == now.targets


def named(detail: ChangeRequestDetail) -> dict[str, Any]:
    """Id and digest of a request."""
    return {"request_id": detail.request.id, "digest": detail.request.digest}


async def end(by: Person, detail: ChangeRequestDetail) -> None:
    """Close an open request, or stop its run."""
    if detail.request.status == states.OPEN:
        await by.client.change_requests.close(request_id=detail.request.id)
    else:
        await by.client.change_requests.stop(**named(detail))
