"""All sources of Today. Each is declared beside its area."""

from __future__ import annotations

from typing import Final

from careops.calls import calls_of
from careops.calls.today import NO_ITEM, SourceName
from careops.errors import NotFound
from careops_server.areas.campaigns import today as campaigns
from careops_server.areas.change_requests import today as change_requests
from careops_server.areas.doctors import today as doctors
from careops_server.areas.feeds import today as feeds
from careops_server.areas.follow_ups import today as follow_ups
from careops_server.areas.jobs import today as jobs
from careops_server.areas.notes import today as notes
from careops_server.areas.payments import today as payments
from careops_server.areas.subscriptions import today as subscriptions
from careops_server.core.principal import Actor
from careops_server.core.today import TodaySource

SOURCES: Final = (
    notes.MENTIONS,
    change_requests.NEWS,
    follow_ups.SOURCE,
    payments.SOURCE,
    subscriptions.SOURCE,
    doctors.WAITING,
    change_requests.REVIEWS,
    change_requests.BYPASSES,
    campaigns.SOURCE,
    doctors.INVITED,
    jobs.SOURCE,
    feeds.SOURCE,
)
"""The sources, in the order of the page."""


def touching_calls() -> frozenset[str]:
    """Return the names of the changes that can add or remove items or claims."""
    areas = {"today"}.union(*(source.touched_by for source in SOURCES))
    return frozenset(call.__name__ for area in areas for call in calls_of(area) if call.route.mutates)


def sources_of(actor: Actor) -> tuple[TodaySource, ...]:
    """Return the sources of which the principal may handle the items."""
    return tuple(source for source in SOURCES if actor.may_call(source.needs))


def find_source(actor: Actor, name: SourceName) -> TodaySource:
    """Return a source. Raises ``NotFound`` if the principal may not handle its items."""
    for source in sources_of(actor):
        if source.name == name:
            return source
    raise NotFound(NO_ITEM, source="source")
