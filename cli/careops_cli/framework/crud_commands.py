"""Steps and commands that areas with one kind of records share: change a record, delete a record."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from careops.resource_names import Noun, list_words
from careops_cli.auth.connection import connect
from careops_cli.framework.call_options import OptionTexts, create_parameters, edit_parameters, options_of
from careops_cli.framework.option_groups import with_argument, with_parameters
from careops_cli.framework.prompts import Yes, confirm_on_platform
from careops_cli.framework.read_for_update import get_for_update
from careops_cli.output.results import Record

if TYPE_CHECKING:
    from careops import CareOps
    from careops.contract import Call, Empty, Page
    from careops.error_codes import Title
    from careops_cli.framework.click_extensions import Area

CallT = TypeVar("CallT", bound="Call[Empty]")
NO_TEXTS = OptionTexts()


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


def add_create_command(
    app: Area,
    call_name: str,
    texts: OptionTexts = NO_TEXTS,
    *,
    verb: str = "create",
    done: str = "created",
    help: str,
    examples: Sequence[str],
) -> None:
    """Add the command that creates a record, with the fields of its call as options. The first field names it."""
    names = [option.name for option in options_of(call_name)]

    def create_record(context: typer.Context, **values: Any) -> Record:
        call: Any = call_type(call_name).model_validate(given_values(**values))
        created = connect(context).send(call)
        fields = call.model_dump(mode="json", include={*names})
        return Record({"id": created.id, **fields}, sentence=f"“{fields[names[0]]}” is {done}.")

    declare = app.verb(verb, help=help, examples=examples, columns=("id", *names))
    declare(with_parameters(create_record, create_parameters(call_name, texts)))


def add_edit_command(
    app: Area,
    call_name: str,
    list_name: str,
    texts: OptionTexts = NO_TEXTS,
    *,
    id_name: str,
    id_help: str,
    unknown: str,
    help: str,
    examples: Sequence[str],
) -> None:
    """Add the command ``edit``, which changes the given fields of a record. ``unknown``: code of a missing one."""
    options = options_of(call_name)
    flags = [flag for option in options for flag in option.flags]

    def edit_record(context: typer.Context, **values: Any) -> Record:
        from careops.error_codes import title_of

        ids = {id_name: values.pop(id_name)}
        removed = [option for option in options if values.pop(f"no_{option.name}", False)]
        change = given_values(**values)
        for option in removed:
            if option.name in change:
                raise typer.BadParameter(f"Give {' or '.join(option.flags)}, one of them.")
            change[option.name] = None
        check_change(change, list_words(flags))
        update, among = call_type(call_name), call_type(list_name)
        call: Any = replace_record(connect(context), update, ids, change, among=among, unknown=title_of(unknown))
        fields = call.model_dump(mode="json", include={*ids, *change})
        return Record(fields, sentence=f"“{getattr(call, options[0].name)}” is changed.")

    argument = typer.Argument(metavar=id_name.upper(), help=id_help)
    id = inspect.Parameter(id_name, inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[int, argument])
    declare = app.verb("edit", help=help, examples=examples, columns=(id_name, *(option.name for option in options)))
    declare(with_parameters(edit_record, [id, *edit_parameters(call_name, texts)]))


def call_type(name: str) -> type[Any]:
    """Import a call by its name."""
    from careops.calls import calls_by_name

    return calls_by_name()[name]


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
