"""``careops views``: list, show and delete."""

from __future__ import annotations

import json

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.views import DeleteView, ListColumn, ListViews, SavedView
from careops.contract import Empty, Page

PUNJAB = SavedView(
    id=7,
    list_name="ListClinics",
    name="Punjab <b>hospitals</b>",
    filters={"state": "Punjab", "order": "-name"},
    columns=[ListColumn(name=name, shown=name != "email", width=None) for name in ("name", "email", "location.city")],
    shared=True,
    mine=False,
    made_by="Harpreet Kaur",
)
MINE = SavedView(
    id=8, list_name="ListDoctors", name="Mine", filters={}, columns=[], shared=False, mine=True, made_by="Arjun Pillai"
)


def holding(platform: Platform, *views: SavedView) -> None:
    def list_views(call: ListViews) -> Page[SavedView]:
        matching = [view for view in views if call.list_name in (None, view.list_name)]
        return Page[SavedView].of(matching, total=len(matching), perpage=call.perpage)

    platform.answer(ListViews, list_views)
    platform.answer(DeleteView, Empty())


def test_views_are_listed(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform, PUNJAB, MINE)
    run = careops("views", "list", "--list", "ListClinics", "--json")
    assert [row["name"] for row in json.loads(run.out)] == ["Punjab <b>hospitals</b>"]
    assert "state=Punjab order=-name" in careops("views", "list").out


def test_view_is_shown_with_visible_columns(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform, PUNJAB, MINE)
    shown = json.loads(careops("views", "show", "7", "--json").out)
    assert shown["columns"] == "name location.city"
    assert shown["made_by"] == "Harpreet Kaur"


def test_view_is_deleted_after_confirmation(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform, PUNJAB, MINE)
    assert careops("views", "delete", "8").code != 0
    assert platform.calls(DeleteView) == []
    assert careops("views", "delete", "8", "--yes").code == 0
    assert platform.calls(DeleteView) == [DeleteView(view_id=8)]


def test_unknown_view_is_reported(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform, MINE)
    for verb in (["show", "9"], ["delete", "9", "--yes"]):
        run = careops("views", *verb)
        assert run.code == 1
        assert "no view with this id" in run.err
