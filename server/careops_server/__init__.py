"""The careops server: the documented platform API on PostgreSQL, and the console that uses it."""

from __future__ import annotations

import sys

if "rich" not in sys.modules and "structlog" not in sys.modules:
    # structlog loads rich and Pygments where they are installed, for tracebacks that show a frame's values, which ours
    # never do: 6 MB and a tenth of a second for each of the server's processes. For this one import they are not there.
    sys.modules["rich"] = None  # type: ignore[assignment]  # how Python is told that a module cannot be imported
    try:
        import structlog  # noqa: F401 (see above)
    finally:
        del sys.modules["rich"]
