"""``careops demo``: demo data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from careops.resource_names import Noun
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import CONFIGURATION, USAGE, CliError
from careops_cli.framework.options import options_of
from careops_cli.framework.prompts import Yes, confirm
from careops_cli.output.results import Columns, Item, Record, Table

if TYPE_CHECKING:
    from random import Random

    from careops import CareOps
    from careops.calls.referrals import Referral
    from careops_server.core.configuration.settings import Settings

app = Area("Create and extend demo data.")

LIVE = Columns(
    "Referral",
    what="what",
    unique_id="unique_id",
    by="referred_by_doctor.name",
    to="referred_to_doctor.name",
    appointments="appointment_count",
)
Size = Literal["demo", "district", "platform"]


@app.verb("extend", examples=["careops demo extend"], columns=("added",))
def extend() -> Record:
    """Extend demo data of an older version with new kinds of records. Existing records stay unchanged."""
    from careops_cli.local_installation import existing_database, settings
    from careops_server.core.database.migrate import migrate
    from careops_server.demo import NoDemoDataError, extend_demo_data

    chosen = settings()
    with existing_database(chosen) as url:
        migrate(url)
        try:
            added = extend_demo_data(url)
        except NoDemoDataError as error:
            raise CliError(str(error)) from None
        added += _certificates(url, chosen, seed=1)
    sentence = f"Added: {', '.join(added)}." if added else "The demo data is complete."
    return Record({"added": added}, sentence=sentence)


@app.verb("live", examples=["careops demo live", "careops demo live --every 0.5"], columns=LIVE, fields=("what",))
def live(
    context: typer.Context,
    every: Annotated[
        float, typer.Option(min=0.1, max=3600, metavar="SECONDS", help="Seconds between two changes.")
    ] = 3.0,
) -> Table:
    """Add or change a referral every few seconds until Ctrl-C, to demonstrate live lists.

    Signs in with a demo account, so it only works on a platform with demo data.
    """
    from careops.client.sync_client import CareOps
    from careops.errors import ApiError
    from careops_cli.auth.profiles import selected_profile
    from careops_server.demo import DEMO_PASSWORD, DEMO_USERS

    client: CareOps = context.with_resource(CareOps(selected_profile(options_of(context)).url))
    try:
        client.sign_in(DEMO_USERS[0].phone_number, DEMO_PASSWORD)
    except ApiError:
        raise CliError("This platform has no demo data", next_step="Make one: careops demo create") from None
    return Table(_lived(client, every), LIVE, noun=Noun("referral", "referrals"), stream=True)


def _lived(client: CareOps, every: float) -> Iterator[Item]:
    """Yield the referrals that are reported to the platform."""
    import time
    from datetime import UTC, datetime
    from random import Random

    from careops.calls.doctors import ListDoctors
    from careops.calls.referrals import ListReferrals, ReportReferrals
    from careops.client.sync_client import CareOps
    from careops.client.tokens import MemoryTokens, Tokens

    random = Random()  # noqa: S311 (demo data, not a secret)
    listed = client.send(ListDoctors(perpage=100)).items
    doctors = [
        {"name": doctor.name, "phone_number": doctor.phone_number, "speciality": doctor.speciality}
        for doctor in listed
        if doctor.name
    ]
    if len(doctors) < 2:
        raise CliError("There are no two doctors here")
    # Referrals come from apps, and this command acts as one.
    name = f"demo live {datetime.now(UTC):%Y-%m-%d %H:%M:%S.%f}"
    key = client.keys.create(name=name, scopes=["referrals:write"], expires_in_days=1)
    try:
        with CareOps(client.base_url, tokens=MemoryTokens(Tokens(key.token))) as app:
            while True:
                report = _next(random, doctors, client.send(ListReferrals()).items)
                call = ReportReferrals.model_validate({"referrals": [{**report, "changed_at": datetime.now(UTC)}]})
                yield {"what": "new" if app.send(call).added else "changed", **report}
                time.sleep(every)
    finally:
        client.keys.revoke(key_id=key.id)


def _next(random: Random, doctors: list[dict[str, Any]], newest: list[Referral]) -> dict[str, Any]:
    """Return a new referral, or one of the newest with another appointment."""
    from careops_server.demo.seeders.referrals import generate

    if not newest or random.random() < 0.6:
        return generate(random, doctors)
    referral = random.choice(newest).model_dump(exclude={"id"}, exclude_none=True)
    return {**referral, "appointment_count": referral["appointment_count"] + 1}


@app.verb(
    "create",
    examples=[
        "careops demo create",
        "careops demo create --size district --seed 7",
        "careops demo create --replace --dry-run",
        "careops demo create --replace --yes",
    ],
    columns=("size", "seed", "accounts", "removed"),
)
def create(
    size: Annotated[
        Size, typer.Option(metavar="SIZE", help="demo (250 clinics), district (10,000) or platform (1,000,000).")
    ] = "demo",
    seed: Annotated[
        int, typer.Option(metavar="N", help="Seed of the random data; the same seed creates the same data.")
    ] = 1,
    replace: Annotated[bool, typer.Option("--replace", help="Delete all clinics and their records first.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --replace: count what would be deleted, and change nothing.")
    ] = False,
    yes: Yes = False,
) -> Record:
    """Fill this installation's database with made-up clinics, hospitals, people and accounts.

    Refuses a database with records, unless --replace is given. A database with real staff accounts is always refused.
    """
    from careops_cli.local_installation import describe_database, migrated_database, settings
    from careops_cli.output.progress import progress_line
    from careops_server.core.places.load import load_places
    from careops_server.demo import DEMO_PASSWORD, DEMO_USERS, DemoDataExistsError, create_demo_data

    chosen = settings()
    if chosen.environment == "production":
        raise CliError("This is a production installation: no demo data is created in it", code=CONFIGURATION)
    if dry_run:
        return _removal(chosen, size, seed, replace=replace)
    if replace:
        confirm(
            "Delete every clinic, doctor, payment and their owners", where=f"in {describe_database(chosen)}", yes=yes
        )
    with migrated_database(chosen) as url, progress_line() as progress:
        try:
            create_demo_data(url, size=size, seed=seed, progress=progress, replace=replace)
        except DemoDataExistsError as error:
            raise CliError(str(error)) from None
        progress("addresses", 0, 1)
        load_places(url)
        progress("certificates", 0, 1)
        _certificates(url, chosen, seed=seed)
    accounts = [{"phone_number": user.phone_number, "account_type": user.account_type} for user in DEMO_USERS]
    phones = ", ".join(f"{user.phone_number} ({user.account_type})" for user in DEMO_USERS)
    return Record(
        {"size": size, "seed": seed, "accounts": accounts},
        sentence=f"The demo data of size {size} is ready. Sign in as {phones} with the password {DEMO_PASSWORD}",
    )


def _removal(chosen: Settings, size: str, seed: int, *, replace: bool) -> Record:
    """Count the rows that ``--replace`` would delete."""
    from careops_cli.local_installation import existing_database
    from careops_server.demo import DemoDataExistsError
    from careops_server.demo.create import rows_to_replace

    if not replace:
        raise CliError("--dry-run needs --replace", next_step="Nothing is deleted without --replace.", code=USAGE)
    with existing_database(chosen) as url:
        try:
            counts = rows_to_replace(url)
        except DemoDataExistsError as error:
            raise CliError(str(error)) from None
    rows = sum(counts.values())
    counts_text = ", ".join(f"{count:,} {table}" for table, count in [*counts.items()][:8])
    sentence = (
        f"{Noun('row', 'rows').count_text(rows)} would be deleted ({counts_text}); nothing was."
        if rows
        else "Nothing would be deleted."
    )
    return Record({"size": size, "seed": seed, "accounts": [], "removed": counts}, sentence=sentence)


def _certificates(url: str, chosen: Settings, *, seed: int) -> list[str]:
    """Create the files of certificates. They are stored beside the database, maybe on another machine, so the records
    stay if this fails."""
    from careops.errors import Unavailable
    from careops_server.demo import add_certificates

    try:
        return ["certificates"] if add_certificates(url, chosen, seed=seed) else []
    except Unavailable as error:
        raise CliError(
            f"Everything is there but the certificates. {error}", next_step="Then: careops demo extend"
        ) from None
