"""Approvals: policies with a cache of them in each worker, and revisions of changes that were proposed first."""
