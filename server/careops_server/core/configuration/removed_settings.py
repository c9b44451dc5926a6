"""Settings of the previous version. Each is reported for one release, and then an error as any unknown name."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from careops_server.core.configuration.constants import Constants


class RemovedSetting(NamedTuple):
    """The replacement of a setting, and the version without the setting."""

    replacement: str
    release: str


def _constant(name: str) -> RemovedSetting:
    value = getattr(Constants, name)
    return RemovedSetting("the folder in the package" if isinstance(value, Path) else f"always {value:,}", "1.1")


REMOVED_SETTINGS: Final = (
    {
        name: _constant(name)
        for name in (
            *("console_dir", "documentation_dir"),
            *("database_seconds", "database_large_seconds", "database_wait_seconds"),
            *("failures_per_account", "failures_per_address", "failures_in_all", "failure_minutes"),
            "geocoder_seconds",
            *("hash_memory_kib", "hash_rounds", "hash_slots"),
            *("job_answer_seconds", "key_log_per_status", "key_log_per_day"),
            *("pending_uploads_per_account", "pending_uploads_in_all", "upload_reserve_mib"),
            *("refresh_grace_seconds", "session_check_seconds"),
            *("requests_at_once", "sockets_per_user", "sockets_per_address"),
        )
    }
    | dict.fromkeys(
        ("search_specialities_index", "search_clinic_specialities_index", "search_pharma_firms_index"),
        RemovedSetting("CAREOPS_SEARCH_INDEX_PREFIX, with an alias if a name differs otherwise", "1.1"),
    )
    | {
        "audit_key": RemovedSetting("none: version 1.0 is the last one that verifies seals from before 0.2", "1.1"),
        "broadcasts_approved_from": RemovedSetting("approval policies of broadcasts, set by the migration", "1.1"),
    }
)
