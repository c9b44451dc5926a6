"""``careops profiles``: the platforms you work with."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from careops.resource_names import Noun
from careops_cli.auth import profiles
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.output.results import Message, Table, field_columns

app = Area("Manage profiles: names for the platforms that you use.")

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="Name of the profile.", autocompletion=completion.profile_names)
]


@app.verb(
    "list",
    examples=["careops profiles list", "careops profiles list --json"],
    columns=("name", "url", "limit", "zone", "current"),
)
def list_profiles() -> Table:
    """List profiles. Commands use the current one unless --profile is given."""
    stored_profiles = profiles.load()
    items = [
        {
            "name": name,
            "url": each.url,
            "limit": each.limit,
            "zone": each.zone,
            "current": name == stored_profiles.current,
        }
        for name, each in stored_profiles.all().items()
    ]
    columns = field_columns("name", "url", "limit", "zone", "current")
    return Table(items, columns, noun=Noun("profile", "profiles"))


@app.verb("add", examples=["careops profiles add staging https://staging.care.example.org/api"])
def add_profile(
    name: Name,
    url: Annotated[str, typer.Argument(metavar="URL", help="Base URL of the platform's API.")],
) -> Message:
    """Add a profile, or change the URL of an existing one."""
    changed = profiles.load().added(name, url)
    profiles.save(changed)
    return Message(
        f"Added {name}: {changed.stored[name].url}. Use it once with --profile {name}, or from now on with: "
        f"careops profiles use {name}"
    )


@app.verb("set", examples=["careops profiles set staging --limit 500", "careops profiles set local --zone Asia/Dubai"])
def set_profile(
    name: Name,
    limit: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="Confirm bulk changes of more than N records; 0 for no limit.",
        ),
    ] = None,
    zone: Annotated[
        str | None, typer.Option(metavar="ZONE", help="Timezone of displayed times, such as Asia/Kolkata.")
    ] = None,
) -> Message:
    """Set the timezone of a profile and its limit for bulk changes."""
    from dataclasses import replace

    stored_profiles = profiles.load()
    profile = stored_profiles.get(name)
    if limit is not None:
        profile = replace(profile, limit=limit or None)
    if zone is not None:
        profile = replace(profile, zone=profiles.parse_zone(zone))
    profiles.save(stored_profiles.changed(profile))
    limit_text = f"asks above {profile.limit:,} targets" if profile.limit else "asks for no number"
    return Message(f"{name} {limit_text} and shows times of {profile.zone}.")


@app.verb("use", examples=["careops profiles use staging", "careops profiles use local"])
def use_profile(name: Name) -> Message:
    """Make a profile the current one."""
    from dataclasses import replace

    stored_profiles = profiles.load()
    profile = stored_profiles.get(name)
    profiles.save(replace(stored_profiles, current=name))
    stronger = {variable: os.environ.get(variable) for variable in ("CAREOPS_URL", "CAREOPS_PROFILE")}
    for variable, value in stronger.items():
        if value and value not in (name, profile.url):
            return Message(f"{name} is the current profile, but {variable} is set: commands go to {value}.")
    return Message(f"Commands now go to {profile.url}.")


@app.verb("remove", examples=["careops profiles remove staging"])
def remove_profile(name: Name) -> Message:
    """Remove a profile and its stored session."""
    from careops_cli.auth.token_stores import token_store

    stored_profiles = profiles.load()
    changed = stored_profiles.removed(name)
    removed = stored_profiles.get(name)
    token_store(removed).clear()
    profiles.save(changed)
    return Message(f"Removed {name}, which was {removed.url}.")
