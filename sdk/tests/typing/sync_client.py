"""Typical code with ``CareOps`` for the type checkers. Checked, never run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, assert_type

from careops import CareOps, Empty, FileTokens, Page, Retries
from careops.calls.clinics import Clinic, ClinicDetail, Clinics, ListClinics, ReadClinic, SignedUpHospital
from careops.calls.modules import ActivateSpecModule, ListSpecModules, Modules, SpecModule
from careops.calls.session import Renewed, Session, SignedIn
from careops.constants import AccountType
from careops.contract.resource import SyncSender, method

client = CareOps("https://admin.example/api", tokens=FileTokens("tokens.json"), timeout=10, retries=Retries(attempts=2))

assert_type(CareOps(key="careops_key_x").with_options(timeout=3, retries=Retries(honours_keys=True)), CareOps)

with CareOps() as entered:
    assert_type(entered, CareOps)

assert_type(client.sign_in("9000000001", "a password"), SignedIn)
assert_type(client.sign_out(), None)

# One call at a time, by its class
assert_type(client.send(ListClinics(search_text="apollo", page=2)), Page[Clinic])
assert_type(client.send(ReadClinic(id=4)), ClinicDetail)
assert_type(client.send(ListSpecModules()), list[SpecModule])
assert_type(client.send(ActivateSpecModule(clinic_id=4, module_id=7), idempotency_key="import-42"), Empty)

# By area
assert_type(client.clinics, Clinics[SyncSender])
page = client.clinics.list(search_text="apollo", is_hospital=True, perpage=50)
assert_type(page, Page[Clinic])
assert_type(page.items, list[Clinic])
assert_type(page.items[0].ipd_enabled, bool)
assert_type(page.total_records, int)
assert_type(client.clinics.read(id=4), ClinicDetail)
assert_type(client.clinics.read(id=4).beds_count, int | None)
assert_type(client.clinics.update(id=4, beds_count=None), Empty)
assert_type(
    client.clinics.sign_up_hospital(phone_number="9812345670", password="a long password", name="G", email="g@h.in"),
    SignedUpHospital,
)
assert_type(client.modules, Modules[SyncSender])
assert_type(client.modules.list(), list[SpecModule])
assert_type(client.modules.activate(clinic_id=4, module_id=7), Empty)
assert_type(client.modules.deactivate(clinic_id=4, module_id=7), Empty)
assert_type(client.modules.update_settings(clinic_id=4, ipd_enabled=True), Empty)
assert_type(client.session.read(), Session)
assert_type(client.session.read().account_type, AccountType | Literal["app"])
assert_type(client.session.refresh(refresh_token="r"), Renewed)
assert_type(client.users.update(user_id=9, user_status="BLOCKED"), Empty)

# Whole lists
assert_type(client.clinics.each(is_hospital=True), Iterator[Clinic])
assert_type(client.each(ListClinics(is_hospital=True)), Iterator[Clinic])
for clinic in client.each(ListClinics()):
    assert_type(clinic, Clinic)

# A method without a client
unbound: object = Clinics.list
assert isinstance(unbound, method)
bound: Callable[..., Page[Clinic]] = client.clinics.list

# Errors that type checkers must report. Each ignore is needed: an unused one is also an error.
client.clinics.list(colour="blue")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
client.clinics.list(page="two")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
client.clinics.read()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
client.users.update(user_id=9, user_status="ASLEEP")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
client.each(ReadClinic(id=4))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
client.send(ListClinics)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
