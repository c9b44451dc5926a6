"""Approval policies: the changes that have to be proposed first, and a cache of them in each worker."""
