"""Taking a picture apart and making it anew, in a process of its own with limits: ``python -m …pictures jpeg``.

Reads the picture from stdin. Writes one line of JSON, then the new picture: the same to look at, without anything else
that was in the file. What is wrong with it is said in the line, as ``error``.
"""

from __future__ import annotations

import io
import json
import sys
from typing import Any, BinaryIO, Final

from PIL import Image, ImageOps, TiffImagePlugin

from careops_server.shelter import limit

MOST_PIXELS: Final = 40_000_000
"""Twice a good phone's camera."""
MEMORY: Final = 1 << 30
SECONDS: Final = 10
_HOW: Final[dict[str, dict[str, Any]]] = {
    "JPEG": {"quality": 88, "optimize": True},
    "TIFF": {"compression": "tiff_deflate"},
}
_FORMATS: Final = ("JPEG", "PNG", "TIFF")


def remade(source: BinaryIO, kind: str) -> tuple[dict[str, Any], bytes]:
    """What is known of the picture, and it anew as ``JPEG``, ``PNG`` or ``TIFF``; only ``error`` when it is none."""
    Image.MAX_IMAGE_PIXELS = None  # the line below refuses earlier, and in words of ours
    try:
        with Image.open(source, formats=_FORMATS) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                return {"error": "pixels"}, b""
            opened.load()
            picture = _plain(ImageOps.exif_transpose(opened), kind)
    except (OSError, ValueError, SyntaxError, MemoryError, Image.DecompressionBombError, EOFError, KeyError):
        # What Pillow raises for files that are broken, or made to break it.
        return {"error": "unreadable"}, b""
    made = io.BytesIO()
    picture.save(made, kind, **_HOW.get(kind, {}))
    return {"width": picture.width, "height": picture.height, "look": difference_hash(picture)}, made.getvalue()


def difference_hash(picture: Image.Image) -> int:
    """64 bits that pictures which look alike share but for a few: where it gets brighter from point to point."""
    points = picture.convert("L").resize((9, 8), Image.Resampling.LANCZOS).tobytes()
    look = 0
    for row in range(8):
        for column in range(8):
            at = row * 9 + column
            look = look << 1 | (points[at] < points[at + 1])
    return look - (1 << 64) if look >> 63 else look  # as PostgreSQL's bigint has it


def _plain(opened: Image.Image, kind: str) -> Image.Image:
    """Its pixels and nothing else: on white where the new kind knows no transparency."""
    has_alpha = opened.mode in ("RGBA", "LA", "PA") or "transparency" in opened.info
    picture = opened.convert("RGBA" if has_alpha else "L" if opened.mode in ("1", "L") else "RGB")
    if has_alpha and kind == "JPEG":
        ground = Image.new("RGB", picture.size, "white")
        ground.paste(picture, mask=picture.getchannel("A"))
        picture = ground
    bare = Image.new(picture.mode, picture.size)
    bare.paste(picture)
    return bare


def main() -> None:
    """Remake what stdin holds."""
    limit(memory=MEMORY, seconds=SECONDS)
    TiffImagePlugin.READ_LIBTIFF = False
    known, picture = remade(io.BytesIO(sys.stdin.buffer.read()), sys.argv[1].upper())
    sys.stdout.buffer.write(json.dumps(known).encode() + b"\n" + picture)


if __name__ == "__main__":
    main()
