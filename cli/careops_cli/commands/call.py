"""``careops call``: send any documented call by its name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from careops_cli.auth.connection import connect
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area, Command
from careops_cli.framework.errors import USAGE, CliError, print_note
from careops_cli.framework.options import options_of
from careops_cli.output.results import Result

if TYPE_CHECKING:
    from careops_cli.framework.typer_types import Context, HelpFormatter

app = Area("Send any API call by name.")


class _Call(Command):
    """Command whose help also lists the parameters of a call named before ``--help``."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        ctx.meta[_ASKED] = next((word for word in args if not word.startswith("-")), None)
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        if name := ctx.meta.get(_ASKED):
            from careops_cli.framework import generic_call

            kind = generic_call.resolve_call(name)
            with formatter.section(f"Parameters of {kind.__name__}"):
                formatter.write_dl(generic_call.explain_parameters(kind))


_ASKED = "careops.call"


@app.verb(
    "call",
    kind=_Call,
    examples=[
        "careops call --list",
        "careops call ListClinics --describe",
        "careops call ListClinics search_text=apollo is_hospital=true --all --csv",
        "careops call UpdateClinic id=41 beds_count=20 location.city=Ludhiana location.zipcode=141001 "
        "location.address_line_1='14 Mall Road'",
        'careops call UpdateClinic id=41 \'speciality:={"name": "Cardiology"}\'',
        "careops call SignUpHospital --example > hospital.json",
        "careops call SignUpHospital --body-json @hospital.json",
    ],
)
def call(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="Name of the call, such as ListClinics.", autocompletion=completion.calls),
    ] = None,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="KEY=VALUE",
            help="Parameters of the call; KEY:=JSON for values other than text and numbers.",
            autocompletion=completion.parameters,
        ),
    ] = None,
    body_json: Annotated[
        str | None,
        typer.Option(metavar="JSON|@FILE|@-", help="Parameters as a JSON object, or from a file or stdin."),
    ] = None,
    if_match: Annotated[
        str | None,
        typer.Option(metavar="VERSION", help="Version of the record as read; fails if it has changed since."),
    ] = None,
    idempotency_key: Annotated[
        str | None, typer.Option(metavar="KEY", help="Key for safe retries: within a day, the call runs once.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Fetch all pages of a list.")] = False,
    describe: Annotated[
        bool, typer.Option("--describe", help="Show the parameters of the call; send nothing.")
    ] = False,
    example: Annotated[bool, typer.Option("--example", help="Print an example for --body-json; send nothing.")] = False,
    list_calls: Annotated[bool, typer.Option("--list", help="List all calls; send nothing.")] = False,
) -> Result:
    """Send any API call by name.

    A dot sets a field of an object (location.city=Ludhiana). Pass a file as file0=@leads.csv, and a picture as
    reg_photo_url=@certificates:me.jpg, which is uploaded first. Passwords and tokens are accepted in --body-json only.
    """
    from careops.contract import PageParams
    from careops_cli.framework import generic_call

    if list_calls:
        return generic_call.describe_calls()
    if name is None:
        raise CliError("Which call?", next_step="Run: careops call --list", code=USAGE)
    kind = generic_call.resolve_call(name)
    if describe:
        return generic_call.describe_call(kind)
    if example:
        typer.echo(json.dumps(kind.example.call, indent=2, ensure_ascii=False))
        return None
    if everything and not issubclass(kind, PageParams):
        raise CliError(f"{kind.__name__} does not return pages", next_step="Omit --all.", code=USAGE)
    pictures = generic_call.pictures(words or [])
    values = generic_call.parameters(kind, words or [], body_json)
    for name in pictures:
        generic_call.set_value(values, name, "https://not-uploaded-yet.invalid/picture.jpg")
    request = kind.model_validate(values)
    generic_call.check_columns_of(kind, options_of(context))
    client = connect(context)
    if pictures:  # after all other checks
        from careops.uploads import upload_picture

        for name, (bucket, file) in pictures.items():
            generic_call.set_value(values, name, upload_picture(client, bucket, file))
        request = kind.model_validate(values)
    if isinstance(request, PageParams) and everything:
        return generic_call.render_rows(client.each(request), kind)
    answer = client.send(request, if_match=if_match, idempotency_key=idempotency_key)
    if version := getattr(answer, "version", None):
        print_note(f"Version {version}: give it as --if-match to change nothing that others have changed meanwhile.")
    return generic_call.render_answer(answer)
