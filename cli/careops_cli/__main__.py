"""Run ``careops`` as ``python -m careops_cli``."""

from __future__ import annotations

import sys

from careops_cli.main import main

sys.exit(main())
