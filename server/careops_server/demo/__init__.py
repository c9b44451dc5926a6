"""Demo data: invented practices at real places of India, with the same rows for the same seed."""

from careops_server.core.demo_accounts import DEMO_PASSWORD, DEMO_USERS, REFUSED_USER, DemoUser
from careops_server.demo.backfill import NoDemoDataError, extend_demo_data
from careops_server.demo.certificates import add_certificates
from careops_server.demo.create import CLINICS, DemoDataExistsError, Progress, Size, create_demo_data

__all__ = [
    "CLINICS",
    "DEMO_PASSWORD",
    "DEMO_USERS",
    "REFUSED_USER",
    "DemoDataExistsError",
    "DemoUser",
    "NoDemoDataError",
    "Progress",
    "Size",
    "add_certificates",
    "create_demo_data",
    "extend_demo_data",
]
