"""Rules that runs and changes of one record share: permission, waiting, and what follows a required approval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from careops.constants import ACCOUNT_TYPES
from careops.errors import ApprovalRequired, Forbidden
from careops_cli.bulk.options import BulkOptions
from careops_cli.framework.errors import USAGE, CliError

if TYPE_CHECKING:
    from careops.bulk import Change
    from careops.client.tokens import TokenStore


def check_allowed(change: Change[Any], session: TokenStore) -> None:
    """Raise ``CliError`` if the stored session shows that the platform would refuse the account."""
    tokens = session.load()
    allowed = change.allowed_to()
    if tokens is not None and tokens.account_type in ACCOUNT_TYPES and tokens.account_type not in allowed:
        needed = " or ".join(kind for kind in ACCOUNT_TYPES if kind in allowed)
        step = f"It takes {needed}. Nothing was sent; if your account has changed since, run: careops login"
        raise CliError(f"{Forbidden.title} ({tokens.account_type})", next_step=step, code=USAGE)


def retry_seconds(bulk: BulkOptions, *, single: bool) -> int:
    """Return the seconds to wait for an unavailable platform, from the command line or by the kind of change."""
    if bulk.patience is not None:
        return bulk.patience
    return 5 if single else 300


def name_proposal(error: Exception, bulk: BulkOptions) -> None:
    """Make a refusal that requires approval name the options of a proposal."""
    if isinstance(error, ApprovalRequired):
        error.next_step = f"Propose it: add --propose --title TEXT {bulk.reason_option} TEXT to the command."
