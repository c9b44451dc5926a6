"""Every setting of the server, from the environment (``CAREOPS_*``) and from ``careops.toml``; the environment wins."""

from __future__ import annotations

import difflib
import hmac
import os
import secrets
from collections.abc import Mapping
from functools import cached_property
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Final, Literal, Self

import platformdirs
from pydantic import AfterValidator, AliasChoices, Field, HttpUrl, SecretStr, StringConstraints, model_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from careops.constants import STORAGE_REGION
from careops_server.feeds.listed import Feed

SECRET_MIN = 32
PREFIX: Final = "CAREOPS_"
ELSEWHERE: Final = {
    "CAREOPS_URL": "The API that commands and `CareOps.from_environment()` talk to.",
    "CAREOPS_TOKEN": "A session's token or a program's [key](keys.md), in the place of signing in.",
    "CAREOPS_PROFILE": "The profile that commands use, by its name.",
    "CAREOPS_CONFIG_DIR": "Where profiles and sessions of the command line are kept.",
    "CAREOPS_STATE_DIR": "Where the command line keeps what it knows of bulk runs.",
    "CAREOPS_TOKENS": "`file` keeps sessions in a file although the system has a keyring.",
    "CAREOPS_COMPLETE": "Set by the shell's completion.",
    "CAREOPS_PG_BIN": "The folder of the PostgreSQL programs that the embedded database uses.",
    "CAREOPS_WITHOUT_CONSOLE": "`1` builds a package without the console.",
    "CAREOPS_SERVER": "The server that the console's own development server asks.",
    "CAREOPS_BENCH_CACHE": "Where the project's benchmarks keep their worlds.",
    "CAREOPS_CHROMIUM": "The browser of the project's own tests.",
    "CAREOPS_PYTHON": "The Python of the project's own tests in a browser.",
}
"""Variables of the environment that are no settings of the server, and what they say."""
HttpAddress = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^https?://[^\s/]+")]


def _readable(address: SecretStr) -> SecretStr:
    from careops_server.database.addresses import is_address

    if not is_address(address.get_secret_value()):
        raise ValueError("it is no address of a PostgreSQL, such as postgresql://user:password@host/database")
    return address


DatabaseAddress = Annotated[SecretStr, AfterValidator(_readable)]


def _of_one_host(address: SecretStr) -> SecretStr:
    from careops_server.database.addresses import hosts_of

    if len(hosts_of(address.get_secret_value())) > 1:
        raise ValueError("it may name one host only: how far behind another is would not be known")
    return address


def default_data_dir() -> Path:
    """``.careops`` in a folder that has one (a checkout), else the user's own data folder."""
    beside = Path(".careops")
    return beside if beside.is_dir() else Path(platformdirs.user_data_dir("careops"))


class Settings(BaseSettings):
    """How this installation runs. Seconds, minutes and hours are said in the names."""

    model_config = SettingsConfigDict(env_prefix="CAREOPS_", toml_file="careops.toml", extra="forbid")

    environment: Literal["development", "staging", "production"] = "staging"
    """What this installation is for: the console shows it unless it is production, which refuses weak settings."""
    booking_app_url: HttpUrl | None = None
    """Where the booking application is: "Add to queue" of a referral leads there, else to a page of the console."""
    host: str = "127.0.0.1"
    """Where to listen: an address of this machine."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    """The port to listen on; 0 takes any free one."""
    workers: Annotated[int, Field(ge=1, le=64)] = 2
    """Processes that answer requests."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The least that is worth a line in the log; requests that were answered are ``info``."""

    database_url: DatabaseAddress | None = Field(
        default=None, validation_alias=AliasChoices("CAREOPS_DATABASE_URL", "DATABASE_URL", "database_url")
    )
    """A PostgreSQL of your own; without it an embedded one runs below ``data_dir``. Several hosts of which one is the
    primary at a time: [More than one machine](scale.md)."""
    database_owner_url: DatabaseAddress | None = None
    """The same database as its owner sees it, who alone may change its tables; ``database_url`` is then a role's that
    owns nothing. Made with ``careops db role``."""
    database_read_url: Annotated[DatabaseAddress, AfterValidator(_of_one_host)] | None = None
    """A replica of it that the console's lists and summaries are read from while it is less than five seconds behind:
    [More than one machine](scale.md#lists-from-a-replica)."""
    data_dir: Path = Field(default_factory=default_data_dir)
    """Everything this installation keeps: the embedded database, the secret, metrics."""
    reserve_mib: Annotated[int, Field(ge=0)] = 64
    """Left free for the embedded PostgreSQL's own needs: changes are refused when there is less."""
    jobs_here: bool = True
    """Whether ``careops serve`` does jobs too, in a process that is there while there are some; else ``careops
    worker`` does, on this machine or another."""
    job_answer_seconds: Annotated[float, Field(ge=0)] = 20
    """How long a call that has a job done waits for its end before it answers with the job's number."""
    pool_size: Annotated[int, Field(ge=1, le=200)] = 10
    """Database connections of one worker."""
    database_seconds: Annotated[float, Field(gt=0)] = 4.5
    """A request that has not got its answer from the database by then is answered with 503."""
    database_large_seconds: Annotated[float, Field(gt=0)] = 25
    """The same for a change of thousands of rows in one transaction, such as a file of leads."""
    database_wait_seconds: Annotated[float, Field(ge=0)] = 60
    """How long a start waits for a PostgreSQL of your own that cannot be reached yet."""

    secret: SecretStr | None = None
    """Signs the tokens. Made on first start and kept below ``data_dir`` unless given; 32 characters or more."""
    previous_secret: SecretStr | None = None
    """Still accepted while a new ``secret`` is being rolled out."""
    audit_signing_key: SecretStr | None = None
    """The private Ed25519 key that signs the audit trail's seals, 64 hexadecimal digits. Made on first start and kept
    below ``data_dir`` unless given; several machines over one database need the same."""
    previous_audit_signing_key: SecretStr | None = None
    """The key before it: hands over to the new one with the next seal."""
    audit_public_key: str | None = None
    """The public key of the first signed seal, when this machine did not make it: what the trail is checked with."""
    audit_key: SecretStr | None = None
    """Checks seals of older versions, which were signed by a shared key; made from ``secret`` unless given."""
    audit_head_file: Path | None = None
    """Each new head of the audit trail is added to this file as well: best one on another machine's disk."""
    audit_head_syslog: str | None = None
    """Each new head is sent there as well: ``/dev/log``, ``host`` or ``host:port``."""
    audit_seal_seconds: Annotated[float, Field(gt=0)] = 3
    """How often the audit trail is sealed."""
    audit_keep_days: Annotated[int, Field(ge=365)] | None = None
    """How long ``careops audit purge`` leaves events in the audit trail, 365 days at least; else for good."""
    access_token_minutes: Annotated[float, Field(gt=0)] = 15
    """The life of an access token."""
    idle_minutes: Annotated[float, Field(gt=0)] = 30
    """A session nobody uses for so long ends."""
    session_hours: Annotated[float, Field(gt=0)] = 12
    """A session ends after so long, used or not."""
    refresh_grace_seconds: Annotated[float, Field(ge=0)] = 10
    """A refresh token that was used a moment ago gives the same successor; later it counts as stolen."""
    session_check_seconds: Annotated[float, Field(ge=0)] = 1
    """How long a worker trusts what it last read about a session."""

    failures_per_account: Annotated[int, Field(ge=1)] = 10
    """Wrong passwords for one phone number within ``failure_minutes`` before the door closes."""
    failures_per_address: Annotated[int, Field(ge=1)] = 50
    """The same from one address."""
    failures_in_all: Annotated[int, Field(ge=1)] = 1000
    """The same of everybody together."""
    failure_minutes: Annotated[float, Field(gt=0)] = 5
    """How long a wrong password counts."""
    searches_per_minute: Annotated[int, Field(ge=1)] = 60
    """Catalogue searches of one address: they need no sign-in."""
    reads_per_minute: Annotated[int, Field(ge=1)] = 600
    """Reads of one user, over all workers of this machine."""
    writes_per_minute: Annotated[int, Field(ge=1)] = 80
    """Changes of one user, over all workers of this machine."""
    people_per_hour: Annotated[int, Field(ge=1)] = 2000
    """Records of people that one account may read within an hour before it is told of (``careops alarms``)."""
    broadcasts_approved_from: Annotated[int, Field(ge=0)] | None = None
    """From so many devices on a broadcast waits until a second super admin has approved it; 0 for each one, nothing for
    none."""
    run_requests_per_minute: Annotated[int, Field(ge=1)] = 60_000
    """Reads and writes of one user's bulk runs, which have a budget of their own."""
    requests_at_once: Annotated[int, Field(ge=1)] = 8
    """Requests of one user that may be under way together."""
    anonymous_per_minute: Annotated[int, Field(ge=1)] = 300
    """Calls of one address that need no sign-in: signing in, renewing a session, searching a catalogue."""
    connections_per_address: Annotated[int, Field(ge=1)] = 50
    """Connections of one address; trusted proxies and this machine itself have no limit."""
    sockets_per_user: Annotated[int, Field(ge=1)] = 20
    """WebSockets of one user: a tab has one."""
    sockets_per_address: Annotated[int, Field(ge=1)] = 500
    """WebSockets of one address, as trusted proxies tell it."""
    hash_memory_kib: Annotated[int, Field(ge=8)] = 19_456
    """Memory that hashing one password takes."""
    hash_rounds: Annotated[int, Field(ge=1)] = 2
    """Rounds over that memory."""
    hash_slots: Annotated[int, Field(ge=1)] = 2
    """Passwords hashed at once by one worker; each takes ``hash_memory_kib``."""

    trusted_proxies: Annotated[frozenset[IPv4Network | IPv6Network], NoDecode] = frozenset()
    """Addresses and ranges (10.0.0.0/8) whose X-Forwarded-For and X-Request-ID are believed, comma-separated."""
    https: bool = False
    """Served over https (by a proxy in front): HSTS is sent."""
    metrics_token: SecretStr | None = None
    """Needed to read ``/metrics`` from anywhere else than this machine."""
    traces_url: HttpAddress | None = None
    """Where [traces](watching.md#traces) are sent: an OpenTelemetry collector's address for them, such as
    http://127.0.0.1:4318/v1/traces; else none are made. Needs `careops[tracing]`."""
    traces_share: Annotated[float, Field(ge=0, le=1)] = 0.1
    """The share of requests that are traced, 0.1 for one in ten."""
    upstream_url: str | None = None
    """Gateway mode: the platform whose calls this server passes on, such as https://platform.example/api."""
    upstream_seconds: Annotated[float, Field(gt=0)] = 25
    """How long that platform may take for an answer, a second try and a body that drips included. A careops answers
    some calls after its own ``job_answer_seconds`` only: allow for more than that."""
    geocoder_url: HttpAddress | None = None
    """Where addresses are suggested from, such as https://photon.example/api; else from our own pincode data."""
    geocoder_kind: Literal["photon", "nominatim"] = "photon"
    """The form of the geocoder's answers."""
    geocoder_key: SecretStr | None = None
    """Sent with every question to the geocoder as ``geocoder_key_name``; the browser never sees it (SEC-53)."""
    geocoder_key_name: str = "key"
    """What the geocoder calls its key in the query."""
    geocoder_seconds: Annotated[float, Field(gt=0)] = 2
    """A geocoder that takes longer is left alone for a while; our own data answers meanwhile."""
    search_url: HttpAddress | None = None
    """An OpenSearch or Elasticsearch that answers ``POST /_search``; else our own catalogue does."""
    search_authorization: SecretStr | None = None
    """The Authorization header for it, whole, such as ``ApiKey …`` or ``Basic …``."""
    search_specialities_index: str = "specialities"
    """Its index of doctors' specialities."""
    search_clinic_specialities_index: str = "clinic_specialities"
    """Its index of clinics' specialities."""
    search_pharma_firms_index: str = "pharma_firms"
    """Its index of pharmaceutical firms."""
    search_seconds: Annotated[float, Field(gt=0)] = 4
    """How long the search service may take; then the search is answered with 503."""
    backup_dir: Path | None = None
    """Where ``careops backup`` keeps backups: best another disk, or another machine's."""
    backup_key: SecretStr | None = None
    """What they are encrypted with, 64 hexadecimal digits: without it nobody reads them again."""
    feeds: tuple[Feed, ...] = ()
    """The feeds that [news are fetched from](news.md#feeds): a table `[[feeds]]` each in `careops.toml`, with `name`,
    `address`, and, if you like, `news_type`, `pharma`, `tags`, `hours`; in the environment all of them as JSON."""
    public_url: HttpAddress | None = None
    """What people call this server, such as https://careops.example; else as they say themselves."""
    s3_bucket: str | None = None
    """The S3 bucket that uploaded files are kept in; else a folder below ``data_dir``."""
    s3_endpoint: HttpAddress | None = None
    """An S3 server that is not Amazon's, such as https://minio.example."""
    s3_access_key: SecretStr | None = None
    """Who we are to it, with ``s3_secret_key``; else whatever this machine may use."""
    s3_secret_key: SecretStr | None = None
    """The secret that goes with ``s3_access_key``."""
    console_dir: Path = Path(__file__).parent / "static"
    """Where the built console lies; it comes with the package."""

    @model_validator(mode="before")
    @classmethod
    def _proxies_from_text(cls, values: dict[str, object]) -> dict[str, object]:
        given = values.get("trusted_proxies")
        if isinstance(given, str):
            values["trusted_proxies"] = frozenset(part.strip() for part in given.split(",") if part.strip())
        return values

    @model_validator(mode="after")
    def _each_feed_once(self) -> Self:
        names = [feed.name.lower() for feed in self.feeds]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"feeds: each needs a name of its own, and {', '.join(twice)} stands there twice")
        return self

    @model_validator(mode="after")
    def _can_trace(self) -> Self:
        if self.traces_url is not None and find_spec("opentelemetry") is None:
            raise ValueError("traces_url: OpenTelemetry is not installed: pip install 'careops[tracing]'")
        return self

    @model_validator(mode="after")
    def _approved_where_it_is_sent(self) -> Self:
        if self.broadcasts_approved_from is not None and self.upstream_url is not None:
            raise ValueError("broadcasts_approved_from: behind a gateway it is the platform that sends; set it there")
        return self

    @model_validator(mode="after")
    def _fetched_where_it_is_read(self) -> Self:
        if self.feeds and self.upstream_url is not None:
            raise ValueError("feeds: behind a gateway it is the platform that fetches news; list them there")
        return self

    @model_validator(mode="after")
    def _owner_alone(self) -> Self:
        # Whoever only migrates needs to say no more.
        self.database_url = self.database_url or self.database_owner_url
        return self

    @model_validator(mode="after")
    def _refuse_weakness(self) -> Self:
        if self.secret is not None and len(self.secret.get_secret_value()) < SECRET_MIN:
            raise ValueError(f"CAREOPS_SECRET must have at least {SECRET_MIN} characters")
        if self.audit_key is not None and len(self.audit_key.get_secret_value()) < SECRET_MIN:
            raise ValueError(f"CAREOPS_AUDIT_KEY must have at least {SECRET_MIN} characters")
        if self.environment == "production" and self.hash_memory_kib < 19_456:
            raise ValueError("CAREOPS_HASH_MEMORY_KIB must be 19456 or more in production")
        return self

    @cached_property
    def signing_keys(self) -> tuple[str, ...]:
        """The key tokens are signed with, then those that are still accepted."""
        current = self.secret.get_secret_value() if self.secret else _kept_secret(self.data_dir / "secret")
        return (current, self.previous_secret.get_secret_value()) if self.previous_secret else (current,)

    @cached_property
    def audit_keys(self) -> tuple[bytes, ...]:
        """The shared keys that seals of older versions may be signed with."""
        derived = [hmac.digest(key.encode(), b"careops audit seals", "sha256") for key in self.signing_keys]
        return (self.audit_key.get_secret_value().encode(), *derived) if self.audit_key else tuple(derived)

    @cached_property
    def fingerprint_keys(self) -> tuple[bytes, ...]:
        """What calls are fingerprinted with under an idempotency key, then what older ones may be."""
        return tuple(hmac.digest(key.encode(), b"careops idempotency", "sha256") for key in self.signing_keys)

    @cached_property
    def upload_keys(self) -> tuple[bytes, ...]:
        """What addresses of files are signed with, then what older ones may be."""
        return tuple(hmac.digest(key.encode(), b"careops uploads", "sha256") for key in self.signing_keys)

    @property
    def storage_origin(self) -> str | None:
        """Where the browser puts files and shows them from, when that is not here."""
        if self.s3_bucket is None:
            return None
        return _origin(self.s3_endpoint or f"https://s3.{STORAGE_REGION}.amazonaws.com")

    @property
    def public_origin(self) -> str | None:
        """Where the console is for its browsers, when that is known."""
        return _origin(self.public_url) if self.public_url else None

    @property
    def spool_dir(self) -> Path:
        """Where files are put while a request brings them; they have no names there."""
        return self.data_dir / "spool"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def nearest_setting(name: str) -> str | None:
    """The setting somebody may have meant, with or without the prefix as they wrote it."""
    written = name.upper()
    known = [*(field.upper() for field in Settings.model_fields), *(other.removeprefix(PREFIX) for other in ELSEWHERE)]
    near = difflib.get_close_matches(written.removeprefix(PREFIX), known, n=1, cutoff=0.75)
    if not near:
        return None
    return f"{PREFIX}{near[0]}" if written.startswith(PREFIX) else near[0].lower()


def unknown_settings(environment: Mapping[str, str]) -> dict[str, str | None]:
    """Variables that look like settings and are none, each with the one that was perhaps meant.

    They are named and not refused: a container's host may set some of its own (``CAREOPS_SERVICE_HOST``).
    """
    known = {f"{PREFIX}{field}".upper() for field in Settings.model_fields} | ELSEWHERE.keys()
    strange = sorted(name.upper() for name in environment if name.upper().startswith(PREFIX))
    return {name: nearest_setting(name) for name in strange if name not in known}


def _kept_secret(path: Path) -> str:
    """The installation's own secret, made once. Two first starts at the same time agree on one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        kept = path.read_text("ascii").strip()
        if len(kept) < SECRET_MIN:
            raise ValueError(f"{path} holds no usable secret; delete it to have a new one made") from None
        return kept
    with os.fdopen(handle, "w") as file:
        secret = secrets.token_urlsafe(48)
        file.write(secret)
        return secret


def _origin(address: str) -> str:
    """Scheme, host and port alone, as browsers name where a page comes from."""
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}"
