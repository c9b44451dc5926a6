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
from typing import Annotated, Any, Final, Literal, Self
from urllib.parse import urlsplit

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
from careops.extras import install_command
from careops_server.core.configuration.constants import Constants
from careops_server.core.configuration.feeds import Feed
from careops_server.core.configuration.removed_settings import REMOVED_SETTINGS, RemovedSetting

MIN_SECRET_LENGTH = 32
PREFIX: Final = "CAREOPS_"
ELSEWHERE: Final = {
    "CAREOPS_URL": "The address of the API for commands and `CareOps.from_environment()`.",
    "CAREOPS_TOKEN": "A session's token or an [API key](keys.md), in place of signing in.",
    "CAREOPS_PROFILE": "The name of the profile that commands use.",
    "CAREOPS_CONFIG_DIR": "The folder of profiles and sessions of the command line.",
    "CAREOPS_STATE_DIR": "The folder of the journals of bulk runs.",
    "CAREOPS_TOKENS": "`file` stores sessions in a file even if the system has a keyring.",
    "CAREOPS_COMPLETE": "Set by the shell's completion.",
    "CAREOPS_PG_BIN": "The folder of the PostgreSQL programs that the embedded database uses.",
    "CAREOPS_WITHOUT_CONSOLE": "`1` builds a package without console and documentation.",
    "CAREOPS_SERVER": "The server behind the development server of the console.",
    "CAREOPS_BENCH_CACHE": "The folder of the demo data of benchmarks.",
    "CAREOPS_CHROMIUM": "The browser of the project's own tests.",
    "CAREOPS_PYTHON": "The Python of the project's own tests in a browser.",
}
"""Variables of the environment that are no settings of the server, with their meanings."""


def _check_address(address: str) -> str:
    try:
        parts = urlsplit(address)
        is_complete = bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_complete = False
    if not is_complete:
        raise ValueError("it is not an http address, such as https://host.example:8443/path")
    return address


HttpAddress = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=r"^https?://[^\s/]+\S*$"), AfterValidator(_check_address)
]


def _readable(address: SecretStr) -> SecretStr:
    from careops_server.core.configuration.dsn import is_address

    if not is_address(address.get_secret_value()):
        raise ValueError("it is no address of a PostgreSQL, such as postgresql://user:password@host/database")
    return address


DatabaseAddress = Annotated[SecretStr, AfterValidator(_readable)]


def _of_one_host(address: SecretStr) -> SecretStr:
    from careops_server.core.configuration.dsn import hosts_of

    if len(hosts_of(address.get_secret_value())) > 1:
        raise ValueError("it may name one host only: how far behind another is would not be known")
    return address


def default_data_dir() -> Path:
    """Return ``.careops`` if the working directory has one (a checkout), else the user's data folder."""
    beside = Path(".careops")
    return beside if beside.is_dir() else Path(platformdirs.user_data_dir("careops"))


class Settings(Constants, BaseSettings):
    """Settings of an installation. Names contain the unit of a time."""

    model_config = SettingsConfigDict(env_prefix="CAREOPS_", toml_file="careops.toml", extra="forbid")

    environment: Literal["development", "demo", "staging", "production"] = "staging"
    """The kind of this installation. The console shows it unless it is production, which refuses weak settings."""
    booking_app_url: HttpUrl | None = None
    """The address of the booking application, which "Add to queue" of a referral opens; else a page of the
    console."""
    host: str = "127.0.0.1"
    """The address of this machine to listen on."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    """The port to listen on; 0 takes any free one."""
    workers: Annotated[int, Field(ge=1, le=64)] = 2
    """The number of processes that answer requests."""
    worker_port: Annotated[int, Field(ge=0, le=65535)] | None = None
    """The port on which ``careops worker`` answers ``/live``, ``/ready`` and ``/metrics``, at the address ``host``;
    without it, the worker does not listen."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The lowest level of the log; answered requests are ``info``."""

    database_url: DatabaseAddress | None = Field(
        default=None, validation_alias=AliasChoices("CAREOPS_DATABASE_URL", "DATABASE_URL", "database_url")
    )
    """The address of a PostgreSQL; without it, an embedded one runs below ``data_dir``. It may name several hosts,
    of which one is the primary at a time: [More than one machine](scaling.md)."""
    database_owner_url: DatabaseAddress | None = None
    """The same database with the owner role, the only one that may change tables; ``database_url`` then uses the
    server role, which owns nothing. Created with ``careops db role``."""
    database_read_url: Annotated[DatabaseAddress, AfterValidator(_of_one_host)] | None = None
    """A replica from which lists and summaries of the console are read while it is less than five seconds behind:
    [More than one machine](scaling.md#lists-from-a-replica)."""
    data_dir: Path = Field(default_factory=default_data_dir)
    """The folder for all data of this installation: the embedded database, the secret, metrics."""
    reserve_mib: Annotated[int, Field(ge=0)] = 64
    """Space to keep free for the embedded PostgreSQL; with less, changes are refused."""
    change_request_days: Annotated[int, Field(ge=30)] = 365
    """The days after which the single changes of applied and closed [change requests](change_requests.md#retention),
    and of earlier revisions, are deleted. Titles, reviews and events stay."""
    jobs_here: bool = True
    """Run jobs in ``careops serve``, in a process that exists while there are jobs; if false, ``careops worker``
    runs them, on this machine or another."""
    pool_size: Annotated[int, Field(ge=1, le=200)] = 10
    """The number of database connections of one worker."""

    secret: SecretStr | None = None
    """The key that signs tokens, 32 characters or more. Created on the first start and stored below ``data_dir``
    unless given."""
    previous_secret: SecretStr | None = None
    """The previous ``secret``, accepted while a new one is rolled out."""
    audit_signing_key: SecretStr | None = None
    """The private Ed25519 key that signs the seals of the audit trail, 64 hexadecimal digits. Created on the first
    start and stored below ``data_dir`` unless given; several machines with one database need the same key."""
    previous_audit_signing_key: SecretStr | None = None
    """The previous signing key, which signs the new one with the next seal."""
    audit_public_key: str | None = None
    """The public key of the first signed seal, for verification, if this machine did not create it."""
    audit_head_file: Path | None = None
    """A file to which each new checkpoint of the audit trail is appended, preferably on the disk of another
    machine."""
    audit_head_syslog: str | None = None
    """A syslog to which each new checkpoint is sent: ``/dev/log``, ``host`` or ``host:port``."""
    audit_seal_seconds: Annotated[float, Field(gt=0)] = 3
    """The interval between seals of the audit trail."""
    audit_keep_days: Annotated[int, Field(ge=365)] | None = None
    """The age at which ``careops audit purge`` deletes events from the audit trail, at least 365 days; else they
    are kept forever."""
    access_token_minutes: Annotated[float, Field(gt=0)] = 15
    """The lifetime of an access token."""
    idle_minutes: Annotated[float, Field(gt=0)] = 30
    """The time without use after which a session ends."""
    session_hours: Annotated[float, Field(gt=0)] = 12
    """The time after which a session ends, used or not."""

    searches_per_minute: Annotated[int, Field(ge=1)] = 60
    """Catalogue searches of one address; they need no sign-in."""
    reads_per_minute: Annotated[int, Field(ge=1)] = 600
    """Reads of one user, over all workers of this machine."""
    writes_per_minute: Annotated[int, Field(ge=1)] = 80
    """Changes of one user, over all workers of this machine."""
    people_per_hour: Annotated[int, Field(ge=1)] = 2000
    """The number of records of people that one account may read within an hour before an alert (``careops
    alarms``)."""
    run_requests_per_minute: Annotated[int, Field(ge=1)] = 60_000
    """Reads and writes of bulk runs of one user, which have a separate limit."""
    anonymous_per_minute: Annotated[int, Field(ge=1)] = 300
    """Calls without sign-in of one address: signing in, renewing a session, searching a catalogue."""
    connections_per_address: Annotated[int, Field(ge=1)] = 50
    """Connections of one address; trusted proxies and this machine itself have no limit."""

    trusted_proxies: Annotated[frozenset[IPv4Network | IPv6Network], NoDecode] = frozenset()
    """Addresses and ranges (10.0.0.0/8) whose X-Forwarded-For and X-Request-ID are trusted, comma-separated."""
    https: bool = False
    """Set if a proxy serves this server over https; HSTS is sent then."""
    metrics_token: SecretStr | None = None
    """The token for reading ``/metrics`` from another machine."""
    traces_url: HttpAddress | None = None
    """The address of an OpenTelemetry collector for [traces](monitoring.md#traces), such as
    http://127.0.0.1:4318/v1/traces; without it, there are none. Needs the extra `tracing`."""
    traces_share: Annotated[float, Field(ge=0, le=1)] = 0.1
    """The share of requests that are traced, 0.1 for one in ten."""
    upstream_url: HttpAddress | None = None
    """The platform to which a gateway forwards calls, such as https://platform.example/api."""
    upstream_seconds: Annotated[float, Field(gt=0)] = 25
    """The time for an answer of that platform, including a second attempt and a slow body. A careops answers some
    calls only after 20 seconds: allow for more than that."""
    geocoder_url: HttpAddress | None = None
    """The address of a geocoder for suggestions, such as https://photon.example/api; without it, the bundled
    pincode data is used."""
    geocoder_kind: Literal["photon", "nominatim"] = "photon"
    """The format of the geocoder's answers."""
    geocoder_key: SecretStr | None = None
    """The key sent with every request to the geocoder as ``geocoder_key_name``; the browser never sees it
    (SEC-53)."""
    geocoder_key_name: str = "key"
    """The name of the key in the query of the geocoder."""
    search_url: HttpAddress | None = None
    """An OpenSearch or Elasticsearch that answers ``POST /_search``; without it, the bundled catalogue answers."""
    search_authorization: SecretStr | None = None
    """The complete Authorization header for it, such as ``ApiKey …`` or ``Basic …``."""
    search_index_prefix: str = ""
    """The beginning of the names of its indexes or aliases ``specialities``, ``clinic_specialities`` and
    ``pharma_firms``."""
    search_seconds: Annotated[float, Field(gt=0)] = 4
    """The time for an answer of the search service; after it, the answer is 503."""
    backup_dir: Path | None = None
    """The folder of ``careops backup``, preferably on another disk or machine."""
    backup_key: SecretStr | None = None
    """The key that encrypts backups, 64 hexadecimal digits. Without it, no backup can be restored."""
    feeds: tuple[Feed, ...] = ()
    """The feeds from which [news are fetched](news.md#feeds): one table `[[feeds]]` each in `careops.toml`, with
    `name`, `address`, and optionally `news_type`, `pharma`, `tags`, `hours`; in the environment all of them as
    JSON."""
    public_url: HttpAddress | None = None
    """The public address of this server, such as https://careops.example; without it, the address of the
    request."""
    s3_bucket: str | None = None
    """The S3 bucket for uploaded files; without it, they are in a folder below ``data_dir``."""
    s3_endpoint: HttpAddress | None = None
    """An S3 server other than Amazon's, such as https://minio.example."""
    s3_access_key: SecretStr | None = None
    """The access key for it, with ``s3_secret_key``; without it, the credentials of the machine."""
    s3_secret_key: SecretStr | None = None
    """The secret of ``s3_access_key``."""

    @model_validator(mode="before")
    @classmethod
    def _proxies_from_text(cls, values: dict[str, object]) -> dict[str, object]:
        proxies = values.get("trusted_proxies")
        if isinstance(proxies, str):
            values["trusted_proxies"] = frozenset(network.strip() for network in proxies.split(",") if network.strip())
        return values

    @model_validator(mode="after")
    def _each_feed_once(self) -> Self:
        names = [feed.name.lower() for feed in self.feeds]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"feeds: names must be unique; repeated: {', '.join(twice)}")
        return self

    @model_validator(mode="after")
    def _can_trace(self) -> Self:
        if self.traces_url is not None and find_spec("opentelemetry") is None:
            raise ValueError(f"traces_url: OpenTelemetry is not installed: {install_command('tracing')}")
        return self

    @model_validator(mode="after")
    def _fetched_where_it_is_read(self) -> Self:
        if self.feeds and self.upstream_url is not None:
            raise ValueError("feeds: behind a gateway it is the platform that fetches news; list them there")
        return self

    @model_validator(mode="after")
    def _owner_alone(self) -> Self:
        # The owner's URL is enough for migrations.
        self.database_url = self.database_url or self.database_owner_url
        return self

    @model_validator(mode="after")
    def _check_secrets(self) -> Self:
        if self.secret is not None and len(self.secret.get_secret_value()) < MIN_SECRET_LENGTH:
            raise ValueError(f"CAREOPS_SECRET must have at least {MIN_SECRET_LENGTH} characters")
        return self

    @cached_property
    def signing_keys(self) -> tuple[str, ...]:
        """Keys for tokens: the current one, then the previous one."""
        current = self.secret.get_secret_value() if self.secret else _read_or_create_secret(self.data_dir / "secret")
        return (current, self.previous_secret.get_secret_value()) if self.previous_secret else (current,)

    @cached_property
    def installation_id(self) -> str:
        """Identifier of this installation that does not reveal its secret. Servers with the same secret are one
        installation.
        """
        return hmac.digest(self.signing_keys[0].encode(), b"careops installation", "sha256").hex()[:16]

    @property
    def has_secret(self) -> bool:
        """True if a secret exists. Reading ``signing_keys`` would create one."""
        return self.secret is not None or (self.data_dir / "secret").exists()

    @cached_property
    def fingerprint_keys(self) -> tuple[bytes, ...]:
        """Keys for the fingerprints of idempotency keys: the current one, then the previous one."""
        return tuple(hmac.digest(key.encode(), b"careops idempotency", "sha256") for key in self.signing_keys)

    @cached_property
    def upload_keys(self) -> tuple[bytes, ...]:
        """Keys that sign the URLs of files: the current one, then the previous one."""
        return tuple(hmac.digest(key.encode(), b"careops uploads", "sha256") for key in self.signing_keys)

    @property
    def storage_origin(self) -> str | None:
        """Origin of the S3 bucket for browsers; empty if this server stores the files."""
        if self.s3_bucket is None:
            return None
        return _origin(self.s3_endpoint or f"https://s3.{STORAGE_REGION}.amazonaws.com")

    @property
    def public_origin(self) -> str | None:
        """Origin of the console for browsers, if known."""
        return _origin(self.public_url) if self.public_url else None

    @property
    def spool_dir(self) -> Path:
        """Folder for uploaded files of requests while they arrive, without names."""
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
        return init_settings, env_settings, _File(settings_cls)


class _File(TomlConfigSettingsSource):
    """``careops.toml`` without removed settings, which ``removed_settings`` reports."""

    def __call__(self) -> dict[str, Any]:
        return {name: value for name, value in super().__call__().items() if name not in REMOVED_SETTINGS}


def nearest_setting(name: str) -> str | None:
    """Return the nearest setting to a mistyped name, with the prefix if the name has it."""
    written = name.upper()
    names = [*(field.upper() for field in Settings.model_fields), *(other.removeprefix(PREFIX) for other in ELSEWHERE)]
    near = difflib.get_close_matches(written.removeprefix(PREFIX), names, n=1, cutoff=0.75)
    if not near:
        return None
    return f"{PREFIX}{near[0]}" if written.startswith(PREFIX) else near[0].lower()


def unknown_settings(environment: Mapping[str, str]) -> dict[str, str | None]:
    """Return variables that look like settings but are not, each with the nearest setting.

    They are reported and not refused, because a container's host may set similar ones (``CAREOPS_SERVICE_HOST``).
    """
    setting_names = {
        f"{PREFIX}{name}".upper() for name in (*Settings.model_fields, *REMOVED_SETTINGS)
    } | ELSEWHERE.keys()
    strange = sorted(name.upper() for name in environment if name.upper().startswith(PREFIX))
    return {name: nearest_setting(name) for name in strange if name not in setting_names}


def removed_settings(environment: Mapping[str, str]) -> dict[str, RemovedSetting]:
    """Return the removed settings in the environment and in ``careops.toml``, under their names there."""
    variables = {name.upper() for name in environment}
    used = {f"{PREFIX}{name}".upper(): row for name, row in REMOVED_SETTINGS.items()}
    lines = TomlConfigSettingsSource(Settings).toml_data
    return {
        **{name: row for name, row in used.items() if name in variables},
        **{name: row for name, row in REMOVED_SETTINGS.items() if name in lines},
    }


def _read_or_create_secret(path: Path) -> str:
    """Return the installation's secret, and create it on the first start. Two first starts at the same time get the
    same one.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        stored_secret = path.read_text("ascii").strip()
        if len(stored_secret) < MIN_SECRET_LENGTH:
            raise ValueError(f"{path} holds no usable secret; delete it to have a new one made") from None
        return stored_secret
    with os.fdopen(handle, "w") as file:
        secret = secrets.token_urlsafe(48)
        file.write(secret)
        return secret


def _origin(address: str) -> str:
    """Return scheme, host and port of a URL, which is the browser's notion of an origin."""
    scheme, _, location = address.partition("://")
    return f"{scheme}://{location.partition('/')[0]}"
