"""Names of the headers of requests and answers."""

from __future__ import annotations

from typing import Final

IDEMPOTENCY_HEADER: Final = "idempotency-key"
IF_MATCH_HEADER: Final = "if-match"
RUN_HEADER: Final = "careops-run"
"""Header with the token of the bulk run that a request belongs to (``careops.calls.runs``)."""
RUN_ID_HEADER: Final = "careops-run-id"
"""Id of a bulk run, which its audit events contain, so that it can be undone."""
RUN_ID: Final = r"^[0-9a-f]{16,64}$"
"""Form of such an id."""
RUN_TARGETS_HEADER: Final = "careops-run-targets"
"""Number of records that a bulk run changes, so that an approval policy refuses its first change."""
TYPO_TOLERANCE_HEADER: Final = "careops-forgiving"
"""Header that requests typo correction for a search without matches."""
CORRECTIONS_HEADER: Final = "careops-spelt"
"""Header of careops with the corrected words: percent-encoded, separated by commas."""
HONOURED_HEADER: Final = "idempotency-honoured"
"""Header of all answers of careops: a POST with an idempotency key is safe to retry."""
CHANGES_HEADER: Final = "careops-changes"
"""Header of all answers of careops: the maximum number of records per batch request."""
