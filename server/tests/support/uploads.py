"""Pictures and their uploads."""

from __future__ import annotations

import io
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest
from PIL import Image, ImageDraw
from server.tests.support.stage import CARE, Stage

from careops import AsyncCareOps
from careops.calls.doctors import DoctorProfile
from careops.calls.uploads import (
    FileToUpload,
    stored_address,
)

TYPES: Final = {"jpg": "image/jpeg", "png": "image/png", "tiff": "image/tiff"}


def picture(kind: str = "JPEG", size: tuple[int, int] = (320, 200), **how: Any) -> bytes:
    """A generated certificate image."""
    drawn = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(drawn)
    draw.rectangle((10, 10, size[0] - 10, size[1] - 10), outline="navy", width=4)
    draw.text((40, 60), how.pop("text", "Punjab Medical Council"), fill="black")
    buffer = io.BytesIO()
    drawn.save(buffer, kind, **how)
    return buffer.getvalue()


class Desk:
    """A doctor, and a client that uploads certificates."""

    def __init__(self, stage: Stage, client: AsyncCareOps, doctor_id: int) -> None:
        self.stage, self.client, self.id = stage, client, doctor_id

    async def signed(self, name: str = "registration.jpg") -> str:
        (address,) = await self.client.uploads.presign(files=[FileToUpload(bucket="certificates", file_path=name)])
        return address

    async def put(self, address: str, content: bytes, kind: str = "jpg", **headers: str) -> httpx.Response:
        async with self.stage.http() as http:
            return await http.put(address, content=content, headers={"content-type": TYPES[kind], **headers})

    async def brought(self, content: bytes, name: str = "registration.jpg") -> str:
        address = await self.signed(name)
        put = await self.put(address, content, name.rpartition(".")[2])
        assert put.status_code == 200, put.text
        return stored_address(address)

    async def link(self, address: str | None) -> None:
        await self.client.doctors.update(id=self.id, reg_photo_url=address)

    async def read(self) -> DoctorProfile:
        return await self.client.doctors.read(id=self.id)

    async def fetch(self) -> httpx.Response:
        address = (await self.read()).reg_photo_url
        assert address is not None
        async with self.stage.http() as http:
            return await http.get(address)

    def files(self) -> list[str]:
        folder = self.stage.settings.data_dir / "uploads"
        return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.fixture
async def desk(stage: Stage) -> Desk:
    return Desk(stage, await stage.signed_in(CARE), await stage.doctor(reg_nbr="PMC-20417"))


def altered(address: str, **change: str) -> str:
    parts = urlsplit(address)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    return parts._replace(path=change.pop("path", parts.path), query=urlencode({**query, **change})).geturl()
