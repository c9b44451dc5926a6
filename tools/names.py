"""Check names of modules, public classes, functions and variables by the rules in ``tools/names.toml``.

python -m tools.names    print violations; exit 1 if there are any
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from tools.files import ROOT, files

RULES = ROOT / "tools/names.toml"
PACKAGES = {"careops": "sdk/careops/", "careops_cli": "cli/careops_cli/", "careops_server": "server/careops_server/"}
_MODULE = re.compile(r"\.(py|ts|tsx)$")
_ING = re.compile(r"(?:^|_|(?=[A-Z]))([A-Za-z][a-z]*ing)$")
_WORD = re.compile(r"[A-Z]?[a-z]+")
_TYPESCRIPT_NAME = re.compile(
    r"""
    \b(?:const|let|function)\s+[\[{]?\s*(\w+)   # declared
    |\(\s*(\w+)\??:\s                           # first parameter with a type
    |\(?\b(\w+)\)?\s=>                         # parameter of an arrow function
    """,
    re.VERBOSE,
)
_GENERATED = re.compile(r"(^|/)gen/|\.d\.ts$")


@dataclass(frozen=True)
class Rules:
    """Rules with their exceptions and the reason of each. An exception that is not needed is a violation."""

    ing: Mapping[str, str] = field(default_factory=dict)
    """Words in -ing that the name of a module or folder may end with."""
    classes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Names that several public classes of a package may share, by package."""
    prefixes: Mapping[str, str] = field(default_factory=dict)
    """Prefixes that functions must not have, with those to use instead."""
    modules: Mapping[str, str] = field(default_factory=dict)
    """Words of former names, which the name of a module or folder must not contain, with the terms to use instead."""
    variables: Mapping[str, str] = field(default_factory=dict)
    """Names that variables, parameters and functions must not have, with nouns to use instead."""
    frozen: Mapping[str, str] = field(default_factory=dict)
    """Modules that must not change, whose variables may have these names."""

    @classmethod
    def load(cls, rules: Path = RULES) -> Rules:
        """Read the rules."""
        return cls(**tomllib.loads(rules.read_text("utf-8")))


def complaints(rules: Rules, *, root: Path = ROOT) -> list[str]:
    """Return one line for each violation."""
    modules = [name for name in files(root=root) if _MODULE.search(name) and not _GENERATED.search(name)]
    texts = {name: (root / name).read_text("utf-8") for name in modules}
    trees = {name: ast.parse(text) for name, text in texts.items() if name.endswith(".py")}
    return [
        *_ing(modules, rules.ing),
        *_classes(trees, rules.classes),
        *_prefixes(trees, rules.prefixes),
        *_modules(modules, rules.modules),
        *_variables(texts, trees, rules.variables, rules.frozen),
    ]


def _ing(modules: Iterable[str], allowed: Mapping[str, str]) -> Iterator[str]:
    used = set()
    for module in modules:
        for name in _names(module):
            word = match[1].lower() if (match := _ING.search(name)) else ""
            used.add(word)
            if word and word not in allowed:
                yield f"{module}: {name}: name it after a thing, without -ing"
    for word in sorted(allowed.keys() - used):
        yield f"tools/names.toml: no module ends in {word}; remove the exception"


def _classes(trees: Mapping[str, ast.Module], allowed: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for package, folder in PACKAGES.items():
        places: dict[str, list[str]] = defaultdict(list)
        for module, tree in trees.items():
            if module.startswith(folder):
                for node in tree.body:
                    if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                        places[node.name].append(module)
        shared = {name for name, each in places.items() if len(each) > 1}
        exceptions = allowed.get(package, {}).keys()
        for name in sorted(shared - exceptions):
            yield f"{', '.join(places[name])}: {name}: classes of {package} share this name"
        for name in sorted(exceptions - shared):
            yield f"tools/names.toml: only one class of {package} is called {name}; remove the exception"


def _prefixes(trees: Mapping[str, ast.Module], prefixes: Mapping[str, str]) -> Iterator[str]:
    for module, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for prefix, instead in prefixes.items():
                    if node.name.lstrip("_").startswith(prefix):
                        yield f"{module}:{node.lineno}: {node.name}: use {instead} instead of {prefix}"


def _modules(modules: Iterable[str], retired: Mapping[str, str]) -> Iterator[str]:
    for module in modules:
        words = {word.lower() for name in _names(module) for word in _WORD.findall(name)}
        for word in sorted(words & retired.keys()):
            yield f"{module}: {word}: use {retired[word]}"


def _variables(
    texts: Mapping[str, str], trees: Mapping[str, ast.Module], nouns: Mapping[str, str], frozen: Mapping[str, str]
) -> Iterator[str]:
    """Yield variables, parameters, functions and own attributes with these names. Fields of classes may have
    them, because many are fields of the API.
    """
    used = set()
    for module, text in texts.items():
        names = _python_names(trees[module]) if module in trees else _typescript_names(text)
        for line, name in names:
            if not (noun := nouns.get(name.strip("_"))):
                continue
            used.add(module)
            if module not in frozen:
                yield f"{module}:{line}: {name}: name it after its value, such as {noun}"
    for module in sorted(frozen.keys() - used):
        yield f"tools/names.toml: all variables of {module} are named after their values; remove the exception"


def _python_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    fields = {
        id(node.target)
        for owner in ast.walk(tree)
        if isinstance(owner, ast.ClassDef)
        for node in owner.body
        if isinstance(node, ast.AnnAssign)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) if id(node) not in fields:
                yield node.lineno, name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, name


def _typescript_names(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        for match in _TYPESCRIPT_NAME.finditer(line):
            yield number, match[1] or match[2] or match[3]


def _names(module: str) -> list[str]:
    path = PurePosixPath(module)
    return [*path.parent.parts, path.name.partition(".")[0]]


def main() -> int:
    """Print the violations. Return the exit code."""
    problems = complaints(Rules.load())
    sys.stdout.writelines(f"{line}\n" for line in problems)
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
