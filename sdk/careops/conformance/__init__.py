"""Conformance check of a platform, call by call: fields and types at any depth, statuses, titles and sources.

By default it is read-only: GET calls with valid parameters (ids are taken from the platform's lists), with an invalid
page or one past the end, with an unknown id, and without a token. ``write`` also sends each mutation in a form that a
conforming platform refuses without a change: with an unknown id, and with an invalid body.
"""

from careops.conformance.runner import CheckResult as CheckResult
from careops.conformance.runner import Verdict as Verdict
from careops.conformance.runner import check as check
from careops.conformance.schema_diff import SchemaMismatch as SchemaMismatch
