"""Pharmacies: finding and reading them. As other partners of clinics, ``careops.partners``. Spec: B 2, B 3, B 7."""

from __future__ import annotations

from typing import Final

from careops.areas import Area, ClientT, each_row, verb
from careops.contract import STAFF, Call, Example, Get, Page
from careops.fields import Id
from careops.partners import EXAMPLE_MORE, Partner, PartnerDetail, PartnerFilters, example_of
from careops.shapes import items, record

NO_PHARMACY: Final = "There is no pharmacy with this id"
_EXAMPLE: Final = example_of("Guru Nanak Medicos", "gurunanak")


class Pharmacy(Partner):
    """A pharmacy, as a list shows it."""


class PharmacyDetail(PartnerDetail):
    """Everything known about one pharmacy."""


class ListPharmacies(PartnerFilters, Call[Page[Pharmacy]]):
    """Pharmacies, newest first, narrowed by any of the filters together. Spec: B 2, B 7.

    ``total_records`` is exact.
    """

    route = Get(
        "/admin/pharmacies",
        access=STAFF,
        answer=items("data.pharmacies", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(
        call={"search_text": "ludhiana"}, answer={"items": [_EXAMPLE], "total_records": 1, "total_pages": 1}
    )


class ReadPharmacy(Call[PharmacyDetail]):
    """One pharmacy, with the clinics it works with and what it has done. Spec: B 7."""

    route = Get("/admin/pharmacies/{pharmacy_id}", access=STAFF, answer=record("data.pharmacy"))
    example = Example(call={"pharmacy_id": 7}, answer={**_EXAMPLE, **EXAMPLE_MORE})

    pharmacy_id: Id
    """The pharmacy's id."""


class Pharmacies(Area[ClientT]):
    """``client.pharmacies``: finding and reading them."""

    list = verb(ListPharmacies)
    each = each_row(ListPharmacies)
    read = verb(ReadPharmacy)
