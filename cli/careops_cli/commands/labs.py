"""``careops labs``."""

from __future__ import annotations

from careops.resource_names import LABS
from careops_cli import partners
from careops_cli.framework.click_extensions import Area

app = Area("View and export labs.")

partners.add_commands(app, LABS)
