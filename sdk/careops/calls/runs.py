"""Bulk runs: a larger request budget for one account, announced and recorded first. Our own addition."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from careops.contract import STAFF, Call, Example, Model, Post
from careops.contract.envelopes import object_in
from careops.contract.fields import Name, strict_int
from careops.contract.resource import ClientT, Resource, method

RUN_SECONDS: Final = 6 * 3600
"""Lifetime of a run's token in seconds. A longer run requests another token."""


class StartedRun(Model):
    """The token of a bulk run."""

    run_id: str
    """Identifies the run in the audit trail, 16 hexadecimal digits."""
    token: str = Field(repr=False)
    """Sent as the header ``careops-run`` with each request of the run, by the account that started it."""
    expires_in: int
    """Seconds until the token expires. Requests with an expired token count as ordinary requests."""


class StartRun(Call[StartedRun]):
    """Announce a bulk run and get the token for its larger request budget. Our own addition.

    Requests that carry the token count against the budget of runs, 60,000 a minute by default, instead of the account's
    reads and writes. The token is valid for six hours and for this account only; it grants no other right.
    """

    route = Post("/careops/runs", access=STAFF, answer=object_in("data"), event="run.start", bulk=True)
    example = Example(
        call={"description": "modules on", "targets": 1200},
        answer={"run_id": "5f2c8a1e9b3d4706", "token": "5f2c8a1e9b3d4706.1795000000.c1a7…", "expires_in": RUN_SECONDS},
    )

    description: Name
    """Description of the run, for the audit trail."""
    targets: Annotated[int, Field(ge=1, le=10_000_000), BeforeValidator(strict_int)]
    """Number of records that the run works on."""


class Runs(Resource[ClientT]):
    """``client.runs``: budgets of bulk runs."""

    start = method(StartRun)
