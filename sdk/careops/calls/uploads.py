"""Files on their way in: an address is signed for each, the bytes go there, and a change links them. Spec: A 7, B 7.

``careops.uploads`` does all three.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from careops.areas import Area, ClientT, verb
from careops.constants import PICTURE_ENDINGS, URL_MAX
from careops.contract import STAFF, Call, Example, Post
from careops.fields import Typed
from careops.shapes import rows

WRONG_PICTURE: Final = "Only jpeg, jpg, png and tiff files are accepted"
TOO_LARGE_PICTURE: Final = "Image size should not exceed 5MB"
UNREADABLE_PICTURE: Final = "This picture cannot be read"
TOO_MANY_PIXELS: Final = "This picture has too many pixels"
NO_UPLOAD: Final = "There is no uploaded file at this address"

Bucket = Literal["certificates", "photos", "news"]
"""Registration certificates, photos of doctors at a clinic, pictures of articles."""

_OF_A_PICTURE: Final = r"\.([jJ][pP][eE]?[gG]|[pP][nN][gG]|[tT][iI][fF][fF]?)$"
"""``PICTURE_ENDINGS`` as the document says them."""


class FileToUpload(BaseModel):
    """A file that is about to be uploaded."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    bucket: Bucket
    """What it is for."""
    file_path: Annotated[str, Typed(URL_MAX, at_least=1), Field(json_schema_extra={"pattern": _OF_A_PICTURE})]
    """Its name; only the ending counts, the platform chooses what it is called (B-96)."""

    @field_validator("file_path")
    @classmethod
    def _of_a_picture(cls, path: str) -> str:
        if not path.lower().endswith(PICTURE_ENDINGS):
            raise ValueError(WRONG_PICTURE)
        return path


class PresignUploads(Call[list[str]]):
    """Addresses to put files to, in the order of the files. Spec: A 7, B 7 (S-5, B-28, B-96).

    Each takes one PUT of one file, of the type its ending says, within five minutes, without a token. What is not
    linked to a record goes after a day.
    """

    route = Post("/presigned_urls", access=STAFF, answer=rows("data.ps_urls"), safe=True)
    example = Example(
        call={"files": [{"bucket": "certificates", "file_path": "registration.jpg"}]},
        answer=["https://careops.example/uploads/pending/certificates/5f0c….jpg?expires=1794998700&signature=…"],
    )

    files: Annotated[list[FileToUpload], Field(min_length=1, max_length=10)]
    """The files, ten at most."""


def stored_address(ps_url: str) -> str:
    """What a record is linked with: the signed address without its query."""
    return ps_url.partition("?")[0]


class Uploads(Area[ClientT]):
    """``client.uploads``: files on their way in."""

    presign = verb(PresignUploads)
