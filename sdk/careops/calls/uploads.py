"""File uploads: presigned URLs, to which the bytes are sent before a change links the files. Spec: A 7, B 7.

``careops.uploads`` does all steps.
"""

from __future__ import annotations

import unicodedata
from pathlib import PurePosixPath
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from careops.constants import MAX_URL_LENGTH, PICTURE_ENDINGS
from careops.contract import STAFF, Call, Example, Post
from careops.contract.envelopes import page_in
from careops.contract.fields import CONTROL_CHARACTERS, TypedText
from careops.contract.resource import ClientT, Resource, method
from careops.error_codes import title_of

WRONG_PICTURE: Final = title_of("picture_kind")
TOO_LARGE_PICTURE: Final = title_of("picture_too_large")
UNREADABLE_PICTURE: Final = title_of("picture_unreadable")
TOO_MANY_PIXELS: Final = title_of("picture_too_many_pixels")
TOO_DEEP: Final = title_of("picture_too_deep")
TOO_LARGE_SAVED: Final = title_of("picture_too_large_saved")
TOO_MANY_PENDING: Final = title_of("too_many_uploads")
UPLOADS_FULL: Final = title_of("uploads_full")
NO_UPLOAD: Final = title_of("upload_not_found")

_CONTROLS: Final = frozenset({"Cc", "Zl", "Zp"})
"""Unicode categories that file names must not contain: control characters, line and paragraph separators."""

Bucket = Literal["certificates", "photos", "news"]
"""Buckets: registration certificates, photos of doctors at a clinic, pictures of articles."""

_OF_A_PICTURE: Final = r"[^/]\.([jJ][pP][eE]?[gG]|[pP][nN][gG]|[tT][iI][fF][fF]?)$"
"""Pattern of a name with one of ``PICTURE_ENDINGS``, for the OpenAPI document."""


class FileToUpload(BaseModel):
    """File to upload."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    bucket: Bucket
    """Purpose of the file."""
    file_path: Annotated[
        str, TypedText(MAX_URL_LENGTH, at_least=1), Field(json_schema_extra={"pattern": _OF_A_PICTURE})
    ]
    """File name. Only its ending matters, because the platform chooses the stored name (B-96)."""

    @field_validator("file_path")
    @classmethod
    def _of_a_picture(cls, path: str) -> str:
        if any(unicodedata.category(letter) in _CONTROLS for letter in path):
            raise ValueError(CONTROL_CHARACTERS)
        # ".jpg" alone is a name without an ending.
        if not path.lower().endswith(PICTURE_ENDINGS) or not PurePosixPath(path).suffix:
            raise ValueError(WRONG_PICTURE)
        return path


class PresignUploads(Call[list[str]]):
    """Return presigned URLs for uploads, in the order of the files. Spec: A 7, B 7 (S-5, B-28, B-96).

    Each URL accepts one PUT of one file within five minutes, with the type of its ending and without a token. A file
    that is not linked to a record is deleted after an hour. The number of unlinked files per account is limited.
    """

    route = Post("/presigned_urls", access=STAFF, answer=page_in("data.ps_urls"), event="upload.presign")
    example = Example(
        call={"files": [{"bucket": "certificates", "file_path": "registration.jpg"}]},
        answer=["https://careops.example/uploads/pending/certificates/5f0c….jpg?expires=1794998700&signature=…"],
    )

    files: Annotated[list[FileToUpload], Field(min_length=1, max_length=10)]
    """Files, at most ten."""


def stored_address(ps_url: str) -> str:
    """Return the address that a record stores: the presigned URL without its query."""
    return ps_url.partition("?")[0]


class Uploads(Resource[ClientT]):
    """``client.uploads``: file uploads."""

    presign = method(PresignUploads)
