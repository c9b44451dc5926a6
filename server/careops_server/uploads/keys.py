"""What files are called in a store: a name nobody can guess, below what they are for."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final, Self, get_args
from urllib.parse import unquote, urlsplit

from careops.calls.uploads import Bucket

TYPES: Final = {
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
}
PENDING: Final = "pending/"
PUBLIC: Final = frozenset({"photos", "news"})
"""What patients and doctors see in their apps: anybody may look at it who knows where it is, for as long as it is."""
_KEY: Final = re.compile(rf"(pending/)?({'|'.join(get_args(Bucket))})/([0-9a-f]{{32}})(\.jpg|\.jpeg|\.png|\.tiff?)")


@dataclass(frozen=True)
class Key:
    """The name of one file, ``certificates/5f0c….jpg``; below ``pending/`` until it was looked at."""

    bucket: str
    name: str
    ending: str
    pending: bool

    @classmethod
    def new(cls, bucket: Bucket, file_path: str) -> Self:
        """A name for a file that is about to come."""
        return cls(bucket, secrets.token_hex(16), PurePosixPath(file_path.lower()).suffix, pending=True)

    @classmethod
    def read(cls, written: str) -> Self | None:
        """The key at the end of an address, or by itself; None where there is none."""
        path = unquote(urlsplit(written).path)
        found = re.search(rf"(?:^|/){_KEY.pattern}$", path)
        return cls(found[2], found[3], found[4], pending=found[1] is not None) if found else None

    @property
    def kept(self) -> Self:
        """The same picture once it was processed. A TIFF becomes a JPEG, because browsers show no TIFF."""
        ending = ".jpg" if self.kind == "tiff" else self.ending
        return type(self)(self.bucket, self.name, ending, pending=False)

    @property
    def is_public(self) -> bool:
        """Whether it is shown at one address to anybody, without a signature."""
        return self.bucket in PUBLIC and not self.pending

    @property
    def content_type(self) -> str:
        """The type it is put and shown as."""
        return TYPES[self.ending]

    @property
    def kind(self) -> str:
        """``jpeg``, ``png`` or ``tiff``."""
        return self.content_type.partition("/")[2]

    def __str__(self) -> str:
        return f"{PENDING if self.pending else ''}{self.bucket}/{self.name}{self.ending}"
