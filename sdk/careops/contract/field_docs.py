"""Descriptions of fields, read from the docstrings below them in the source.

They are read when documents or help are generated, never for a call: loading them with the models would slow down every
start.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping
from functools import cache
from inspect import cleandoc
from pathlib import Path

from pydantic import BaseModel

_Sentences = Mapping[str, str]


def field_docs(model: type[BaseModel]) -> dict[str, str]:
    """Return the descriptions of a model's fields, including inherited ones; fields without one are omitted."""
    sentences: dict[str, str] = {}
    for base in reversed(model.__mro__):
        # Pydantic creates `Page[Clinic]` from `Page`, which is in the source.
        sentences |= _sentences_of(base.__module__).get(base.__qualname__.partition("[")[0], {})
    return {name: sentences[name] for name in model.model_fields if name in sentences}


@cache
def _sentences_of(module: str) -> Mapping[str, _Sentences]:
    """Return the descriptions by class and field. Empty if the source file is not beside the module."""
    path = getattr(sys.modules.get(module), "__file__", None)
    if path is None or not path.endswith(".py"):
        return {}
    classes = (node for node in ast.parse(Path(path).read_text("utf-8")).body if isinstance(node, ast.ClassDef))
    return {node.name: _below_fields(node) for node in classes}


def _below_fields(node: ast.ClassDef) -> _Sentences:
    return {
        field.target.id: cleandoc(below.value.value)
        for field, below in zip(node.body, node.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and isinstance(below.value.value, str)
    }
