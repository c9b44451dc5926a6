"""Files: names, and repeated reading from their start."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from sdk.tests.shape_calls import UploadThings

from careops.files import Download, Upload, content_disposition, filename_from_disposition, safe_filename

PLAIN = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cf", "Zl", "Zp")), min_size=1, max_size=60)


def is_plain(name: str) -> bool:
    try:
        return safe_filename(name) == name
    except ValueError:
        return False


@given(PLAIN.filter(is_plain).filter(lambda name: name == name.strip().strip(".")))
def test_name_survives_its_header(name: str) -> None:
    header = content_disposition(name)
    assert header.isascii()
    assert header.isprintable()
    assert filename_from_disposition(header) == name


@given(st.text(max_size=80))
def test_file_name_of_the_platform_stays_in_the_folder(text: str) -> None:
    for header in (text, f"attachment; filename={text}", f'attachment; filename="{text}"'):
        name = filename_from_disposition(header)
        assert is_plain(name), name


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("", "download"),
        ("attachment", "download"),
        ('attachment; filename="leads.csv"', "leads.csv"),
        ('attachment; filename="../../etc/passwd"', "passwd"),
        ('attachment; filename="C:\\\\Users\\\\x\\\\leads.csv"', "leads.csv"),
        ("attachment; filename*=UTF-8''%2e%2e%2fleads.csv", "leads.csv"),
        ("attachment; filename=plain.csv; filename*=UTF-8''%E0%A8%B2.csv", "ਲ.csv"),
        ("attachment; filename*=UTF-8''%ff%00x", "�_x"),
        ('attachment; filename=".."', "download"),
        ('attachment; filename=".bashrc"', "bashrc"),
    ],
)
def test_disposition_headers_are_parsed(header: str, name: str) -> None:
    assert filename_from_disposition(header) == name


@pytest.mark.parametrize("name", [" ", ".", "..", "a/b", "a\\b", "../x", "a\nb", "a\0b", "\u202egpj.exe", "x" * 256])
def test_path_is_refused_as_name(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        Upload.of(io.BytesIO(b"x"), name=name)


def test_upload_is_read_from_a_path_or_an_open_file(tmp_path: Path) -> None:
    path = tmp_path / "photo of Asha.png"
    path.write_bytes(b"x" * 200_000)
    with path.open("rb") as file:
        file.seek(50)
        for upload in (Upload.of(path), Upload.of(str(path)), Upload.of(file)):
            assert (upload.name, upload.content_type, upload.size) == (path.name, "image/png", 200_000)
            for _ in range(2):
                assert [len(piece) for piece in upload.chunks()] == [65_536, 65_536, 65_536, 3_392]
        assert not file.closed
    assert Upload.of(io.BytesIO(b"x"), name="a.unheard-of").content_type == "application/octet-stream"
    with pytest.raises(OSError, match="No such file"):
        Upload.of(tmp_path / "missing.png")


def test_unseekable_file_is_refused() -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    with pytest.raises(ValueError, match="save it first"):
        Upload.of(Pipe(b"x"), name="x")


@pytest.mark.parametrize("value", ["/etc/passwd", Path("/etc/passwd"), b"x", None, {"name": "x"}, {"path": "/etc/x"}])
def test_call_never_opens_a_path(value: object) -> None:
    with pytest.raises(ValidationError, match="Please give a file"):
        UploadThings.from_wire({"clinic_id": "4"}, {}, None, {"file0": value})  # type: ignore[dict-item]  # the point


def test_truncated_download_leaves_no_file(tmp_path: Path) -> None:
    def broken() -> object:
        yield b"half"
        raise OSError("gone")

    download = Download(broken(), name="leads.csv")  # type: ignore[arg-type]  # `object` stands for a generator
    with pytest.raises(OSError, match="gone"):
        download.save(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert Download([b"a", b"b"], name="leads.csv").save(tmp_path) == tmp_path / "leads.csv"
    assert (tmp_path / "leads.csv").read_bytes() == b"ab"
