"""Staff of the platform: accounts that may sign in to the console. Our own addition."""

from __future__ import annotations

from typing import Annotated, Final

from careops.constants import AccountType
from careops.contract import STAFF, Call, Example, Get, Model
from careops.contract.envelopes import page_in
from careops.contract.fields import Text
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, method

MAX_STAFF: Final = 200
"""Maximum number of listed accounts."""


class StaffAccount(Model):
    """Account that may sign in to the console."""

    id: int
    """Id of the user."""
    name: Annotated[str, Personal("name", "staff")]
    """Name of the user."""
    account_type: AccountType | str
    """Account type with which the user signs in."""


class ListStaff(Call[list[StaffAccount]]):
    """List the accounts that may sign in, by name. Our own addition.

    Only active users with an account type of staff; at most 200, so search for a name in a larger organisation. Behind
    a gateway: the users who signed in through it within the last 30 days.
    """

    route = Get("/careops/staff", access=STAFF, answer=page_in("data.staff"))
    example = Example(
        call={"search_text": "harpreet"},
        answer=[{"id": 1, "name": "Harpreet Kaur", "account_type": "super_admin"}],
    )

    search_text: Text | None = None
    """Only accounts whose name contains this text."""


class Staff(Resource[ClientT]):
    """``client.staff``: accounts that may sign in to the console."""

    list = method(ListStaff)
