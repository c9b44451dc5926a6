"""Re-encode a picture in a subprocess with limits on memory and time: ``python -m …pictures jpeg``.

Reads the picture from stdin. Writes one line of JSON, then the new picture: the same to look at, without anything else
that was in the file. The line has ``error`` if the picture is refused.
"""

from __future__ import annotations

import io
import json
import sys
from typing import Any, BinaryIO, Final

from PIL import Image, ImageOps, TiffImagePlugin

from careops.constants import PICTURE_MAX
from careops_server.shelter import limit
from careops_server.uploads.formats import count_pages, to_8_bits

MOST_PIXELS: Final = 40_000_000
"""Twice a good phone's camera."""
MOST_BYTES: Final = 4 * PICTURE_MAX
"""A PNG of many pixels can be far larger than the JPEG it was made from."""
_LONGEST_JPEG: Final = 65_500
"""Pixels of one side that Pillow's JPEG encoder takes."""
MEMORY: Final = 1 << 30
SECONDS: Final = 10
_HOW: Final[dict[str, dict[str, Any]]] = {
    "JPEG": {"quality": 88, "optimize": True},
}
_FORMATS: Final = ("JPEG", "PNG", "TIFF")


def remade(source: BinaryIO, kind: str) -> tuple[dict[str, Any], bytes]:
    """Decode a picture and encode its pixels as ``JPEG`` or ``PNG``.

    Return what is known of it and the new file; only ``error`` if it was refused. A picture is refused rather than kept
    with changed content: other pages and pixels of unknown range cannot be kept.
    """
    Image.MAX_IMAGE_PIXELS = None  # the check below is stricter, and has its own sentence
    try:
        with Image.open(source, formats=_FORMATS) as opened:
            too_long = kind == "JPEG" and max(opened.size) > _LONGEST_JPEG
            if opened.width * opened.height > MOST_PIXELS or too_long:
                return {"error": "pixels"}, b""
            if (pages := count_pages(opened)) > 1:
                return {"error": "pages", "count": pages}, b""
            opened.load()
            if opened.mode in ("I", "F"):
                return {"error": "depth"}, b""
            picture = _plain(ImageOps.exif_transpose(to_8_bits(opened)), kind)
    except (OSError, ValueError, SyntaxError, MemoryError, Image.DecompressionBombError, EOFError, KeyError):
        # What Pillow raises for files that are broken, or made to break it.
        return {"error": "unreadable"}, b""
    made = io.BytesIO()
    picture.save(made, kind, **_HOW.get(kind, {}))
    if made.tell() > MOST_BYTES:
        return {"error": "large"}, b""
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
    """Return the pixels and nothing else: on white if the new kind has no transparency."""
    has_alpha = opened.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in opened.info
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
