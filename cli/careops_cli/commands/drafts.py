"""``careops drafts``: your unsent input in the console."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.prompts import Yes, confirm_on_platform
from careops_cli.output.results import Columns, Record, Table

app = Area("View and delete drafts: unsent input in forms of the console.")

COLUMNS = Columns("Draft", draft_id="draft_id", form="form", kept_at="kept_at", values="values")
DRAFT = Noun("draft", "drafts")
Form = Annotated[str | None, typer.Option("--form", metavar="FORM", help="Filter by form, such as clinicAddress.41.")]
DraftId = Annotated[str, typer.Argument(metavar="ID", help="The draft's id.")]


@app.verb(
    "list",
    examples=["careops drafts list", "careops drafts list --form clinicAddress.41 --json"],
    columns=COLUMNS,
)
def list_drafts(context: typer.Context, form: Form = None) -> Table:
    """List your drafts, newest first."""
    from careops.calls.drafts import ListDrafts

    rows = connect(context).send(ListDrafts(form=form))
    return Table(rows, columns=COLUMNS, noun=DRAFT)


@app.verb(
    "forget",
    examples=["careops drafts forget 4f1c8a9be2d04b7c8a3e5d6f7a8b9c0d --yes"],
    columns=("draft_id",),
)
def forget(context: typer.Context, draft_id: DraftId, yes: Yes = False) -> Record:
    """Delete a draft with its input."""
    from careops.calls.drafts import DeleteDraft

    call = DeleteDraft(draft_id=draft_id)
    client = connect(context)
    confirm_on_platform(context, f"Forget the draft {draft_id}", yes=yes)
    client.send(call)
    return Record({"draft_id": draft_id}, sentence="The draft is forgotten.")
