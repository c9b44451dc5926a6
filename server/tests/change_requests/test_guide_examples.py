"""Examples of the guide and of docstrings about change requests run as described, on a server with demo data."""

from __future__ import annotations

import doctest
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.tests.support.live_server import Live

import careops
from careops import CareOps, MemoryTokens
from careops.calls.change_requests import ProposedChange
from careops.client import proposal
from careops.client.tokens import Tokens
from careops.constants import ACCOUNT_TYPES
from careops.models.approval_policies import PolicyToSave

GUIDE = (Path(__file__).parents[3] / "docs/guide/change_requests.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def client(live: Live) -> Iterator[CareOps]:
    with CareOps(f"{live.url}/api", tokens=MemoryTokens(Tokens(live.token))) as signed_in:
        yield signed_in


@pytest.fixture
def ids(client: CareOps) -> dict[str, str]:
    """Ids of the examples, and those of the demo data in their place."""
    policies = [policy.model_dump() for policy in client.change_requests.policies().policies]
    for policy in policies:
        if policy["call"] == "DeleteClinicAdmin":
            policy |= {"enabled": True, "roles": ACCOUNT_TYPES}
    client.change_requests.save_policies(policies=[PolicyToSave.model_validate(policy) for policy in policies])
    for clinic in client.clinics.each(filter_type="state", filter_text="Punjab"):
        admins = client.clinic_admins.list(clinic_id=clinic.id).items
        if admins:
            return {"clinic_id=41": f"clinic_id={clinic.id}", "admin_id=7": f"admin_id={admins[0].id}"}
    raise AssertionError("the demo data have a clinic with an admin")


def test_guide_has_examples() -> None:
    assert (len(blocks("json")), len(blocks("python"))) == (2, 4)


@pytest.mark.parametrize("block", blocks("json"))
def test_file_of_the_guide_can_be_proposed(client: CareOps, block: str) -> None:
    request: dict[str, Any] = json.loads(block)
    changes = [ProposedChange.model_validate(change) for change in request.pop("changes")]
    preview = client.change_requests.preview(changes=changes)
    assert preview.targets > 0


@pytest.mark.parametrize("block", blocks("python"))
def test_script_of_the_guide_proposes_its_changes(client: CareOps, ids: dict[str, str], block: str) -> None:
    for written, real in ids.items():
        block = block.replace(written, real)
    before = client.change_requests.list().total_records
    exec(compile(block, "guide", "exec"), {"client": client, "careops": careops})  # noqa: S102 (an example of our documentation)
    assert client.change_requests.list().total_records > before


def test_docstring_of_proposals_works(client: CareOps) -> None:
    [example, number] = doctest.DocTestParser().get_examples(proposal.__doc__ or "")
    names: dict[str, Any] = {"client": client}
    exec(compile(example.source, "docstring", "exec"), names)  # noqa: S102 (an example of our documentation)
    assert eval(number.source, names) > 0  # noqa: S307 (an example of our documentation)
