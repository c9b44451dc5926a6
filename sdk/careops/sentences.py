"""What each field means, in the sentence that stands below it in the source: what an editor shows when asked.

Read when documents are written or help is asked for, and never on the way to a call: keeping the sentences in the
models would cost every start of the program.
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


def field_sentences(model: type[BaseModel]) -> dict[str, str]:
    """The sentence of each of a model's fields, the inherited ones included; a field without one is left out."""
    found: dict[str, str] = {}
    for base in reversed(model.__mro__):
        # Pydantic makes `Page[Clinic]` of `Page`, which is in the source.
        found |= _sentences_of(base.__module__).get(base.__qualname__.partition("[")[0], {})
    return {name: found[name] for name in model.model_fields if name in found}


@cache
def _sentences_of(module: str) -> Mapping[str, _Sentences]:
    """By class and field. Nothing, where the source does not lie beside the module."""
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
