"""Report of a conformance check as a self-contained HTML file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Final

from careops.conformance.runner import CheckResult, Verdict

_VERDICTS: Final[tuple[Verdict, ...]] = ("differs", "not tried", "kept")


def render(findings: Sequence[CheckResult], platform: str) -> str:
    """Render the page. Texts of the platform are escaped."""
    counts = Counter(finding.verdict for finding in findings)
    summary = ", ".join(f"{counts[verdict]} {verdict}" for verdict in _VERDICTS)
    parts = [_section(verdict, [each for each in findings if each.verdict == verdict]) for verdict in _VERDICTS]
    title = f"Contract of {escape(platform)}"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{title}</h1>
<p>{summary}.</p>
{"".join(parts)}</body>
</html>
"""


def _section(verdict: Verdict, findings: Sequence[CheckResult]) -> str:
    if not findings:
        return ""
    rows = "".join(_row(finding) for finding in findings)
    unfolded = " open" if verdict == "differs" else ""
    head = "<tr><th>Call</th><th>Asked</th><th>Status</th><th>Why</th></tr>"
    kind = verdict.replace(" ", "-")
    return (
        f'<details class="{kind}"{unfolded}><summary>{verdict.capitalize()} ({len(findings)})</summary>\n'
        f"<table><thead>{head}</thead><tbody>\n{rows}</tbody></table></details>\n"
    )


def _row(finding: CheckResult) -> str:
    items = "".join(f"<li>{escape(str(drift))}</li>" for drift in finding.drifts)
    why = f"<ul>{items}</ul>" if items else escape(finding.why)
    cells = (escape(finding.call), escape(finding.asked), str(finding.status or ""), why)
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"


_STYLE: Final = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
details { margin: 1rem 0; border-inline-start: 4px solid; padding-inline-start: 1rem; }
summary { font-weight: 600; cursor: pointer; }
.differs { border-color: light-dark(#b42318, #f97066); }
.not-tried { border-color: light-dark(#667085, #98a2b3); }
.kept { border-color: light-dark(#067647, #47cd89); }
table { border-collapse: collapse; width: 100%; margin-top: 0.5rem; }
th, td { text-align: start; vertical-align: top; padding: 0.4rem 1rem 0.4rem 0; overflow-wrap: anywhere; }
tbody tr { border-top: 1px solid light-dark(#d0d5dd, #475467); }
ul { margin: 0; padding-inline-start: 1rem; }
"""
