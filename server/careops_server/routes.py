"""Every call and who answers it: the whole platform in one table."""

from __future__ import annotations

from careops.calls.clinics import ListClinics, ReadClinic, SignUpHospital, UpdateClinic
from careops.calls.modules import ActivateSpecModule, DeactivateSpecModule, ListSpecModules, UpdateClinicSettings
from careops.calls.session import ReadSession, RefreshSession, SignIn, SignOut
from careops.calls.users import UpdateUser
from careops.contract import Binding
from careops_server.clinics import handlers as clinics
from careops_server.context import Context
from careops_server.modules import handlers as modules
from careops_server.session import handlers as session
from careops_server.users import handlers as users

ROUTES: tuple[Binding[Context], ...] = (
    SignIn.answered_by(session.sign_in, prepared_by=session.check_sign_in),
    RefreshSession.answered_by(session.refresh_session),
    SignOut.answered_by(session.sign_out),
    ReadSession.answered_by(session.read_session),
    ListClinics.answered_by(clinics.list_clinics),
    ReadClinic.answered_by(clinics.read_clinic),
    UpdateClinic.answered_by(clinics.update_clinic),
    SignUpHospital.answered_by(clinics.sign_up_hospital, prepared_by=clinics.hash_password),
    ListSpecModules.answered_by(modules.list_spec_modules),
    ActivateSpecModule.answered_by(modules.activate_spec_module),
    DeactivateSpecModule.answered_by(modules.deactivate_spec_module),
    UpdateClinicSettings.answered_by(modules.update_clinic_settings),
    UpdateUser.answered_by(users.update_user),
)
