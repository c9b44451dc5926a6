"""Write all files generated from the contract. With ``--check``, report outdated files and fail.

    python sdk/generate.py            server/careops_server/openapi.json, docs/decisions/README.md,
                                      docs/calls.md, docs/error-codes.md, docs/people-only-calls.md,
                                      sdk/careops/client/resources.py, webapp/src/api/gen/*,
                                      webapp/src/i18n/{i18next.d.ts,fingerprints.tsv}
    python sdk/generate.py --check    exit 1 if a file differs, is missing or is superfluous

Needs Node and the installed npm packages for the TypeScript half.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from careops.document.openapi import openapi_document
from generators import NOTE
from generators.console import (
    access_table,
    call_names,
    change_names,
    choices,
    messages,
    proposable_calls,
    shared_constants,
    text_types,
)
from generators.decisions import decisions_index
from generators.error_codes import error_codes_page
from generators.form_rules import form_rules
from generators.offers import offered
from generators.people_only_calls import people_only_calls_page
from generators.reference import calls_index
from generators.translations import fingerprints_of_console

ROOT = Path(__file__).resolve().parents[1]
GEN = Path("webapp/src/api/gen")
I18N = Path("webapp/src/i18n")


def generated() -> dict[Path, str]:
    """Return the text of every generated file, by path from the root."""
    document = openapi_document()
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return {
        Path("server/careops_server/openapi.json"): text,
        Path("docs/decisions/README.md"): decisions_index(),
        Path("docs/calls.md"): calls_index(document),
        Path("docs/error-codes.md"): error_codes_page(),
        Path("docs/people-only-calls.md"): people_only_calls_page(),
        GEN / "schema.d.ts": typescript(text),
        GEN / "rules.ts": form_rules(document),
        GEN / "constants.ts": shared_constants(),
        GEN / "choices.ts": choices(),
        GEN / "access.ts": access_table(),
        GEN / "callNames.ts": call_names(),
        GEN / "changeNames.ts": change_names(),
        GEN / "proposableCalls.ts": proposable_calls(),
        GEN / "messages.ts": messages(ROOT / I18N / "en"),
        I18N / "i18next.d.ts": text_types(ROOT / I18N / "en"),
        I18N / "fingerprints.tsv": fingerprints_of_console(),
        Path("sdk/careops/client/resources.py"): offered(),
    }


def typescript(document: str) -> str:
    """Return the document's types, by openapi-typescript."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "openapi.json"), Path(folder, "schema.d.ts")
        source.write_text(document, "utf-8")
        tool = ROOT / "node_modules/openapi-typescript/bin/cli.js"
        command = ["node", str(tool), str(source), "-o", str(target), "--default-non-nullable", "false"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 (fixed command)
        return f"// {NOTE}\n" + target.read_text("utf-8")


def main(arguments: list[str]) -> int:
    """Write or check the files."""
    files = generated()
    orphans = {path.relative_to(ROOT) for path in (ROOT / GEN).rglob("*.*")} - files.keys()
    if "--check" not in arguments:
        for path, text in files.items():
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_text(text, "utf-8")
        for path in orphans:
            (ROOT / path).unlink()
        return 0
    stale = [path for path, text in files.items() if not _same(ROOT / path, text)]
    for path in [*stale, *orphans]:
        sys.stderr.write(f"stale: {path} (run `python sdk/generate.py`)\n")
    return 1 if stale or orphans else 0


def _same(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8") == text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
