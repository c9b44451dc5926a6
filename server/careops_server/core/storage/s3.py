"""S3 file store. Clients upload directly to S3 with presigned URLs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from careops.constants import SIGNED_MINUTES, STORAGE_REGION
from careops.errors import PayloadTooLarge, Unavailable
from careops_server.core.configuration.settings import Settings
from careops_server.core.observability.logs import log
from careops_server.core.storage.backend import UNREACHABLE, Listed, batched
from careops_server.core.storage.object_keys import Key

AnswerT = TypeVar("AnswerT")
_MAX_DELETED: Final = 1_000
"""S3's limit for one request."""
_MAX_MESSAGE_LENGTH: Final = 300
"""Logged characters of an S3 error."""


class S3Store:
    """File store in an S3 bucket.

    Keys are unguessable, and uploads are checked before they are linked (decision 112).
    """

    def __init__(self, settings: Settings) -> None:
        # Imported here because it takes 20 MB, which installations without S3 save.
        import boto3  # type: ignore[import-untyped]  # it brings no types
        from botocore.config import Config  # type: ignore[import-untyped]  # it has no types

        credentials = {"aws_access_key_id": settings.s3_access_key, "aws_secret_access_key": settings.s3_secret_key}
        self._bucket = settings.s3_bucket
        self._client: Any = boto3.client(
            "s3",
            endpoint_url=settings.s3_endpoint,
            region_name=STORAGE_REGION,
            config=Config(
                signature_version="s3v4",
                s3={"addressing_style": "path"},
                connect_timeout=3,
                read_timeout=10,
                retries={"total_max_attempts": 2},
                # Many S3 servers other than Amazon's refuse the trailing checksums that boto3 adds by default.
                request_checksum_calculation="when_required",
                response_checksum_validation="when_required",
            ),
            # Without them, boto3 takes credentials from the environment or the machine's role.
            **{name: secret.get_secret_value() for name, secret in credentials.items() if secret is not None},
        )

    def upload_url(self, key: Key, base: str) -> str:
        return self._address("put_object", key, {"ContentType": key.content_type})

    def get_address(self, key: Key, base: str, name: str = "") -> str:
        # Fixed media type, regardless of the stored content.
        shown = {"ResponseContentType": key.content_type}
        if disposition := key.disposition(name):
            shown["ResponseContentDisposition"] = disposition
        return self._address("get_object", key, shown)

    async def read(self, key: Key, *, most: int) -> bytes | None:
        def work() -> bytes | None:
            try:
                response = self._client.get_object(Bucket=self._bucket, Key=str(key))
            except self._client.exceptions.NoSuchKey:
                return None
            with response["Body"] as body:
                if response["ContentLength"] > most:
                    raise PayloadTooLarge(source="file")
                content: bytes = body.read()
                return content

        return await _call_s3(work)

    async def write(self, key: Key, content: bytes) -> None:
        where = {"Bucket": self._bucket, "Key": str(key), "ContentType": key.content_type}
        await _call_s3(lambda: self._client.put_object(Body=content, **where))

    async def delete(self, keys: list[str]) -> None:
        def work() -> None:
            for start in range(0, len(keys), _MAX_DELETED):
                leaving = [{"Key": key} for key in keys[start : start + _MAX_DELETED]]
                self._client.delete_objects(Bucket=self._bucket, Delete={"Objects": leaving, "Quiet": True})

        await _call_s3(work)

    async def batches(self, size: int) -> list[list[Listed]]:
        return await _call_s3(lambda: batched(self._listed(), size))

    async def ping(self) -> None:
        await _call_s3(lambda: self._client.head_bucket(Bucket=self._bucket))

    def _address(self, operation: str, key: Key, how: dict[str, str]) -> str:
        parameters = {"Bucket": self._bucket, "Key": str(key), **how}
        signed: str = self._client.generate_presigned_url(operation, Params=parameters, ExpiresIn=SIGNED_MINUTES * 60)
        return signed

    def _listed(self) -> Iterator[Listed]:
        for page in self._client.get_paginator("list_objects_v2").paginate(Bucket=self._bucket):
            for each in page.get("Contents", ()):
                if Key.read(each["Key"]) is not None:  # the bucket may contain other files
                    yield Listed(each["Key"], each["LastModified"])


async def _call_s3(work: Callable[[], AnswerT]) -> AnswerT:
    from botocore.exceptions import BotoCoreError, ClientError  # type: ignore[import-untyped]  # it has no types

    try:
        return await asyncio.to_thread(work)
    except (BotoCoreError, ClientError) as error:
        # An S3 error names the request, but never a key or a signature.
        log.warning("file store failed", reason=f"{type(error).__name__}: {error}"[:_MAX_MESSAGE_LENGTH])
        raise Unavailable(UNREACHABLE, retry_after=2) from error
