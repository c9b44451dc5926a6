"""Re-encode a picture in a subprocess with limits on memory and time: ``python -m …image_worker jpeg``.

Reads the picture from stdin. Writes one line of JSON, then the new picture: the same pixels, without any other content
of the file. The line has ``error`` if the picture is refused.
"""

from __future__ import annotations

import io
import json
import sys
from typing import Any, BinaryIO, Final

from PIL import Image, ImageOps, TiffImagePlugin

from careops.constants import MAX_PICTURE_BYTES
from careops_server.core.sandbox import set_limits
from careops_server.core.storage.formats import count_pages, to_8_bits

MAX_PIXELS: Final = 40_000_000
"""Twice the pixels of a good phone's camera."""
MAX_BYTES: Final = 4 * MAX_PICTURE_BYTES
"""A PNG of many pixels can be far larger than the JPEG it came from."""
_MAX_JPEG_SIDE: Final = 65_500
"""Limit of Pillow's JPEG encoder for one side, in pixels."""
MEMORY: Final = 1 << 30
SECONDS: Final = 10
_HOW: Final[dict[str, dict[str, Any]]] = {
    "JPEG": {"quality": 88, "optimize": True},
}
_FORMATS: Final = ("JPEG", "PNG", "TIFF")


def reencode(source: BinaryIO, kind: str) -> tuple[dict[str, Any], bytes]:
    """Decode a picture and encode its pixels as ``JPEG`` or ``PNG``.

    Return its properties and the new file, or only ``error`` if it is refused. Pictures with several pages or pixels of
    unknown range are refused, because their content would change.
    """
    Image.MAX_IMAGE_PIXELS = None  # the check below is stricter, and has a separate message
    try:
        with Image.open(source, formats=_FORMATS) as opened:
            too_long = kind == "JPEG" and max(opened.size) > _MAX_JPEG_SIDE
            if opened.width * opened.height > MAX_PIXELS or too_long:
                return {"error": "pixels"}, b""
            if (pages := count_pages(opened)) > 1:
                return {"error": "pages", "count": pages}, b""
            opened.load()
            if opened.mode in ("I", "F"):
                return {"error": "depth"}, b""
            picture = _plain(ImageOps.exif_transpose(to_8_bits(opened)), kind)
    except (OSError, ValueError, SyntaxError, MemoryError, Image.DecompressionBombError, EOFError, KeyError):
        # Pillow raises these for broken or malicious files.
        return {"error": "unreadable"}, b""
    buffer = io.BytesIO()
    picture.save(buffer, kind, **_HOW.get(kind, {}))
    if buffer.tell() > MAX_BYTES:
        return {"error": "large"}, b""
    return {"width": picture.width, "height": picture.height, "look": difference_hash(picture)}, buffer.getvalue()


def difference_hash(picture: Image.Image) -> int:
    """Return a 64-bit difference hash: one bit for each pair of neighbouring points, set if the second is brighter.
    Hashes of similar pictures differ in a few bits.
    """
    points = picture.convert("L").resize((9, 8), Image.Resampling.LANCZOS).tobytes()
    look = 0
    for row in range(8):
        for column in range(8):
            at = row * 9 + column
            look = look << 1 | (points[at] < points[at + 1])
    return look - (1 << 64) if look >> 63 else look  # signed, as PostgreSQL's bigint


def _plain(opened: Image.Image, kind: str) -> Image.Image:
    """Return the bare pixels, on white if the new format has no transparency."""
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
    """Re-encode the picture in stdin."""
    set_limits(memory=MEMORY, seconds=SECONDS)
    TiffImagePlugin.READ_LIBTIFF = False
    details, picture = reencode(io.BytesIO(sys.stdin.buffer.read()), sys.argv[1].upper())
    sys.stdout.buffer.write(json.dumps(details).encode() + b"\n" + picture)


if __name__ == "__main__":
    main()
