"""Settings of an S3 bucket."""

from __future__ import annotations

from pathlib import Path

from pydantic import SecretStr

from careops_server.core.configuration.settings import Settings


def settings(endpoint: str, data_dir: Path) -> Settings:
    return Settings(
        data_dir=data_dir,
        s3_bucket="careops",
        s3_endpoint=endpoint,
        s3_access_key=SecretStr("careops-tests"),
        s3_secret_key=SecretStr("a secret of the tests"),
    )
