"""Collected by ``nox -s packaged`` only, which makes the installation that these tests are about."""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("CAREOPS_INSTALLED") else ["test_*.py"]
