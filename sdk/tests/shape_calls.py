"""Calls of unusual forms, for tests: files in both directions, ids in a POST's query, a GET that changes something."""

from __future__ import annotations

from careops.contract import STAFF, Call, Empty, Example, Get, Post
from careops.contract.envelopes import CSV, file
from careops.contract.fields import Id, Text
from careops.contract.filters import Ids
from careops.files import Download, Upload


class ExportThings(Call[Download]):
    """Return a file. Our own addition (S-6)."""

    route = Get("/careops/test/things", access=STAFF, answer=file(CSV))
    example = Example(call={"kind": "all"}, answer={})

    kind: Text | None = None


class ExportChosenThings(Call[Download]):
    """Return a file from an audited POST. Our own addition (S-6)."""

    route = Post("/careops/test/things/export", access=STAFF, answer=file(CSV), event="thing.export")
    example = Example(call={"kind": "all"}, answer={})

    kind: Text


class UploadThings(Call[Empty]):
    """Send a form with a file. Our own addition (S-6)."""

    route = Post(
        "/careops/test/{clinic_id}/things",
        access=STAFF,
        multipart=True,
        body_limit=2 * 2**20,
        event="thing.upload",
    )
    example = Example(
        call={"clinic_id": 4, "file0": {"name": "things.csv", "content": "name\nAsha\n"}, "note": "from the camp"},
        answer={},
    )

    clinic_id: Id
    file0: Upload
    note: Text | None = None
    replace: bool | None = None


class PublishThings(Call[Empty]):
    """Send ids in the query and the change in the body. Our own addition (S-6)."""

    route = Post("/careops/test/things/publish", access=STAFF, event="thing.publish")
    example = Example(call={"ids": [3, 5], "notify_desc": "Two new articles"}, answer={})

    ids: Ids
    notify_desc: Text | None = None


class FetchThings(Call[Empty]):
    """Change something with a GET. Our own addition (S-6)."""

    route = Get("/careops/test/things/fetch", access=STAFF, answer=PublishThings.route.answer, changes=True)
    example = Example(call={}, answer={})


class CountThings(Call[Empty]):
    """Return after the usual time limit of the server. Our own addition (S-6)."""

    route = Post("/careops/test/things/count", access=STAFF, safe=True)
    example = Example(call={"kind": "all"}, answer={})

    kind: Text | None = None


class CountThingsSlowly(Call[Empty]):
    """Return within a longer time limit. Our own addition (S-6)."""

    route = Post("/careops/test/things/count_slowly", access=STAFF, safe=True, work_seconds=180)
    example = Example(call={"kind": "all"}, answer={})

    kind: Text | None = None


class ReadThingsSlowly(Call[Empty]):
    """Return within a longer time limit, without a body. Our own addition (S-6)."""

    route = Get("/careops/test/things/slowly", access=STAFF, answer=PublishThings.route.answer, work_seconds=180)
    example = Example(call={}, answer={})


class PlanThingsSlowly(Call[Empty]):
    """Change something within a longer time limit. Our own addition (S-6)."""

    route = Post("/careops/test/things/plan_slowly", access=STAFF, event="thing.plan", work_seconds=180)
    example = Example(call={"kind": "all"}, answer={})

    kind: Text | None = None


SHAPES: tuple[type[Call[object]], ...] = (ExportThings, ExportChosenThings, UploadThings, PublishThings, FetchThings)
SLOW: tuple[type[Call[Empty]], ...] = (CountThingsSlowly, ReadThingsSlowly, PlanThingsSlowly)
