"""Object keys: unguessable names of files, below the bucket of their purpose."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final, Self, get_args
from urllib.parse import unquote, urlsplit

from careops.calls.uploads import Bucket
from careops.files import content_disposition

TYPES: Final = {
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
}
PENDING: Final = "pending/"
PUBLIC: Final = frozenset({"photos", "news"})
"""Buckets whose pictures the apps of patients and doctors show. The addresses need no signature and do not
expire.
"""
_KEY: Final = re.compile(rf"(pending/)?({'|'.join(get_args(Bucket))})/([0-9a-f]{{32}})(\.jpg|\.jpeg|\.png|\.tiff?)")


@dataclass(frozen=True)
class Key:
    """Object key of one file, such as ``certificates/5f0c….jpg``.

    It is below ``pending/`` until the file was checked.
    """

    bucket: str
    name: str
    ending: str
    pending: bool

    @classmethod
    def new(cls, bucket: Bucket, file_path: str) -> Self:
        """Return a new key for a file that will be uploaded."""
        return cls(bucket, secrets.token_hex(16), PurePosixPath(file_path.lower()).suffix, pending=True)

    @classmethod
    def read(cls, written: str) -> Self | None:
        """Return the key at the end of a URL, or the key itself; None if there is no key."""
        path = unquote(urlsplit(written).path)
        match = re.search(rf"(?:^|/){_KEY.pattern}$", path)
        return cls(match[2], match[3], match[4], pending=match[1] is not None) if match else None

    @property
    def processed_key(self) -> Self:
        """Key of the same picture after processing. A TIFF becomes a JPEG, because browsers do not show TIFF."""
        ending = ".jpg" if self.kind == "tiff" else self.ending
        return type(self)(self.bucket, self.name, ending, pending=False)

    @property
    def is_public(self) -> bool:
        """True if the file has one unsigned address without access control."""
        return self.bucket in PUBLIC and not self.pending

    @property
    def content_type(self) -> str:
        """Media type for upload and download."""
        return TYPES[self.ending]

    def disposition(self, name: str = "") -> str | None:
        """Return the header that names the file ``name``. A TIFF is downloaded, because browsers show no TIFF."""
        if self.kind == "tiff":
            return content_disposition(f"{name or self.bucket.removesuffix('s')}{self.ending}")
        return content_disposition(f"{name}{self.ending}", "inline") if name else None

    @property
    def kind(self) -> str:
        """``jpeg``, ``png`` or ``tiff``."""
        return self.content_type.partition("/")[2]

    def __str__(self) -> str:
        return f"{PENDING if self.pending else ''}{self.bucket}/{self.name}{self.ending}"
