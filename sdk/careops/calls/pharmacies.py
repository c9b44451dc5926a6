"""Pharmacies: search and read. They share ``careops.models.partners`` with labs. Spec: B 2, B 3, B 7."""

from __future__ import annotations

from typing import Final

from careops.client.resource import ClientT, Resource, each_row, method
from careops.contract import STAFF, Call, Example, Get, Page
from careops.contract.envelopes import array_in, object_in
from careops.contract.fields import Id
from careops.error_codes import title_of
from careops.models.partners import EXAMPLE_MORE, Partner, PartnerDetail, PartnerFilters, example_of

NO_PHARMACY: Final = title_of("pharmacy_not_found")
_EXAMPLE: Final = example_of("Guru Nanak Medicos", "gurunanak")


class Pharmacy(Partner):
    """Pharmacy in a list."""


class PharmacyDetail(PartnerDetail):
    """Pharmacy with all fields."""


class ListPharmacies(PartnerFilters, Call[Page[Pharmacy]]):
    """List pharmacies, newest first. All given filters must match. Spec: B 2, B 7.

    ``total_records`` is exact.
    """

    route = Get(
        "/admin/pharmacies",
        access=STAFF,
        answer=array_in("data.pharmacies", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(
        call={"search_text": "ludhiana"}, answer={"items": [_EXAMPLE], "total_records": 1, "total_pages": 1}
    )


class ReadPharmacy(Call[PharmacyDetail]):
    """Return one pharmacy with its clinics and figures. Spec: B 7."""

    route = Get("/admin/pharmacies/{pharmacy_id}", access=STAFF, answer=object_in("data.pharmacy"))
    example = Example(call={"pharmacy_id": 7}, answer={**_EXAMPLE, **EXAMPLE_MORE})

    pharmacy_id: Id
    """Id of the pharmacy."""


class Pharmacies(Resource[ClientT]):
    """``client.pharmacies``: search and read."""

    list = method(ListPharmacies)
    each = each_row(ListPharmacies)
    read = method(ReadPharmacy)
