"""Warnings about a doctor's registration, and recorded decisions about them."""

from __future__ import annotations

from typing import Final

import pytest
from server.tests.support.stage import CARE, Stage

from careops import NotFound
from careops.calls.doctors import is_odd_number

COLLEGE: Final = "Checked with College"


async def test_decisions_are_listed_newest_first(stage: Stage) -> None:
    client, id = await stage.signed_in(CARE), await stage.doctor(reg_nbr="PMC-20418")
    assert (await client.doctors.read_dossier(id=id)).decisions == []
    await client.doctors.verify(id=id, verify_status=True, verification_reason=COLLEGE)
    await client.doctors.verify(id=id, verify_status=False)
    decisions = (await client.doctors.read_dossier(id=id)).decisions
    stored = [(each.verified, each.verification_reason, each.reg_nbr, each.name) for each in decisions]
    assert stored == [(False, None, "PMC-20418", "Simran Gill"), (True, COLLEGE, "PMC-20418", "Simran Gill")]


async def test_equal_number_in_another_notation_is_found(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    id, other = await stage.doctor(reg_nbr="DMC/77 123"), await stage.doctor(reg_nbr="dmc-77123", first_name="Asha")
    await stage.doctor(reg_nbr="DMC/77124")
    dossier = await client.doctors.read_dossier(id=id)
    assert [(each.id, each.name, each.reg_nbr) for each in dossier.same_number] == [(other, "Asha Gill", "dmc-77123")]
    nameless = await stage.doctor(reg_nbr="--")
    await stage.doctor(reg_nbr="//")
    assert (await client.doctors.read_dossier(id=nameless)).same_number == []
    assert (await client.doctors.read_dossier(id=await stage.doctor())).same_number == []


@pytest.mark.own
async def test_similar_certificate_is_found(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    id = await stage.doctor(reg_photo_look=-(2**63) + 0b1011)
    same = await stage.doctor(reg_photo_look=-(2**63) + 0b1000)
    await stage.doctor(reg_photo_look=0b11111111 << 20)
    assert [each.id for each in (await client.doctors.read_dossier(id=id)).same_certificate] == [same]


async def test_unknown_doctor_is_refused(stage: Stage) -> None:
    with pytest.raises(NotFound):
        await (await stage.signed_in(CARE)).doctors.read_dossier(id=10**9)


@pytest.mark.parametrize("number", ["PMC-20417", "REG-12345", "2011/03/0456", "DMC 77123", "G-1234 (A)"])
def test_number_in_the_form_of_a_council_is_accepted(number: str) -> None:
    assert not is_odd_number(number)


@pytest.mark.parametrize("number", ["none", "12", "not known yet", "N/A", "<b>123</b>", "PMC-20417" * 6])
def test_implausible_number_is_recognised(number: str) -> None:
    assert is_odd_number(number)
