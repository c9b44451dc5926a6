"""Demo data: invented practices at real places of India, with the same rows for the same seed."""

from careops_server.core.demo_accounts import DEMO_PASSWORD, DEMO_USERS, REFUSED_USER, DemoUser
from careops_server.demo.backfill import NoWorldError, extend_world
from careops_server.demo.certificates import add_certificates
from careops_server.demo.create import CLINICS, Progress, Size, WorldExistsError, create_world

__all__ = [
    "CLINICS",
    "DEMO_PASSWORD",
    "DEMO_USERS",
    "REFUSED_USER",
    "DemoUser",
    "NoWorldError",
    "Progress",
    "Size",
    "WorldExistsError",
    "add_certificates",
    "create_world",
    "extend_world",
]
