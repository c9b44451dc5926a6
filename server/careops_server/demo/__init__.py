"""Demo data: invented practices at real places of India, with the same rows for the same seed."""

from careops_server.demo_accounts import DEMO_PASSWORD, DEMO_USERS, REFUSED_USER, DemoUser
from careops_server.world.certificates import add_certificates
from careops_server.world.creation import CLINICS, Progress, Size, WorldExistsError, create_world
from careops_server.world.extension import NoWorldError, extend_world

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
