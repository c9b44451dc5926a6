"""Every setting of the server, from the environment (``CAREOPS_*``) and from ``careops.toml``; the environment wins."""

from __future__ import annotations

import hmac
import os
import secrets
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Literal, Self

import platformdirs
from pydantic import AliasChoices, Field, HttpUrl, SecretStr, StringConstraints, model_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from careops.constants import STORAGE_REGION

SECRET_MIN = 32
HttpAddress = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^https?://[^\s/]+")]


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
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    workers: Annotated[int, Field(ge=1, le=64)] = 2

    database_url: SecretStr | None = Field(
        default=None, validation_alias=AliasChoices("CAREOPS_DATABASE_URL", "DATABASE_URL", "database_url")
    )
    """A PostgreSQL of your own; without it an embedded one runs below ``data_dir``."""
    database_owner_url: SecretStr | None = None
    """The same database as its owner sees it, who alone may change its tables; ``database_url`` is then a role's that
    owns nothing. Made with ``careops db role``."""
    data_dir: Path = Field(default_factory=default_data_dir)
    """Everything this installation keeps: the embedded database, the secret, metrics."""
    reserve_mib: Annotated[int, Field(ge=0)] = 64
    """Left free for the embedded PostgreSQL's own needs: changes are refused when there is less."""
    pool_size: Annotated[int, Field(ge=1, le=200)] = 10
    """Database connections of one worker."""
    database_seconds: Annotated[float, Field(gt=0)] = 4.5
    """A request that has not got its answer from the database by then is answered with 503."""

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
    access_token_minutes: Annotated[float, Field(gt=0)] = 15
    idle_minutes: Annotated[float, Field(gt=0)] = 30
    session_hours: Annotated[float, Field(gt=0)] = 12
    refresh_grace_seconds: Annotated[float, Field(ge=0)] = 10
    session_check_seconds: Annotated[float, Field(ge=0)] = 1
    """How long a worker trusts what it last read about a session."""

    failures_per_account: Annotated[int, Field(ge=1)] = 10
    failures_per_address: Annotated[int, Field(ge=1)] = 50
    failures_in_all: Annotated[int, Field(ge=1)] = 1000
    failure_minutes: Annotated[float, Field(gt=0)] = 5
    searches_per_minute: Annotated[int, Field(ge=1)] = 60
    """Catalogue searches of one address: they need no sign-in."""
    reads_per_minute: Annotated[int, Field(ge=1)] = 600
    """Of one user, over all workers of this machine."""
    writes_per_minute: Annotated[int, Field(ge=1)] = 80
    run_requests_per_minute: Annotated[int, Field(ge=1)] = 60_000
    """Reads and writes of one user's bulk runs, which have a budget of their own."""
    requests_at_once: Annotated[int, Field(ge=1)] = 8
    anonymous_per_minute: Annotated[int, Field(ge=1)] = 300
    """Calls of one address that need no sign-in: signing in, renewing a session, searching a catalogue."""
    connections_per_address: Annotated[int, Field(ge=1)] = 50
    sockets_per_user: Annotated[int, Field(ge=1)] = 20
    """WebSockets of one user: a tab has one."""
    sockets_per_address: Annotated[int, Field(ge=1)] = 500
    """WebSockets of one address, as trusted proxies tell it."""
    hash_memory_kib: Annotated[int, Field(ge=8)] = 19_456
    hash_rounds: Annotated[int, Field(ge=1)] = 2
    hash_slots: Annotated[int, Field(ge=1)] = 2
    """Passwords hashed at once by one worker; each takes ``hash_memory_kib``."""

    trusted_proxies: Annotated[frozenset[IPv4Network | IPv6Network], NoDecode] = frozenset()
    """Addresses and ranges (10.0.0.0/8) whose X-Forwarded-For and X-Request-ID are believed, comma-separated."""
    https: bool = False
    """Served over https (by a proxy in front): HSTS is sent."""
    metrics_token: SecretStr | None = None
    """Needed to read ``/metrics`` from anywhere else than this machine."""
    upstream_url: str | None = None
    """Gateway mode: the platform whose calls this server passes on, such as https://platform.example/api."""
    upstream_seconds: Annotated[float, Field(gt=0)] = 20
    geocoder_url: HttpAddress | None = None
    """Where addresses are suggested from, such as https://photon.example/api; else from our own pincode data."""
    geocoder_kind: Literal["photon", "nominatim"] = "photon"
    """The form of the geocoder's answers."""
    geocoder_key: SecretStr | None = None
    """Sent with every question to the geocoder as ``geocoder_key_name``; the browser never sees it (SEC-53)."""
    geocoder_key_name: str = "key"
    geocoder_seconds: Annotated[float, Field(gt=0)] = 2
    """A geocoder that takes longer is left alone for a while; our own data answers meanwhile."""
    search_url: HttpAddress | None = None
    """An OpenSearch or Elasticsearch that answers ``POST /_search``; else our own catalogue does."""
    search_authorization: SecretStr | None = None
    """The Authorization header for it, whole, such as ``ApiKey …`` or ``Basic …``."""
    search_specialities_index: str = "specialities"
    search_clinic_specialities_index: str = "clinic_specialities"
    search_pharma_firms_index: str = "pharma_firms"
    search_seconds: Annotated[float, Field(gt=0)] = 4
    backup_dir: Path | None = None
    """Where ``careops backup`` keeps backups: best another disk, or another machine's."""
    backup_key: SecretStr | None = None
    """What they are encrypted with, 64 hexadecimal digits: without it nobody reads them again."""
    public_url: HttpAddress | None = None
    """What people call this server, such as https://careops.example; else as they say themselves."""
    s3_bucket: str | None = None
    """The S3 bucket that uploaded files are kept in; else a folder below ``data_dir``."""
    s3_endpoint: HttpAddress | None = None
    """An S3 server that is not Amazon's, such as https://minio.example."""
    s3_access_key: SecretStr | None = None
    """Who we are to it, with ``s3_secret_key``; else whatever this machine may use."""
    s3_secret_key: SecretStr | None = None
    console_dir: Path = Path(__file__).parent / "static"

    @model_validator(mode="before")
    @classmethod
    def _proxies_from_text(cls, values: dict[str, object]) -> dict[str, object]:
        given = values.get("trusted_proxies")
        if isinstance(given, str):
            values["trusted_proxies"] = frozenset(part.strip() for part in given.split(",") if part.strip())
        return values

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
        scheme, _, rest = (self.s3_endpoint or f"https://s3.{STORAGE_REGION}.amazonaws.com").partition("://")
        return f"{scheme}://{rest.partition('/')[0]}"

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
