"""Extraction of archives that this project has made itself."""

from __future__ import annotations

import tarfile
from pathlib import Path


def extract(archive: tarfile.TarFile, folder: Path) -> None:
    """Extract the files of an archive, without the parts of its paths and modes that reach outside the folder.

    Python 3.11.2 has no such filter. The archives here come from our own builds, so it extracts them without one.
    """
    archive.extraction_filter = getattr(tarfile, "data_filter", None)
    archive.extractall(folder)  # noqa: S202 (our own archives)
