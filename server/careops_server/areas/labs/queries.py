"""SQL of labs, shared with other partners, over their tables."""

from __future__ import annotations

from careops.calls.labs import NO_LAB, Lab, LabDetail
from careops_server.areas.partners.queries import Partners

LABS = Partners(Lab, LabDetail, table="labs", one="lab", unknown=NO_LAB)
