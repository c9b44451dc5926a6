"""Server of careops: the documented platform API on PostgreSQL, and the console that uses it."""

from __future__ import annotations

import sys

if "rich" not in sys.modules and "structlog" not in sys.modules:
    # structlog imports rich and Pygments if they are installed, for tracebacks with local variables, which the server
    # never logs. That costs 6 MB and a tenth of a second per process, so they are hidden during this import.
    sys.modules["rich"] = None  # type: ignore[assignment]  # marks a module as not importable
    try:
        import structlog  # noqa: F401 (see above)
    finally:
        del sys.modules["rich"]
