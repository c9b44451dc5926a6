"""Labs: search and read. They share ``careops.models.partners`` with pharmacies. Spec: B 2, B 3, B 7."""

from __future__ import annotations

from typing import Final

from careops.client.resource import ClientT, Resource, each_row, method
from careops.contract import STAFF, Call, Example, Get, Page
from careops.contract.envelopes import array_in, object_in
from careops.contract.fields import Id
from careops.error_codes import title_of
from careops.models.partners import EXAMPLE_MORE, Partner, PartnerDetail, PartnerFilters, example_of

NO_LAB: Final = title_of("lab_not_found")
_EXAMPLE: Final = example_of("City Path Labs", "citypath")


class Lab(Partner):
    """Lab in a list."""


class LabDetail(PartnerDetail):
    """Lab with all fields."""


class ListLabs(PartnerFilters, Call[Page[Lab]]):
    """List labs, newest first. All given filters must match. Spec: B 2, B 7.

    ``total_records`` is exact.
    """

    route = Get(
        "/admin/labs",
        access=STAFF,
        answer=array_in("data.labs", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(
        call={"search_text": "ludhiana"}, answer={"items": [_EXAMPLE], "total_records": 1, "total_pages": 1}
    )


class ReadLab(Call[LabDetail]):
    """Return one lab with its clinics and figures. Spec: B 7."""

    route = Get("/admin/labs/{lab_id}", access=STAFF, answer=object_in("data.lab"))
    example = Example(call={"lab_id": 7}, answer={**_EXAMPLE, **EXAMPLE_MORE})

    lab_id: Id
    """Id of the lab."""


class Labs(Resource[ClientT]):
    """``client.labs``: search and read."""

    list = method(ListLabs)
    each = each_row(ListLabs)
    read = method(ReadLab)
