"""Changes of the built site for the server: the page for unknown paths, and hashes of styles."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Final

PREFIX: Final = "/docs/"
"""Path below which the server shows the site."""
STYLES: Final = "styles.txt"
"""File with the hashes of the styles that scripts of the theme add, for the Content-Security-Policy."""
_ADDED_STYLE = re.compile(r"='(\.[a-z][^'\\]{1000,})'")
_ROOT = re.compile(r'((?:href|src)="|URL\("|"(?:base|search)":")/')
_UNUSED = ("sitemap.xml", "sitemap.xml.gz", "objects.inv")
_NOT_FOUND: Final = "<h1>404 - Not found</h1>"
_NOT_FOUND_PAGE: Final = f"""\
<h1>Page not found</h1>
<p>No page of the documentation has this address. It may have moved, or the address has a typing error.</p>
<p><button class="md-button md-button--primary" type="button" id="open-search">Search the documentation</button></p>
<script>
document.getElementById("open-search").addEventListener("click", () => document.getElementById("__search").click());
</script>
<p>The key <kbd>/</kbd> opens the search as well. Or continue with the <a href="{PREFIX}index.html">first page</a>,
<a href="{PREFIX}guide/console.html">Using the console</a>, <a href="{PREFIX}guide/cli.html">The command line</a>,
<a href="{PREFIX}guide/troubleshooting.html">Troubleshooting</a> or
<a href="{PREFIX}error-codes.html">Error codes</a>.</p>"""
"""Content of the page for unknown paths. The theme opens its search when its hidden check box changes."""


class UnknownTheme(ValueError):
    """The theme has another form than this module expects."""


def finish(site: Path) -> None:
    """Change a built site for the server. Raises ``UnknownTheme``."""
    for unused in _UNUSED:
        (site / unused).unlink(missing_ok=True)
    missing = site / "404.html"
    text = missing.read_text("utf-8")
    if _NOT_FOUND not in text:
        raise UnknownTheme("the page for unknown paths has another heading")
    # This page is shown at any path, so its addresses are absolute.
    text = _ROOT.sub(rf"\1{PREFIX}", text)
    missing.write_text(text.replace(_NOT_FOUND, _NOT_FOUND_PAGE), "utf-8")
    hashes = {style_hash(style) for bundle in site.glob("assets/javascripts/*.js") for style in added_styles(bundle)}
    if not hashes:
        raise UnknownTheme("no script of the theme adds styles: remove tools.docs_site.output.STYLES")
    (site / STYLES).write_text("".join(f"{each}\n" for each in sorted(hashes)), "utf-8")


def added_styles(bundle: Path) -> list[str]:
    """Return the style sheets in the texts of a script."""
    return _ADDED_STYLE.findall(bundle.read_text("utf-8"))


def style_hash(style: str) -> str:
    """Return the source expression of an inline style."""
    return f"'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'"
