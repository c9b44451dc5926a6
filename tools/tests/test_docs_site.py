"""The documentation site builds strictly, has every page in its navigation, and needs no other server."""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from careops import __version__
from careops.error_codes import ERROR_CODES
from tools.docs_site.__main__ import build
from tools.docs_site.diagrams import MissingDiagram, diagrams, replace_diagrams
from tools.docs_site.links import BrokenLink, rewrite_links
from tools.docs_site.navigation import IncompleteNavigation, read_navigation, to_toml
from tools.docs_site.pages import BUILT, places
from tools.docs_site.redirects import moved_pages, redirects, write_redirects
from tools.docs_site.search import CONFIGURATION, UnknownSearch, improve_search, with_synonyms
from tools.docs_site.zensical import build_strictly
from tools.files import ROOT

pytestmark = pytest.mark.slow

IMAGE = re.compile(r"!\[([^\]]*)\]\(\S*?pictures/([a-z-]+)\.webp\)")
PLACES = {"docs/guide/backup.md": "guide/backup.md", "docs/decisions/README.md": "decisions/README.md"}
PLACES |= {"CONTRIBUTING.md": "contributing.md"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the built site."""
    folder = tmp_path_factory.mktemp("site")
    assert build(folder) == 0
    return folder


def test_every_page_is_built(site: Path) -> None:
    addresses = {re.sub(r"README\.md$", "index.md", place).removesuffix(".md") for place in places().values()}
    built = {page.relative_to(site).as_posix().removesuffix(".html") for page in site.rglob("*.html")}
    assert built == addresses | {"404"} | {place.removesuffix(".md") for place in redirects()}


def test_the_old_address_of_a_decision_leads_to_its_section(site: Path) -> None:
    page = (site / "decisions/0012-gateway.html").read_text("utf-8")
    assert '<meta http-equiv="refresh" content="0; url=gateway.html#d-0012">' in page


def test_the_old_address_of_a_page_leads_to_its_new_place(site: Path) -> None:
    for old, new in moved_pages().items():
        page = (site / old).with_suffix(".html").read_text("utf-8")
        address = os.path.relpath(new.replace(".md", ".html"), "guide")
        assert f'This page has moved: <a href="{address}">' in page, old


def test_records_of_decisions_are_not_on_the_site(site: Path) -> None:
    assert not (site / "decisions/archive").exists()
    assert "decisions/0" not in (site / "search.json").read_text("utf-8")


@pytest.mark.parametrize("new", ["guide/nowhere.md", "guide/new.md#nowhere"])
def test_a_page_that_moved_nowhere_is_named(tmp_path: Path, new: str) -> None:
    (tmp_path / "guide").mkdir()
    (tmp_path / "guide/new.html").write_text('<h2 id="here">')
    write_redirects(tmp_path, {"guide/old.md": "guide/new.md#here"})
    assert 'url=new.html#here"' in (tmp_path / "guide/old.html").read_text("utf-8")
    with pytest.raises(BrokenLink, match=re.escape(f"guide/older.md: {new} does not exist")):
        write_redirects(tmp_path, {"guide/older.md": new})
    with pytest.raises(BrokenLink, match=r"guide/old\.md has moved to guide/new\.md, but still exists"):
        write_redirects(tmp_path, {"guide/old.md": "guide/new.md"})


def test_the_site_leaves_the_wheel_below_8_megabytes(site: Path, tmp_path: Path) -> None:
    archive = Path(shutil.make_archive(str(tmp_path / "site"), "zip", site))
    assert archive.stat().st_size < 3_500_000, "console and code have 4.2 MB"


def test_each_picture_is_small_and_has_both_variants_and_a_page() -> None:
    files = {file.stem for file in (ROOT / "docs/pictures").glob("*.webp")}
    light = {name for name in files if not name.endswith("-dark")}
    assert files == light | {f"{name}-dark" for name in light}
    assert [file.name for file in (ROOT / "docs/pictures").glob("*.webp") if file.stat().st_size > 40_000] == []
    shown = [match for page in (ROOT / "docs").rglob("*.md") for match in IMAGE.findall(page.read_text("utf-8"))]
    assert {name for _, name in shown} == light
    assert [alt for alt, _ in shown if not 30 <= len(alt) <= 150] == []


def test_each_picture_of_a_diagram_is_in_use_and_has_both_variants() -> None:
    expected = {path for page in (ROOT / "docs").rglob("*.md") for path in diagrams(page.read_text("utf-8"))}
    present = {file.relative_to(ROOT).as_posix() for file in (ROOT / "docs/pictures").glob("*.svg")}
    assert present == expected | {path.replace(".svg", "-dark.svg") for path in expected}


def test_a_changed_diagram_is_named() -> None:
    page = "## Packages\n\n```mermaid\nflowchart LR\n  a --> b\n```\n"
    with pytest.raises(MissingDiagram, match=r"docs/x\.md: the diagram of Packages has changed\. Run: nox"):
        replace_diagrams(page, "docs/x.md")


def test_a_diagram_is_a_picture_with_the_heading_as_its_text(site: Path) -> None:
    page = (site / "architecture.html").read_text("utf-8")
    [source] = re.findall(r'<img alt="Diagram: Packages"[^>]* src="([^"#]+)#only-light"', page)
    assert (site / source).read_text("utf-8").startswith("<svg")
    assert "flowchart" not in page


def test_pictures_follow_the_colours_of_the_site(site: Path) -> None:
    page = (site / "guide/clinics.html").read_text("utf-8")
    for source in ("clinics.webp#only-light", "clinics-dark.webp#only-dark"):
        [image] = re.findall(rf'<img [^>]*src="\.\./pictures/{source}"[^>]*>', page)
        assert 'loading="lazy"' in image
        assert (site / "pictures" / source.partition("#")[0]).is_file()
    theme = "".join(style.read_text("utf-8") for style in site.glob("assets/stylesheets/modern/*.css"))
    assert "#only-light" in theme
    assert "#only-dark" in theme


def test_a_page_loads_nothing_from_another_server(site: Path) -> None:
    loaded = re.compile(r'<(?:script|img|iframe|source)[^>]* src="(?:https?:)?//|<link[^>]* href="(?:https?:)?//')
    assert [page.name for page in site.rglob("*.html") if loaded.search(page.read_text("utf-8"))] == []


def test_pages_have_no_inline_styles_or_handlers(site: Path) -> None:
    """The policy of the pages allows neither."""
    refused = re.compile(r"<[a-z][^>]* (?:style|on[a-z]+)=\"|<style")
    matches = {match[0] for page in site.rglob("*.html") for match in refused.finditer(page.read_text("utf-8"))}
    assert matches == set()


def test_calls_and_commands_are_described(site: Path) -> None:
    assert "ListClinics" in (site / "calls.html").read_text("utf-8")
    assert "careops clinics list" in (site / "guide/cli.html").read_text("utf-8")


def test_records_of_an_answer_lead_to_their_fields() -> None:
    calls, records = BUILT["docs/calls.md"](), BUILT["docs/records.md"]()
    answer = calls.partition("### ReadClinic\n")[2].partition("\n### ")[0]
    assert "Records: [`ClinicDetail`](records.md#clinicdetail)" in answer
    fields = records.partition("## ClinicDetail\n")[2].partition("\n## ")[0]
    assert "| `bank_details` | [`BankDetails`](records.md#bankdetails) |" in fields


def test_the_scope_of_a_call_is_named() -> None:
    calls = BUILT["docs/calls.md"]()
    assert "`GET /admin/clinics` · staff · scope `clinics:read`" in calls
    assert "`GET /careops/session` · staff · every key" in calls
    assert "`POST /careops/keys` · super\n" in calls


@pytest.mark.parametrize("page", BUILT)
def test_a_row_of_a_built_table_is_one_line(page: str) -> None:
    assert [line for line in BUILT[page]().splitlines() if line.startswith("| ") and not line.endswith(" |")] == []


def test_the_page_for_unknown_paths_works_at_any_depth(site: Path) -> None:
    addresses = re.findall(r'(?:href|src)="(?!#|https:)([^"]+)"', (site / "404.html").read_text("utf-8"))
    assert len(addresses) > 5
    assert [each for each in addresses if not (site / each.removeprefix("/docs/")).is_file()] == []


def test_the_page_for_unknown_paths_offers_the_search(site: Path) -> None:
    page = (site / "404.html").read_text("utf-8")
    assert "<h1>Page not found</h1>" in page
    assert '<button class="md-button md-button--primary" type="button" id="open-search">' in page
    assert 'data-md-toggle="search" type="checkbox" id="__search"' in page


def test_the_first_page_has_purpose_picture_quick_start_and_version(site: Path) -> None:
    page = (site / "index.html").read_text("utf-8")
    parts = ["administration console", 'src="pictures/clinics.webp', 'id="quick-start"', f"careops {__version__}"]
    places = [page.index(marker, page.index("<article")) for marker in parts]
    assert places == sorted(places)


def test_the_search_has_an_entry_for_each_error_code(site: Path) -> None:
    page = (site / "error-codes.html").read_text("utf-8")
    entries = {
        item["location"]: item["title"] for item in json.loads((site / "search.json").read_text("utf-8"))["items"]
    }
    assert [code for code in ERROR_CODES if entries[f"error-codes.html#{code}"] != code] == []
    assert [code for code in ERROR_CODES if f'id="{code}"' not in page] == []


def test_the_search_puts_the_guide_first(site: Path) -> None:
    items = json.loads((site / "search.json").read_text("utf-8"))["items"]
    first = {item["location"].partition("#")[0] for item in items if "first" in item}
    assert first == {
        place.replace(".md", ".html")
        for place in [*places().values(), "error-codes.md"]
        if place.startswith(("guide/", "tutorials/", "error-codes")) and place != "guide/cli.md"
    }


def test_browsers_load_the_changed_search_by_a_new_name(site: Path) -> None:
    [file] = site.glob("assets/javascripts/workers/search.*.min.js")
    assert '{weight:4}),C("title"' in file.read_text("utf-8")
    assert all(f"workers/{file.name}" in (site / page).read_text("utf-8") for page in ("index.html", "404.html"))


def test_a_search_with_other_fields_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnknownSearch, match="the search of the theme has other fields"):
        improve_search(tmp_path)


def test_a_heading_has_the_synonyms_of_its_words() -> None:
    synonyms = [["kubernetes", "k8s"], ["sign-on", "sso"]]
    assert with_synonyms("Single <em>sign-on</em>", synonyms) == "Single <em>sign-on</em> sign-on sso"
    assert with_synonyms("Kubernetesfoo", synonyms) == "Kubernetesfoo"


def test_each_of_the_twenty_queries_names_pages_of_the_site(site: Path) -> None:
    queries = tomllib.loads(CONFIGURATION.read_text("utf-8"))["queries"]
    assert len(queries) >= 20
    pages = {page.partition("#")[0] for answers in queries.values() for page in answers}
    assert [page for page in sorted(pages) if not (site / page).is_file()] == []


def test_styles_that_scripts_add_are_known_to_the_server(site: Path) -> None:
    (hash_of_search,) = (site / "styles.txt").read_text("utf-8").split()
    assert re.fullmatch(r"'sha256-[\w+/]{43}='", hash_of_search)


def test_a_dead_anchor_fails_the_build(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "zensical.toml").write_text('[project]\nsite_name = "x"\ndocs_dir = "pages"\nsite_dir = "site"\n')
    (tmp_path / "pages/index.md").write_text("# One\n\n[two](#two)\n")
    assert build_strictly(tmp_path / "zensical.toml") != 0
    assert "anchor does not exist" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("written", "staged"),
    [
        ("[a](../../CONTRIBUTING.md#x)", "[a](../contributing.md#x)"),
        ("[a](../decisions/)", "[a](../decisions/README.md)"),
        ("[`a.py`](../../noxfile.py) and [b](https://b.example)", "`a.py` and [b](https://b.example)"),
        ("[a](#here)", "[a](#here)"),
        ("```sh\n[a](nowhere.md)\n```", "```sh\n[a](nowhere.md)\n```"),
    ],
)
def test_links_are_those_of_the_site(written: str, staged: str) -> None:
    assert rewrite_links(written, "docs/guide/backup.md", PLACES, pytest.fail) == staged


def test_a_linked_file_is_offered() -> None:
    linked: list[str] = []
    text = rewrite_links("[n](../deploy/nginx.conf)", "docs/guide/backup.md", PLACES, linked.append)
    assert (text, linked) == ("[n](../deploy/nginx.conf)", ["docs/deploy/nginx.conf"])


def test_a_picture_is_offered_in_light_and_dark() -> None:
    linked: list[str] = []
    text = rewrite_links("![A list](../pictures/clinics.webp)", "docs/guide/backup.md", PLACES, linked.append)
    assert text == (
        "![A list](../pictures/clinics.webp#only-light){ loading=lazy }"
        "![A list](../pictures/clinics-dark.webp#only-dark){ loading=lazy }"
    )
    assert linked == ["docs/pictures/clinics.webp", "docs/pictures/clinics-dark.webp"]


def test_a_link_without_target_is_named() -> None:
    with pytest.raises(BrokenLink, match=r"docs/guide/backup\.md: nowhere\.md does not exist"):
        rewrite_links("[a](nowhere.md)", "docs/guide/backup.md", PLACES, pytest.fail)


def test_the_navigation_lists_every_page_once(tmp_path: Path) -> None:
    file = tmp_path / "navigation.yml"
    file.write_text("- Home: a.md\n- Parts:\n    - b/one.md\n    - b/*\n")
    pages = ["a.md", "b/two.md", "b/one.md"]
    assert read_navigation(pages, file) == [{"Home": "a.md"}, {"Parts": ["b/one.md", "b/two.md"]}]
    with pytest.raises(IncompleteNavigation, match=r"c\.md is not in navigation\.yml"):
        read_navigation([*pages, "c.md"], file)
    with pytest.raises(IncompleteNavigation, match=r"a\.md is in navigation\.yml, but does not exist"):
        read_navigation(pages[1:], file)
    file.write_text("- a.md\n- Parts: [a.md]\n")
    with pytest.raises(IncompleteNavigation, match="twice"):
        read_navigation(["a.md"], file)


def test_a_navigation_is_toml() -> None:
    assert to_toml([{"A & b": ["x.md", "y.md"]}, "z.md"]) == '[{"A & b" = ["x.md", "y.md"]}, "z.md"]'
