"""Commands for many targets: where the targets come from, what is shown meanwhile, how the report looks.

The work itself is ``careops.bulk``, which scripts use as well.
"""
