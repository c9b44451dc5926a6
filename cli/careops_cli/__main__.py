"""``python -m careops_cli`` is ``careops``."""

from __future__ import annotations

import sys

from careops_cli.main import main

sys.exit(main())
