"""Values that are the same in every installation."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar


class Constants:
    """Base of ``Settings`` with the values that no installation sets. Tests copy it with others."""

    upload_reserve_mib: ClassVar[int] = 512
    """Space that uploads keep free on the disk of ``data_dir``; with less, uploads are refused, long before changes
    are."""
    pending_uploads_per_account: ClassVar[int] = 100
    """The number of uploads of one account that no record names yet, signed addresses included."""
    pending_uploads_in_all: ClassVar[int] = 1000
    """The same for all accounts together: 5,000 MB at most."""
    job_answer_seconds: ClassVar[float] = 20
    """The time that a call waits for the end of its job before it answers with the job's number."""
    database_seconds: ClassVar[float] = 4.5
    """The time a request may wait for the database; after it, the answer is 503."""
    database_large_seconds: ClassVar[float] = 25
    """The same for a change of thousands of rows in one transaction, such as a file of leads."""
    database_wait_seconds: ClassVar[float] = 60
    """The time that a start waits for a separate PostgreSQL that is not reachable yet."""
    geocoder_seconds: ClassVar[float] = 2
    """The time for an answer of the geocoder; after it, the bundled data answers for a while."""
    refresh_grace_seconds: ClassVar[float] = 10
    """The time in which a used refresh token returns the same successor; later, reuse counts as theft."""
    session_check_seconds: ClassVar[float] = 1
    """The time that a worker caches the state of a session."""
    failures_per_account: ClassVar[int] = 10
    """The number of wrong passwords for one phone number within ``failure_minutes`` before sign-in is blocked."""
    failures_per_address: ClassVar[int] = 50
    """The same from one address."""
    failures_in_all: ClassVar[int] = 1000
    """The same over all accounts and addresses."""
    failure_minutes: ClassVar[float] = 5
    """The time that a wrong password counts."""
    key_log_per_status: ClassVar[int] = 5_000
    """The number of requests of one API key with the same status that its request log keeps per day."""
    key_log_per_day: ClassVar[int] = 100_000
    """The number of requests of all API keys that the request log keeps per day; an entry takes about 0.3 KB."""
    requests_at_once: ClassVar[int] = 8
    """Concurrent requests of one user."""
    sockets_per_user: ClassVar[int] = 20
    """WebSockets of one user; a tab uses one."""
    sockets_per_address: ClassVar[int] = 500
    """WebSockets of one address, as reported by trusted proxies."""
    hash_memory_kib: ClassVar[int] = 19_456
    """The memory for hashing one password."""
    hash_rounds: ClassVar[int] = 2
    """Rounds over that memory."""
    hash_slots: ClassVar[int] = 2
    """Passwords that one worker hashes at once; each uses ``hash_memory_kib``."""
    console_dir: ClassVar[Path] = Path(__file__).parents[2] / "static"
    """The folder of the built console, which is part of the package."""
    documentation_dir: ClassVar[Path] = Path(__file__).parents[2] / "documentation"
    """The folder of the built documentation, which is part of the package."""
