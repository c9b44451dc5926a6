"""What ``careops help TOPIC`` tells: what belongs to no single command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

VARIABLES: Final[Mapping[str, str]] = {
    "CAREOPS_URL": "The address of the platform's API, where neither --url nor --profile is given.",
    "CAREOPS_PROFILE": "The profile to use, where none of --url, --profile and CAREOPS_URL is given.",
    "CAREOPS_TOKEN": "A program's key or a token, instead of the kept session; see careops keys.",
    "CAREOPS_TOKENS": "file keeps sessions in a file only you can read, and not in the system's keyring.",
    "CAREOPS_CONFIG_DIR": "Where profiles, sessions and aliases are kept.",
    "CAREOPS_STATE_DIR": "Where journals of bulk runs are kept, and names for Tab.",
    "PAGER": "What shows tables that are longer than the screen: less; cat shows them at once.",
    "NO_COLOR": "Anything but nothing: no colours.",
}
"""Those of commands; the settings of a server are in docs/guide/running.md."""
EXIT_CODES: Final[Mapping[int, str]] = {
    0: "It worked.",
    1: "It failed.",
    2: "The command line or a given value is wrong; nothing was sent.",
    3: "Some of several targets failed.",
    4: "Sign in first, or again.",
    5: "You were asked and said no; nothing was changed.",
    130: "Interrupted; what was on its way was finished.",
}


def _listed(rows: Mapping[str, str] | Mapping[int, str]) -> str:
    width = max(len(str(name)) for name in rows) + 2
    return "\n".join(f"  {name!s:<{width}}{meaning}" for name, meaning in rows.items())


TOPICS: Final[Mapping[str, str]] = {
    "environment": f"Variables that commands read:\n\n{_listed(VARIABLES)}\n",
    "exit-codes": f"What a command ends with:\n\n{_listed(EXIT_CODES)}\n",
    "files": """Files that targets and tables are read from (--from):

  one id a line     no header; - is stdin
  CSV               a header; commas, semicolons, tabs or bars; UTF-8, UTF-16 or Windows-1252
  JSON, JSON lines  what --json and exports as .jsonl wrote: ids, or objects whose keys are the columns
  XLSX XLS XLSB ODS the first sheet that can be seen and holds anything, or --sheet NAME; hidden rows with --hidden

Ids are in the column clinic_id (user_id, ...) or --id-column NAME. Every row is accounted for: what is wrong with one
is told with its number, and the rest goes on.

Files that commands keep: profiles, sessions and aliases in CAREOPS_CONFIG_DIR, journals of bulk runs in runs below
CAREOPS_STATE_DIR. See careops help environment, careops runs list.
""",
    "bulk": """One change for many targets:

  careops modules activate Prescriptions 41 42 43
  careops modules activate Prescriptions --from clinics.xlsx --dry-run
  careops modules activate Prescriptions --where state=Punjab --expect 50

--dry-run shows what would change. You are asked before anything is changed; --yes where nobody can be asked. What is
as wanted already is left as it is, every other target is changed exactly once, whatever happens on the way: a run that
was cut off goes on with careops runs resume RUN. Where the platform takes it, up to 500 are changed in one call
(--batch). The report has a row per target: done, unchanged, failed, duplicate or invalid, with the reason.
""",
    "formatting": """What is printed:

  on a terminal     a table as wide as the terminal, in the profile's time zone (--utc for UTC)
  in a pipe         tab-separated values without a header, never cut
  --json            every field; --csv with a header, for spreadsheets
  --columns a,b.c   only these; a dot reaches into an object
  --jq FILTER       what a jq filter makes of the JSON
  --template TEXT   a line for each: '{id} {location.city}'

stdout is data; counts, questions and errors go to stderr.
""",
}
