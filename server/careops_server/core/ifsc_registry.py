"""Registry of IFSC codes: the bank of a code, and its branches.

``python -m careops_server.core.ifsc_registry FOLDER`` updates it from the data of the npm package ``ifsc`` unpacked in
FOLDER (decision 34).
"""

from __future__ import annotations

import json
import lzma
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

_FILE: Final = Path(__file__).with_name("ifsc.json.xz")
_BRANCH: Final = 6
"""Characters of a code that name the branch, after the bank's four letters and a zero."""


@dataclass(frozen=True)
class Registry:
    """Names of banks, and their branches as joined strings of six sorted characters each."""

    names: dict[str, str]
    branches: dict[str, str]
    members: dict[str, str]
    """Names of small banks that have single codes of a larger one."""

    @classmethod
    def read(cls) -> Self:
        """Load the registry from the file beside this module."""
        return cls(**json.loads(lzma.decompress(_FILE.read_bytes())))

    def bank_name(self, ifsc: str) -> str | None:
        """Return the bank of a code, None if unknown."""
        return self.members.get(ifsc) or self.names.get(ifsc[:4])

    def has(self, ifsc: str) -> bool:
        """Return whether the bank has the branch."""
        branches, branch = self.branches.get(ifsc[:4], ""), ifsc[-_BRANCH:]
        at = branches.find(branch)
        while at >= 0 and at % _BRANCH:  # a match across two branches
            at = branches.find(branch, at + 1)
        return at >= 0

    def branches_of(self, bank: str) -> list[str]:
        """Return the codes of a bank's branches."""
        joined = self.branches[bank]
        return [f"{bank}0{joined[at : at + _BRANCH]}" for at in range(0, len(joined), _BRANCH)]


@cache
def registry() -> Registry:
    """Return the registry, loaded on first use: two megabytes that most workers never need."""
    return Registry.read()


def refresh(folder: Path) -> None:
    """Update the file from the package's data."""

    def data(name: str) -> dict[str, Any]:
        content: dict[str, Any] = json.loads((folder / "src" / f"{name}.json").read_text("utf-8"))
        return content

    codes, names = data("IFSC"), data("banknames")
    written = {
        # A few of the smallest are registered without a name.
        "names": {bank: names.get(bank, bank) for bank in sorted(codes)},
        "branches": {bank: "".join(sorted(str(code).zfill(_BRANCH) for code in codes[bank])) for bank in sorted(codes)},
        "members": {ifsc: names[bank] for ifsc, bank in sorted(data("sublet").items()) if bank in names},
    }
    _FILE.write_bytes(lzma.compress(json.dumps(written, ensure_ascii=False).encode(), preset=9))


if __name__ == "__main__":
    refresh(Path(sys.argv[1]))
