"""Use the package that openapi-python-client wrote."""

from __future__ import annotations

import base64
import json
import sys
from io import BytesIO

from generated import AuthenticatedClient, Client
from generated.api.clinics import list_clinics, read_clinic
from generated.api.exports import export_list
from generated.api.leads import check_leads
from generated.api.session import sign_in
from generated.models import (
    CheckLeadsRequest,
    CheckLeadsRequestColumns,
    CheckLeadsResponse,
    Errors,
    ExportListRequest,
    ListClinicsResponse,
    SignInRequest,
    SignInResponse,
)
from generated.types import File


def main(address: str, phone_number: str, password: str) -> None:
    form = SignInRequest.from_dict({"user_signin_form": {"phone_number": phone_number, "password": password}})
    signed_in = sign_in.sync(client=Client(address), body=form)
    assert isinstance(signed_in, SignInResponse), signed_in
    client = AuthenticatedClient(address, token=signed_in.auth_token)

    clinics = list_clinics.sync(client=client, is_hospital=True, perpage=5)
    assert isinstance(clinics, ListClinicsResponse), clinics
    clinic = clinics.data.clinics[0]

    leads = File(BytesIO(b"Naam,phone_number\nHarpreet,9812345670\n"), "leads.csv", "text/csv")
    columns = CheckLeadsRequestColumns.from_dict({"Naam": "first_name"})
    checked = check_leads.sync(clinic.id, client=client, body=CheckLeadsRequest(leads, columns))
    assert isinstance(checked, CheckLeadsResponse), checked

    wanted = {"filters": {"is_hospital": True}, "columns": [{"title": "Clinic", "fields": ["name"]}]}
    exported = export_list.sync("ListClinics", client=client, body=ExportListRequest.from_dict(wanted))
    assert isinstance(exported, str), exported
    spreadsheet = export_list.sync_detailed(
        "ListClinics", client=client, body=ExportListRequest.from_dict({**wanted, "format": "xlsx"})
    )

    unknown = read_clinic.sync(999_999_999, client=client)
    assert isinstance(unknown, Errors), unknown
    result = {
        "total": clinics.total_records,
        "first": clinic.name,
        "columns": [column.meaning for column in checked.data.columns],
        "csv": exported,
        "xlsx": base64.b64encode(spreadsheet.content).decode(),
        "refusal": unknown.errors[0].source,
    }
    sys.stdout.write(json.dumps(result))


def mistakes(client: AuthenticatedClient) -> object:
    """Mistakes that the type checker reports. Never called."""
    list_clinics.sync(client=client, serach_text="x")  # type: ignore[call-arg]
    read_clinic.sync("41", client=client)  # type: ignore[arg-type]
    clinics = list_clinics.sync(client=client)
    assert isinstance(clinics, ListClinicsResponse)
    return clinics.data.clinics[0].nmae  # type: ignore[attr-defined]


if __name__ == "__main__":
    main(*sys.argv[1:])
