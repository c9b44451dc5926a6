"""Labs: search and read. They share ``careops.models.partners`` with pharmacies. Spec: B 2, B 3, B 7."""

from __future__ import annotations

from typing import Final

from careops.contract import Call, Page
from careops.contract.fields import Id
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of
from careops.models.partners import Partner, PartnerDetail, PartnerFilters, PartnerKind

NO_LAB: Final = title_of("lab_not_found")
_KIND: Final = PartnerKind("lab", "labs", example_name="City Path Labs", example_place="citypath")


class Lab(Partner):
    """Lab in a list."""


class LabDetail(PartnerDetail):
    """Lab with all fields."""


class ListLabs(PartnerFilters, Call[Page[Lab]]):
    """List labs, newest first. All given filters must match. Spec: B 2, B 7.

    ``total_records`` is exact.
    """

    route = _KIND.list_route
    example = _KIND.list_example


class ReadLab(Call[LabDetail]):
    """Return one lab with its clinics and figures. Spec: B 7."""

    route = _KIND.read_route
    example = _KIND.read_example

    lab_id: Id
    """Id of the lab."""


class Labs(Resource[ClientT]):
    """``client.labs``: search and read."""

    list = method(ListLabs)
    each = each_row(ListLabs)
    read = method(ReadLab)
