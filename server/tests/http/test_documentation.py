"""Documentation site below /docs: types, policy, caching, and no other file of the machine."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
from server.tests.support.stage import running_app

from careops_server.core.configuration.settings import Settings
from careops_server.core.http.documentation import NOT_BUILT
from careops_server.core.http.responses import SECURITY_HEADERS

pytestmark = pytest.mark.own

SCRIPT = "document.title = 'x'"
FILES = {
    "index.html": f"<html><script>{SCRIPT}</script></html>",
    "404.html": "<html>no such page</html>",
    "guide/backup.html": "<html>backups</html>",
    "assets/javascripts/bundle.77dd0ce9.min.js": "x()",
    "search.json": "{}",
    "styles.txt": "'sha256-eA=='\n",
    "screenshots/clinics.webp": "picture",
}
TYPES = {
    "": "text/html; charset=utf-8",
    "guide/backup.html": "text/html; charset=utf-8",
    "assets/javascripts/bundle.77dd0ce9.min.js": "text/javascript; charset=utf-8",
    "search.json": "application/json; charset=utf-8",
    "screenshots/clinics.webp": "image/webp",
}


@pytest.fixture(scope="module")
async def site(
    settings: Settings, database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server with a small site, next to a file that is not part of it."""
    folder = tmp_path_factory.mktemp("documentation")
    for name, text in FILES.items():
        (folder / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "site" / name).write_text(text)
    (folder / "secret").write_text("secret")
    async with running_app(settings.model_copy(update={"documentation_dir": folder / "site"}), database_url) as app:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as http:
            yield http


async def test_files_have_their_types(site: httpx.AsyncClient) -> None:
    answers = {name: await site.get(f"/docs/{name}") for name in TYPES}
    assert {name: answer.headers["content-type"] for name, answer in answers.items()} == TYPES
    assert {answer.status_code for answer in answers.values()} == {200}


async def test_address_of_the_site_ends_with_a_slash(site: httpx.AsyncClient) -> None:
    answer = await site.get("/docs")
    assert (answer.status_code, answer.headers["location"]) == (308, "/docs/")


@pytest.mark.parametrize(
    "path",
    ["nope", "guide/", "guide/nope.html", "styles.txt", "%2e%2e/secret", "..%2fsecret", "/secret"],
)
async def test_unknown_path_is_a_page_with_status_404(site: httpx.AsyncClient, path: str) -> None:
    answer = await site.get(httpx.URL("http://test", raw_path=f"/docs/{path}".encode()))
    assert (answer.status_code, answer.text) == (404, FILES["404.html"])


@pytest.mark.proves("SEC-37.documentation", "SEC-42.documentation")
async def test_only_scripts_of_the_page_run_without_other_origins(site: httpx.AsyncClient) -> None:
    home, other = await site.get("/docs/"), await site.get("/docs/guide/backup.html")
    allowed = f"script-src 'self' 'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}';"
    assert allowed in home.headers["content-security-policy"]
    assert "style-src 'self' 'sha256-eA==';" in home.headers["content-security-policy"]
    assert "script-src 'self';" in other.headers["content-security-policy"]
    for answer in (home, other):
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert "http" not in answer.headers["content-security-policy"]
        for name, value in SECURITY_HEADERS.items():
            assert name == "content-security-policy" or answer.headers[name] == value


async def test_console_keeps_its_stricter_policy(site: httpx.AsyncClient) -> None:
    assert "trusted-types 'none'" in (await site.get("/docsets")).headers["content-security-policy"]


async def test_files_are_compressed_and_cached(site: httpx.AsyncClient) -> None:
    bundle = await site.get("/docs/assets/javascripts/bundle.77dd0ce9.min.js")
    assert "immutable" in bundle.headers["cache-control"]
    page = await site.get("/docs/guide/backup.html", headers={"accept-encoding": "gzip"})
    assert (page.headers["content-encoding"], page.headers["cache-control"]) == ("gzip", "no-cache")
    plain = await site.get("/docs/guide/backup.html", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert page.text == plain.text == FILES["guide/backup.html"]
    second_answer = await site.get("/docs/guide/backup.html", headers={"if-none-match": page.headers["etag"]})
    assert (second_answer.status_code, second_answer.content) == (304, b"")


async def test_server_without_the_site_names_the_build_command(settings: Settings, database_url: str) -> None:
    async with running_app(settings, database_url) as app:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as http:
            answer = await http.get("/docs/guide/backup.html")
    assert (answer.status_code, answer.text) == (503, NOT_BUILT)


@pytest.mark.parametrize(("built", "address"), [(True, "/docs/"), (False, "")])
async def test_console_page_contains_the_address_of_the_site(
    settings: Settings, database_url: str, tmp_path: Path, built: bool, address: str
) -> None:
    for folder in ("console", *(["site"] if built else [])):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "index.html").write_text('<meta name="documentation" content="" />')
    folders = {"console_dir": tmp_path / "console", "documentation_dir": tmp_path / "site"}
    async with running_app(settings.model_copy(update=folders), database_url) as app:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as http:
            page = await http.get("/")
    assert page.text == f'<meta name="documentation" content="{address}" />'
