"""Steps and commands that areas with one kind of records share: change a record, delete a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.option_groups import with_argument
from careops_cli.framework.prompts import Yes, confirm_on_platform
from careops_cli.framework.read_for_update import get_for_update
from careops_cli.output.results import Record

if TYPE_CHECKING:
    from careops import CareOps
    from careops.contract import Call, Empty, Page
    from careops.error_codes import Title
    from careops_cli.framework.click_extensions import Area

CallT = TypeVar("CallT", bound="Call[Empty]")


def given_values(**options: Any) -> dict[str, Any]:
    """Return the options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def check_change(change: Mapping[str, Any], options: str) -> None:
    """Raise ``BadParameter`` if nothing would change. ``options`` names what to give."""
    if not change:
        raise typer.BadParameter(f"Nothing to change. Give {options}.")


def replace_record(
    client: CareOps,
    update: type[CallT],
    ids: Mapping[str, int],
    change: Mapping[str, Any],
    *,
    among: type[Call[Page[Any]]],
    unknown: Title,
) -> CallT:
    """Send an update that replaces the whole record: fields without a change keep the values that are read first.

    Raises ``CliError`` if the record is unknown, and ``PreconditionFailed`` if it changes in between.
    """
    read = update.route.against
    [id] = ids.values()
    was = get_for_update(client, id, among, unknown=unknown, read=None if read is None else read(**ids))
    fields = was.model_dump(include=set(update.model_fields))
    call = update.model_validate({**fields, **ids, **change})
    client.send(call, if_match=was.version)
    return call


def add_delete_command(
    app: Area,
    noun: Noun,
    delete: Callable[[CareOps, int], object],
    id_name: str,
    *,
    id_help: str,
    help: str,
    examples: Sequence[str],
) -> None:
    """Add the command ``delete``, which asks for confirmation first."""

    def delete_record(context: typer.Context, yes: Yes = False, **ids: int) -> Record:
        [id] = ids.values()
        record = f"{noun.one} {id}"
        confirm_on_platform(context, f"Delete {record}", yes=yes)
        delete(connect(context), id)
        return Record({**ids, "deleted": True}, sentence=f"{record[0].upper()}{record[1:]} is deleted.")

    argument = typer.Argument(metavar=id_name.upper(), help=id_help)
    declare = app.verb("delete", help=help, examples=examples, columns=(id_name, "deleted"))
    declare(with_argument(delete_record, id_name, int, argument))
