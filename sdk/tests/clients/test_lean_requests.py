"""What a request does not cost."""

from __future__ import annotations

import subprocess
import sys

_ASKED = """
import sys
from importlib.util import find_spec
there = find_spec("sniffio") is not None
import careops.transport
from httpcore._synchronization import current_async_library
looked = []
class Finder:
    def find_spec(self, name, path=None, target=None):
        looked.append(name)
sys.meta_path.insert(0, Finder())
import asyncio
async def ask(): return current_async_library()
print(asyncio.run(ask()), there or looked)
"""


def test_a_library_that_is_not_installed_is_not_looked_for_in_every_request() -> None:
    done = subprocess.run([sys.executable, "-c", _ASKED], capture_output=True, text=True, check=True)
    assert done.stdout.split() in (["asyncio", "[]"], ["asyncio", "True"])
