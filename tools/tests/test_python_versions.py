"""The lowest version of Python that the README names runs everything, although patch releases add arguments."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator

import pytest
import yaml  # type: ignore[import-untyped]  # untyped

from tools.files import ROOT, files

ADDED = {
    # 3.11.4
    *(("extract", "filter"), ("extractall", "filter"), ("unpack_archive", "filter")),
    # 3.11.10
    *(("getaddresses", "strict"), ("parseaddr", "strict")),
}
"""Functions and their arguments that patch releases of 3.11 added, by the notes "Changed in version 3.11.x"."""
ADDED_NAMES = {
    # 3.11.4
    *("data_filter", "tar_filter", "fully_trusted_filter", "FilterError", "LinkOutsideDestinationError"),
    *("AbsoluteLinkError", "AbsolutePathError", "OutsideDestinationError", "SpecialFileError"),
    # 3.11.9
    *("SetReparseDeferralEnabled", "GetReparseDeferralEnabled"),
}


def newer_parts(source: str) -> Iterator[str]:
    """Yield each use of a name or an argument that 3.11.0 does not have. ``getattr`` with a default is no such use."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            function = node.func
            name = getattr(function, "attr", None) or getattr(function, "id", None)
            yield from (f"{name}({word.arg}=)" for word in node.keywords if (name, word.arg) in ADDED)
        elif isinstance(node, ast.Attribute) and node.attr in ADDED_NAMES:
            yield node.attr


@pytest.mark.parametrize(
    ("source", "uses"),
    [
        ("archive.extractall(folder, filter='data')", ["extractall(filter=)"]),
        ("unpack_archive(archive, folder, filter='data')", ["unpack_archive(filter=)"]),
        ("tarfile.data_filter", ["data_filter"]),
        ("getattr(tarfile, 'data_filter', None)", []),
        ("archive.extractall(folder)", []),
    ],
)
def test_newer_argument_in_source_is_found(source: str, uses: list[str]) -> None:
    assert list(newer_parts(source)) == uses


def test_sources_use_no_newer_arguments() -> None:
    sources = {name: (ROOT / name).read_text("utf-8") for name in files() if name.endswith(".py")}
    assert {name: uses for name, source in sources.items() if (uses := list(newer_parts(source)))} == {}


def test_workflow_runs_lowest_and_highest_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lowest = re.fullmatch(r">=(3\.\d+)", project["requires-python"])
    assert lowest is not None
    named = [text.rpartition(" ")[2] for text in project["classifiers"] if text.startswith("Programming Language")]
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text("utf-8"))
    versions = workflow["jobs"]["tests"]["strategy"]["matrix"]["python"]
    assert versions == [f"{lowest[1]}.2", named[-1]]
    assert named[0] == lowest[1]
    assert f"Python {lowest[1]} or newer" in (ROOT / "README.md").read_text("utf-8")
