"""Choice of the file store: an S3 bucket if one is configured, else the local folder."""

from __future__ import annotations

from careops_server.core.configuration.settings import Settings
from careops_server.core.storage.backend import Store
from careops_server.core.storage.local import LocalStore


def create_store(settings: Settings) -> Store:
    """Return the store of the settings."""
    if settings.s3_bucket is None:
        return LocalStore(settings)
    from careops_server.core.storage.s3 import S3Store

    return S3Store(settings)
