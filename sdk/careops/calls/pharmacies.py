"""Pharmacies: search and read. They share ``careops.models.partners`` with labs. Spec: B 2, B 3, B 7."""

from __future__ import annotations

from typing import Final

from careops.contract import Call, Page
from careops.contract.fields import Id
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of
from careops.models.partners import Partner, PartnerDetail, PartnerFilters, PartnerKind

NO_PHARMACY: Final = title_of("pharmacy_not_found")
_KIND: Final = PartnerKind("pharmacy", "pharmacies", example_name="Guru Nanak Medicos", example_place="gurunanak")


class Pharmacy(Partner):
    """Pharmacy in a list."""


class PharmacyDetail(PartnerDetail):
    """Pharmacy with all fields."""


class ListPharmacies(PartnerFilters, Call[Page[Pharmacy]]):
    """List pharmacies, newest first. All given filters must match. Spec: B 2, B 7.

    ``total_records`` is exact.
    """

    route = _KIND.list_route
    example = _KIND.list_example


class ReadPharmacy(Call[PharmacyDetail]):
    """Return one pharmacy with its clinics and figures. Spec: B 7."""

    route = _KIND.read_route
    example = _KIND.read_example

    pharmacy_id: Id
    """Id of the pharmacy."""


class Pharmacies(Resource[ClientT]):
    """``client.pharmacies``: search and read."""

    list = method(ListPharmacies)
    each = each_row(ListPharmacies)
    read = method(ReadPharmacy)
