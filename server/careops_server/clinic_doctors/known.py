"""The sentence for a doctor whom a clinic does not have."""

from __future__ import annotations

from typing import Final

NOT_HERE: Final = "This clinic has no doctor with this id"
