"""Every command, program and output of the tutorials is as shown, from an empty folder and against a real server."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.tests.documents import Outcome, Step, blocks, matches, run_in_terminal, steps

PRINTED_ADDRESS = "http://127.0.0.1:8000"
PROGRAMS = Path(sys.executable).parent


def environment(home: Path) -> dict[str, str]:
    """Return the variables of a person who has installed careops, and nothing else."""
    path = os.pathsep.join([str(PROGRAMS), os.defpath])
    return {"HOME": str(home), "PATH": path, "LANG": "C.UTF-8", "TERM": "xterm", "CAREOPS_TOKENS": "file"}


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start the platform of a tutorial in an empty folder, on a free port. Return its address."""
    (start,) = [block.text for block in blocks("tutorials/terminal.md") if block.language == "sh"]
    home = tmp_path_factory.mktemp("home")
    log = home / "log"
    with (
        log.open("w") as written,
        subprocess.Popen(  # noqa: S603 (the command of the page)
            ["/bin/bash", "-c", f"exec {start}"],
            env=environment(home) | {"CAREOPS_PORT": "0", "CAREOPS_WORKERS": "1"},
            cwd=home,
            stderr=written,
        ) as process,
    ):
        while not (match := re.search(r"http://127\.0\.0\.1:\d+", log.read_text())):
            assert process.poll() is None, log.read_text()
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.2)
        yield match[0]
        process.send_signal(signal.SIGTERM)
        process.wait(120)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["tutorials/terminal.md", "tutorials/sdk.md"])
def test_tutorial_runs_as_shown(page: str, platform: str, tmp_path: Path) -> None:
    commands: list[Step] = []
    for block in blocks(page):
        if block.language == "console":
            commands += steps(block)
        elif block.file:
            (tmp_path / block.file).write_text(block.text.replace(PRINTED_ADDRESS, platform))
        else:
            assert block.text == "careops serve --demo\n", f"{page}:{block.line}: no test runs this block"
    check(page, commands, tmp_path, platform)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["tutorials/operating.md", "guide/securing.md"])
def test_operations_tutorial_runs_as_shown(page: str, tmp_path: Path) -> None:
    check(page, [step for block in blocks(page) if block.language == "console" for step in steps(block)], tmp_path)


def check(page: str, commands: list[Step], folder: Path, platform: str = PRINTED_ADDRESS) -> None:
    """Run the commands of a page in a folder. Fail with the output of those that differ from the page."""
    home = folder / "home"
    home.mkdir()
    outcomes = run_in_terminal(
        [step.command.replace(PRINTED_ADDRESS, platform) for step in commands],
        folder,
        environment(home) | {"CAREOPS_URL": f"{platform}/api"},
    )
    wrong = [
        f"{page}:{step.line}: {step.command}\n" + "\n".join(outcome.lines)
        for step, outcome in zip(commands, outcomes, strict=True)
        if not is_as_shown(step, outcome, platform)
    ]
    assert not wrong, "\n\n".join(wrong)


def is_as_shown(step: Step, outcome: Outcome, platform: str) -> bool:
    """Return True if a command printed what the page shows. Only commands that show an error may fail."""
    printed = [line.replace(platform, PRINTED_ADDRESS) for line in outcome.lines]
    may_fail = any(line.startswith("error: ") for line in step.shown)
    return matches(step.shown, printed) and (outcome.code == 0) is not may_fail


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        (["a", "b"], ["a", "b"], True),
        (["a", "…"], ["a", "b", "c"], True),
        (["…", "c"], ["a", "b", "c"], True),
        (["a", "…", "d"], ["a", "b", "c"], False),
        (["a"], ["a", "b"], False),
        ([], ["a"], False),
        (["…"], [], True),
    ],
)
def test_an_output_is_compared_line_by_line(shown: list[str], printed: list[str], same: bool) -> None:
    assert matches(shown, printed) is same
