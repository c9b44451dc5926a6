"""The check of early reads finds them where they are, and passes on the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.early_reads import early_browser_reads, early_web_reads, find_early_reads


def test_repository_has_no_early_reads() -> None:
    assert [str(read) for read in find_early_reads()] == []


@pytest.mark.parametrize(
    "lines",
    [
        "expect(await rows.count()).toBe(3);",
        "expect(await page.getByRole('status').textContent()).toContain('1');",
        "expect((await box.boundingBox())?.height).toBe(20);",
        "expect(await page.evaluate(() => localStorage.length), 'keys').toBe(0);",
        "expect(new Set(await cells.allTextContents())).toEqual(new Set());",
        "expect(page.url()).toContain('/clinics');",
        "const shown = await rows.count();\nexpect(shown).toBe(3);",
        "const [first, second] = await rows.allTextContents();\nexpect(second).toBe('b');",
        "const texts = await rows.allTextContents();\nexpect(texts.map(Number)).toEqual([1]);",
        "const names = async (page: Page) => (await cells(page).allTextContents()).slice(0, 4);\n"
        "expect(await names(page)).toEqual(['a']);",
        "const isCut = () => link.evaluate((name) => name.scrollWidth > 9);\nexpect(await isCut()).toBe(true);",
        "async function width(page: Page) {\n  return link.evaluate(widthOf);\n}\nexpect(await width(page)).toBe(1);",
        "const sent: string[] = [];\npage.on('request', (request) => sent.push(request.url()));\n"
        "expect(sent).toEqual(['/a']);",
        "await page.route('**', (route) => {\n  sent += 1;\n  return route.abort();\n});\nexpect(sent).toBe(1);",
        "page.on('request', (request) => sent.push(request.url()));\nexpect(sent.filter(isChange)).toHaveLength(1);",
        "page.on('request', (request) => { sent.push(request.url()); });\nexpect(sent[0]).toBe('/a');",
        "for (const row of await rows(page).all()) await expect(row).toContainText('a');",
        "const queries: string[] = [];\nawait places(page, [], queries);\nexpect(queries).toEqual(['ludhiana']);",
    ],
)
def test_early_reads_of_browser_tests_are_found(lines: str) -> None:
    source = f"test(name, async () => {{\n{lines}\n}});\n"
    assert [line for line, _ in early_browser_reads(source)] == [source.count("\n") - 1]


@pytest.mark.parametrize(
    "lines",
    [
        "await expect(rows).toHaveCount(3);",
        "await expect.poll(() => rows.count()).toBe(3);",
        "await expect.poll(async () => (await names(page)).length).toBe(3);",
        "const before = await rows.count();\nawait expect(rows).toHaveCount(before + 1);",
        "// Read once: the file does not change.\nexpect(await page.title()).toBe('a');",
        "expect((await sent).postDataJSON()).toEqual({});",
        "expect(await stored(api)).toEqual(['a']);",
        "page.on('request', (request) => sent.push(request.url()));\nexpect(sent).toEqual([]);",
        "page.on('request', (request) => sent.push(request.url()));\nexpect(sent).not.toContain('/a');",
        "page.on('request', (request) => sent.push(request.url()));\nawait expect.poll(() => sent).toEqual(['/a']);",
        "test(name, async () => {\n  const shown = await rows.count();\n});\nexpect(shown).toBe(1);",
    ],
)
def test_waiting_assertions_of_browser_tests_pass(lines: str) -> None:
    assert list(early_browser_reads(f"test(name, async () => {{\n{lines}\n}});\n")) == []


@pytest.mark.parametrize(
    "line",
    [
        'await screen.findByRole("table", { name: "Records" });',
        'await within(dialog).findByRole("alert", { name: "" });',
        'render(<Toaster />);await screen.findByRole("alert");',
        "await vi.waitFor(() => expect(sent).toEqual([]));",
    ],
)
def test_early_reads_of_web_tests_are_found(line: str) -> None:
    assert [number for number, _ in early_web_reads(line)] == [1]


@pytest.mark.parametrize(
    "line",
    [
        'await screen.findByRole("table", { name: "Records", busy: false });',
        'await screen.findByRole("alert");',
        "await waitFor(() => expect(sent).toEqual([]));",
        'render(<Toaster />);await form.findByRole("alert");',
        '// Read once: only its place counts.\nawait screen.findByRole("table");',
    ],
)
def test_waiting_queries_of_web_tests_pass(line: str) -> None:
    assert list(early_web_reads(line)) == []


def test_search_covers_browser_and_web_tests(tmp_path: Path) -> None:
    for name, line in {
        "e2e/specs/a.spec.ts": "expect(await rows.count()).toBe(3);\n",
        "webapp/src/a.test.tsx": 'await screen.findByRole("table");\n',
        "webapp/src/a.tsx": 'await screen.findByRole("table");\n',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(line)
    assert [read.path for read in find_early_reads(tmp_path)] == ["e2e/specs/a.spec.ts", "webapp/src/a.test.tsx"]
