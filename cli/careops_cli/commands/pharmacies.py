"""``careops pharmacies``."""

from __future__ import annotations

from careops.resource_names import PHARMACIES
from careops_cli import partners
from careops_cli.framework.click_extensions import Area

app = Area("View and export pharmacies.")

partners.add_commands(app, PHARMACIES)
