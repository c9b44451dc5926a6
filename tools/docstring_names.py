"""Names in double backquotes in docstrings, which must exist: as a parameter, a definition, a column or a value."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from pathlib import Path

from tools.files import ROOT, files

_NAME = re.compile(r"``([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?``")
_WORD = re.compile(r"\w+")
_DEFINITIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass
class _Module:
    """A module with the names that its own docstrings may use."""

    docstrings: list[ast.Constant] = field(default_factory=list)
    names: set[str] = field(default_factory=lambda: set(dir(builtins)))
    imported: set[str] = field(default_factory=set)
    """Names of imports, whose attributes are not known."""
    definitions: set[str] = field(default_factory=set)
    values: set[str] = field(default_factory=set)


def unknown_names(root: Path = ROOT) -> list[str]:
    """Return file, line and name of each one that neither its module nor a definition of the repository has."""
    sources = [name for name in files(root=root) if name.endswith(".py") and "/versions/" not in name]
    modules = {name: _read(ast.parse((root / name).read_text("utf-8"))) for name in sources}
    everywhere = {word for name in files(root=root) for word in Path(name).name.split(".")}
    everywhere |= {segment for name in sources for segment in Path(name).parts}
    everywhere |= set(_WORD.findall((root / "docs/schema.sql").read_text("utf-8")))
    imported = set().union(*(module.imported for module in modules.values()))
    everywhere |= imported.union(*(module.definitions | module.values for module in modules.values()))
    return [
        f"{path}:{docstring.lineno}: {name}"
        for path, module in modules.items()
        for docstring in module.docstrings
        for name in _NAME.findall(str(docstring.value))
        if not _exists(name, module.names | everywhere, imported)
    ]


def _exists(name: str, existing: Set[str], imported: Set[str]) -> bool:
    first, *attributes = name.split(".")
    return bool(attributes and first in imported) or {first, *attributes} <= existing


def _read(tree: ast.Module) -> _Module:
    module = _Module()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            module.docstrings.append(node.value)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            module.imported |= {alias.asname or alias.name.split(".")[0] for alias in node.names}
            module.imported.add((getattr(node, "module", None) or "").split(".")[0])
        module.names |= set(_names(node))
        if isinstance(node, _DEFINITIONS):
            module.definitions.add(node.name)
        if isinstance(node, ast.Module | ast.ClassDef):
            module.definitions |= set(_assigned(node))
    documentation = {id(docstring) for docstring in module.docstrings}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            module.names |= set(_WORD.findall(node.value))
            if "_" in node.value:
                module.values.add(node.value)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal":
            module.values |= {str(value.value) for value in ast.walk(node.slice) if isinstance(value, ast.Constant)}
    return module


def _names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(asname=str(name)):
            yield name
        case ast.keyword(arg=str(name)):
            yield name
        case ast.alias(name=name):
            yield from name.split(".")


def _assigned(node: ast.Module | ast.ClassDef) -> Iterator[str]:
    for statement in node.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        yield from (target.id for target in targets if isinstance(target, ast.Name))
