"""``careops profiles``: the platforms you work with."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.nouns import Noun
from careops_cli import profiles
from careops_cli.groups import Area
from careops_cli.output import Rows, Sentence, path

app = Area("The platforms you work with.")

Name = Annotated[str, typer.Argument(metavar="NAME", help="The profile's name.")]


@app.verb("list", examples=["careops profiles list", "careops profiles list --json"])
def list_profiles() -> Rows:
    """List the profiles; the current one is used when a command names none."""
    known = profiles.load()
    items = [{"name": name, "url": url, "current": name == known.current} for name, url in known.all().items()]
    return Rows(items, {name: path(name) for name in ("name", "url", "current")}, noun=Noun("profile", "profiles"))


@app.verb("add", examples=["careops profiles add staging https://staging.care.example.org/api"])
def add_profile(
    name: Name,
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of the platform's API.")],
) -> Sentence:
    """Add a profile, or give one another address."""
    changed = profiles.load().added(name, url)
    profiles.save(changed)
    return Sentence(
        f"Added {name}: {changed.urls[name]}. Use it once with --profile {name}, or from now on with: "
        f"careops profiles use {name}"
    )


@app.verb("use", examples=["careops profiles use staging", "careops profiles use local"])
def use_profile(name: Name) -> Sentence:
    """Make a profile the current one."""
    from dataclasses import replace

    known = profiles.load()
    profile = known.named(name)
    profiles.save(replace(known, current=name))
    return Sentence(f"Commands now go to {profile.url}.")


@app.verb("remove", examples=["careops profiles remove staging"])
def remove_profile(name: Name) -> Sentence:
    """Remove a profile and forget its session on this machine."""
    from careops_cli.token_stores import token_store

    known = profiles.load()
    changed = known.removed(name)
    token_store(known.named(name)).clear()
    profiles.save(changed)
    return Sentence(f"Removed {name}.")
