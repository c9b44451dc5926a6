"""Check names of modules, public classes and functions by the rules in ``tools/names.toml``.

    python -m tools.names    print violations; exit 1 if there are any

``tools/retired_modules.tsv`` lists former modules and the terms that replaced them: a path, or a name in any folder.
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
RETIRED = ROOT / "tools/retired_modules.tsv"
PACKAGES = {"careops": "sdk/careops/", "careops_cli": "cli/careops_cli/", "careops_server": "server/careops_server/"}
_MODULE = re.compile(r"\.(py|ts|tsx)$")
_TEST = re.compile(r"(^|/)test_[^/]*$|\.(test|spec)\.tsx?$")
_ING = re.compile(r"(?:^|_|(?=[A-Z]))([A-Za-z][a-z]*ing)$")
_GENERATED = re.compile(r"(^|/)gen/|\.d\.ts$")


@dataclass(frozen=True)
class Rules:
    """Rules with their exceptions and the reason of each. An exception that is not needed is a violation."""

    ing: Mapping[str, str] = field(default_factory=dict)
    """Words in -ing that the name of a module or folder may end with. Test modules may end with any word."""
    classes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Names that several public classes of a package may share, by package."""
    prefixes: Mapping[str, str] = field(default_factory=dict)
    """Prefixes that functions must not have, with those to use instead."""
    retired: Mapping[str, str] = field(default_factory=dict)
    """Former modules that must not come back, with the terms that replaced them."""

    @classmethod
    def load(cls, rules: Path = RULES, retired: Path = RETIRED) -> Rules:
        """Read the rules."""
        lines = retired.read_text("utf-8").splitlines()
        return cls(**tomllib.loads(rules.read_text("utf-8")), retired=dict(line.split("\t") for line in lines))


def complaints(rules: Rules, *, root: Path = ROOT) -> list[str]:
    """Return one line for each violation."""
    modules = [name for name in files(root=root) if _MODULE.search(name) and not _GENERATED.search(name)]
    trees = {name: ast.parse((root / name).read_text("utf-8")) for name in modules if name.endswith(".py")}
    return [
        *_ing(modules, rules.ing),
        *_classes(trees, rules.classes),
        *_prefixes(trees, rules.prefixes),
        *_retired(modules, rules.retired),
    ]


def _ing(modules: Iterable[str], allowed: Mapping[str, str]) -> Iterator[str]:
    used = set()
    for module in modules:
        if _TEST.search(module):
            continue
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


def _retired(modules: Iterable[str], retired: Mapping[str, str]) -> Iterator[str]:
    for module in modules:
        path = PurePosixPath(module)
        everything = {*_names(module), module, module.partition(".")[0], *map(str, path.parents)}
        for name in sorted(everything & retired.keys()):
            yield f"{module}: use {retired[name]}"


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
