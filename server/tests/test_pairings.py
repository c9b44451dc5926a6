"""mypy reports a call, preparation and handler that do not match."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mypy import api

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAIRINGS = """\
from careops.calls.clinic_admins import CreateClinicAdmin
from careops.calls.clinics import ReadClinic, SignUpHospital
from careops.calls.session import SignIn
from careops_server.areas.clinic_admins import handlers as clinic_admins
from careops_server.areas.clinics import handlers as clinics
from careops_server.areas.session import handlers as session

SignUpHospital.handled_by(clinics.sign_up_hospital)  # error: the password is not hashed
CreateClinicAdmin.handled_by(clinic_admins.create_clinic_admin)  # error: the password is not hashed
SignIn.handled_by(session.sign_in)  # error: the password is not checked
SignUpHospital.handled_by(clinics.sign_up_hospital, prepared_by=session.check_sign_in)  # error: another call's
ReadClinic.handled_by(clinics.read_clinic, prepared_by=clinics.hash_password)  # error: this call has no preparation
ReadClinic.handled_by(clinics.update_clinic)  # error: another call's handler

SignUpHospital.handled_by(clinics.sign_up_hospital, prepared_by=clinics.hash_password)
SignIn.handled_by(session.sign_in, prepared_by=session.check_sign_in)
"""


def test_wrong_pairing_is_a_type_error(tmp_path: Path) -> None:
    file = tmp_path / "pairings.py"
    file.write_text(PAIRINGS, "utf-8")
    expected = [number for number, line in enumerate(PAIRINGS.splitlines(), start=1) if "# error:" in line]
    settings = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache")]
    out, err, _ = api.run([*settings, str(file)])
    assert sorted({int(line) for line in re.findall(r"pairings\.py:(\d+): error:", out)}) == expected, out + err
