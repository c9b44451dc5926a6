"""Collected by ``nox -s packaged`` only, which installs the package for these tests."""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("CAREOPS_INSTALLED") else ["test_*.py"]
