"""Does a platform keep the contract? Call by call: fields and types at any depth, statuses, titles and sources.

Read-only unless told otherwise: GET calls with parameters that fit (ids are taken from the platform's own lists), with
a page that is none or past the end, with an id nobody has, and without a token. ``write`` also sends each mutation in
a form that a right platform refuses and changes nothing by: with an unknown id, and with a body of nonsense.
"""

from careops.conformance.checking import Finding as Finding
from careops.conformance.checking import Verdict as Verdict
from careops.conformance.checking import check as check
from careops.conformance.drifts import Drift as Drift
