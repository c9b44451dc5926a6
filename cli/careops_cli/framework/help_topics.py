"""Help topics: facts that belong to no single command (``careops help TOPIC``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

VARIABLES: Final[Mapping[str, str]] = {
    "CAREOPS_URL": "The address of the platform's API, if neither --url nor --profile is given.",
    "CAREOPS_PROFILE": "The profile to use, if none of --url, --profile and CAREOPS_URL is given.",
    "CAREOPS_TOKEN": "An API key or a token, in place of the stored session; see careops keys.",
    "CAREOPS_TOKENS": "file stores sessions in a file that only you can read, not in the keyring of the system.",
    "CAREOPS_CONFIG_DIR": "The folder of profiles, sessions and aliases.",
    "CAREOPS_STATE_DIR": "The folder of journals of bulk runs and of names for completion.",
    "PAGER": "The program for tables longer than the screen (default: less); cat prints them at once.",
    "NO_COLOR": "Any value turns colours off.",
}
"""Environment variables of commands; settings of a server are in docs/guide/installation.md."""
EXIT_CODES: Final[Mapping[int, str]] = {
    0: "Success.",
    1: "Failure.",
    2: "Invalid command line or value; nothing was sent.",
    3: "Some of several targets failed; of audit verify: nothing wrong was found, but it is not proven.",
    4: "Sign-in required.",
    5: "You declined the question; nothing was changed.",
    78: "A setting of the server is wrong or missing; a service manager need not try again.",
    130: "Interrupted; requests in flight were finished.",
}


def _listed(rows: Mapping[str, str] | Mapping[int, str]) -> str:
    width = max(len(str(name)) for name in rows) + 2
    return "\n".join(f"  {name!s:<{width}}{meaning}" for name, meaning in rows.items())


MORE: Final = (
    ("careops COMMAND --help", "Help of a command with examples."),
    ("careops help commands", "All commands."),
    ("careops help options", "Options of every command: --json, --columns, --profile and others."),
    ("careops help TOPIC", "environment, exit-codes, files, bulk or formatting."),
    ("careops --version", "The version and its commit."),
)
"""End of the first help page."""
TOPICS: Final[Mapping[str, str]] = {
    "environment": f"Variables that commands read:\n\n{_listed(VARIABLES)}\n",
    "exit-codes": f"Exit codes of commands:\n\n{_listed(EXIT_CODES)}\n",
    "files": """Files of targets and tables (--from):

  one id a line     no header; - is stdin
  CSV               a header; commas, semicolons, tabs or bars; UTF-8, UTF-16 or Windows-1252
  JSON, JSON lines  output of --json and exports as .jsonl: ids, or objects whose keys are the columns
  XLSX XLS XLSB ODS the first visible sheet with content, or --sheet NAME; hidden rows with --hidden

Ids are in the column clinic_id (user_id, ...) or --id-column NAME. An invalid row is
reported with its number, and the run continues.

Files that commands store: profiles, sessions and aliases in CAREOPS_CONFIG_DIR, journals of bulk runs in runs below
CAREOPS_STATE_DIR. See careops help environment, careops runs list.
""",
    "bulk": """One change for many targets:

  careops modules on Prescriptions 41 42 43
  careops modules on Prescriptions --from clinics.xlsx --dry-run
  careops modules on Prescriptions --where state=Punjab --expect 50
  careops modules on Prescriptions --from clinics.xlsx --propose --title 'Winter camp' --reason 'Contract'

--dry-run shows the changes without making them. A run asks before the first change; --yes skips the question and is
required without a terminal. Targets in the wanted state stay unchanged, and every other target is changed exactly once:
careops runs resume RUN continues an interrupted run. If the platform accepts batches, one request changes up to 500
(--batch). The report has a row per target: done, unchanged, failed, duplicate or invalid, with the reason.

--propose makes one change request with all targets instead, which others can review: careops requests.
""",
    "formatting": """Output:

  on a terminal     a table as wide as the terminal, in the profile's time zone (--utc for UTC)
  in a pipe         tab-separated values without a header, never cut
  --json            every field; --csv with a header, for spreadsheets
  --columns a,b.c   only these; a dot reaches into an object
  --jq FILTER       the JSON, filtered with jq
  --template TEXT   a line for each: '{id} {location.city}'
  --quiet           no counts and no progress; errors and warnings stay

A record with one column is printed in a pipe as its value alone: K=$(careops audit public-key).
stdout is data; counts, questions and errors go to stderr.
""",
}
ALL_TOPICS: Final = ("commands", "options", *TOPICS)
"""Names of all topics. The texts of the first two are built from the commands."""
