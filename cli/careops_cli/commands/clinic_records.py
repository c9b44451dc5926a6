"""``careops clinics set-location`` and ``export``: where clinics are, and everything about many of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops_cli.bulk.options import Where
from careops_cli.connection import connect
from careops_cli.failures import say
from careops_cli.groups import Area
from careops_cli.output import Item, Read, Record, Rows, path

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.clinics import NewLocation
    from careops.calls.places import Place


def _doctors(item: Item) -> list[str]:
    people = [row["doctor"] or {} for row in item["doctors_list"]]
    return [" ".join(part for part in (who.get("first_name"), who.get("last_name")) if part) for who in people]


def _staff(item: Item) -> list[str]:
    return [row["name"] for row in item["clinic_staff"]]


PEOPLE: dict[str, Read] = {
    "doctors": _doctors,
    "staff": _staff,
    "visits": path("metrics.total_patient_visits"),
    "bills": path("metrics.total_bills"),
    "careplans": path("metrics.total_careplans"),
    "lab_referrals": path("metrics.total_lab_referrals"),
    "pharmacy_referrals": path("metrics.total_pharmacy_referrals"),
    "doctor_referrals": path("metrics.total_doctor_referrals"),
    "latest_visit": path("metrics.latest_patient_visit"),
}


def add_records(app: Area, details: Mapping[str, Read]) -> None:
    """Declare both commands; ``details`` are the columns of one clinic."""
    columns = {**details, **PEOPLE}

    @app.verb(
        "set-location",
        examples=[
            "careops clinics set-location 41 --address '14 Mall Road' --city Ludhiana --zipcode 141001",
            "careops clinics set-location 41 --address '14 Mall Road' --locality 'Model Town' --city Ludhiana "
            "--state Punjab --zipcode 141002 --latitude 30.89 --longitude 75.84",
        ],
    )
    def set_location(
        context: typer.Context,
        clinic_id: Annotated[int, typer.Argument(metavar="CLINIC_ID", help="The clinic's id.")],
        address: Annotated[str, typer.Option(metavar="TEXT", help="House and street.")],
        city: Annotated[str, typer.Option(metavar="TEXT", help="The city or town.")],
        zipcode: Annotated[str, typer.Option(metavar="PINCODE", help="Six digits.")],
        locality: Annotated[str | None, typer.Option(metavar="TEXT", help="The part of the city.")] = None,
        state: Annotated[str | None, typer.Option(metavar="TEXT", help="The state; as it was when not given.")] = None,
        latitude: Annotated[float | None, typer.Option(metavar="DEGREES", help="Looked up when not given.")] = None,
        longitude: Annotated[float | None, typer.Option(metavar="DEGREES", help="Looked up when not given.")] = None,
    ) -> Record:
        """Move a clinic to another address. Coordinates that are not given are looked up from its parts."""
        from careops.calls.clinics import NewLocation, UpdateClinic

        if (latitude is None) != (longitude is None):
            raise typer.BadParameter("--latitude and --longitude go together.")
        given: dict[str, Any] = {"address_line_1": address, "city": city, "zipcode": zipcode}
        given |= {name: value for name, value in (("address_line_2", locality), ("state", state)) if value is not None}
        location = NewLocation.model_validate({**given, "latitude": latitude, "longitude": longitude})
        client = connect(context)
        if latitude is None:
            place = _looked_up(client, location)
            if place is None:
                say("note: No coordinates were found for this address.")
            else:
                location = location.model_copy(update={"latitude": place.latitude, "longitude": place.longitude})
        client.send(UpdateClinic(id=clinic_id, location=location))
        return Record(
            {"clinic_id": clinic_id, **location.model_dump(mode="json", exclude_unset=True)},
            sentence=f"Clinic {clinic_id} is at {location.address_line_1}, {location.city} {location.zipcode} now.",
        )

    @app.verb(
        "export",
        examples=[
            "careops clinics export --csv > clinics.csv",
            "careops clinics export --where filter_text=Punjab --where filter_type=state --json > punjab.json",
            "careops clinics export --where is_hospital=true --csv --columns id,name,doctors,visits",
        ],
    )
    def export(context: typer.Context, where: Where = None) -> Rows:
        """Write everything known about every clinic, or about those that --where finds, newest first."""
        from careops.calls.clinics import ListClinics
        from careops.constants import MAX_PAGE_SIZE
        from careops_cli.bulk.sources import clinics_where

        call = clinics_where(tuple(where or ())) if where else ListClinics()
        client = connect(context)

        def clinics() -> Iterator[Item]:
            for clinic in client.each(call.model_copy(update={"perpage": MAX_PAGE_SIZE})):
                yield client.clinics.read(id=clinic.id).model_dump(mode="json")

        return Rows(clinics(), columns, [name for name in columns if name != "location"], noun="clinics")


def _looked_up(client: CareOps, location: NewLocation) -> Place | None:
    """The place an address is in, of that pincode; None when nobody knows it."""
    from careops.errors import CareOpsError

    parts = (location.address_line_2, location.city, location.state, location.zipcode)
    try:
        found = client.places.suggest(text=" ".join(part for part in parts if part)[:200], limit=20)
    except CareOpsError:  # a platform without suggestions: the address is saved without coordinates
        return None
    return next((place for place in found if place.zipcode == location.zipcode and place.latitude is not None), None)
