"""The command line of a signed-in user."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.load import Target
from bench.servers import plain_environment
from careops_server.demo import DEMO_PASSWORD, DEMO_USERS

CAREOPS = str(Path(sys.executable).parent / "careops")


@contextmanager
def at_terminal(ours: Target) -> Iterator[dict[str, str]]:
    """Environment of a signed-in terminal; its stored data is deleted when the block ends."""
    with TemporaryDirectory() as home:
        environment = {
            **plain_environment(),
            "CAREOPS_URL": f"http://127.0.0.1:{ours.port}/api",
            "CAREOPS_CONFIG_DIR": home,
            "CAREOPS_TOKENS": "file",
            "NO_COLOR": "1",
        }
        words = [CAREOPS, "login", "--phone", DEMO_USERS[0].phone_number, "--password-stdin"]
        subprocess.run(words, env=environment, input=DEMO_PASSWORD, text=True, check=True, capture_output=True)
        yield environment
