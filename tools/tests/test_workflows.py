"""Workflows of GitHub run existing sessions with pinned actions and few rights."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # untyped

from tools.files import ROOT

FOLDER = ROOT / ".github/workflows"
WORKFLOWS = sorted(FOLDER.glob("*.yml"))
SEPARATE = {"faults", "soak", "mutations", "clients", "audit", "packaged"}
"""Sessions that ``nox -s tests`` does not contain as a whole: they are long, use the network or need root."""
SESSION = re.compile(r"\bnox -s (\S+|\$\{\{ matrix\.session \}\})")


def load(path: Path) -> dict[str, Any]:
    """Return a workflow. YAML reads the key ``on`` as true."""
    workflow: dict[Any, Any] = yaml.safe_load(path.read_text("utf-8"))
    return {"on" if key is True else key: value for key, value in workflow.items()}


def steps(workflow: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield all steps of all jobs."""
    for job in workflow["jobs"].values():
        yield from job["steps"]


def sessions_run(workflow: dict[str, Any]) -> set[str]:
    """Return the sessions that a workflow runs, with those of a matrix and of scripts."""
    names = set()
    for job in workflow["jobs"].values():
        for step in job["steps"]:
            command = step.get("run", "")
            if command.startswith(".ci/"):
                command = (ROOT / command).read_text("utf-8")
            for name in SESSION.findall(command):
                names |= {*job["strategy"]["matrix"]["session"]} if name.startswith("$") else {name}
    return names


def sessions() -> set[str]:
    """Return the names of all sessions of the noxfile."""
    names = set()
    for node in ast.parse((ROOT / "noxfile.py").read_text("utf-8")).body:
        for decorator in node.decorator_list if isinstance(node, ast.FunctionDef) else []:
            text = ast.unparse(decorator)
            if text.startswith("nox.session") and isinstance(node, ast.FunctionDef):
                named = re.search(r"name='([^']+)'", text)
                names.add(named[1] if named else node.name)
    return names


@pytest.fixture(params=WORKFLOWS, ids=lambda path: path.stem)
def workflow(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Return each workflow."""
    return load(request.param)


def test_every_session_exists(workflow: dict[str, Any]) -> None:
    run = sessions_run(workflow)
    assert run, "a workflow without a session proves nothing"
    assert run - sessions() == set()


def test_every_script_exists(workflow: dict[str, Any]) -> None:
    for command in (step.get("run", "") for step in steps(workflow)):
        if command.startswith("."):
            assert os.access(ROOT / command.split()[0], os.X_OK), command


def test_every_action_is_pinned(workflow: dict[str, Any]) -> None:
    used = [step["uses"] for step in steps(workflow) if "uses" in step]
    assert [action for action in used if not re.fullmatch(r"[\w-]+/[\w/-]+@(v\d+|[0-9a-f]{40})", action)] == []


def test_every_job_ends_and_may_only_read(workflow: dict[str, Any]) -> None:
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        assert job["timeout-minutes"] <= 180, name
        assert "permissions" not in job or name == "publish", "only the release is written"


def test_no_text_of_others_is_part_of_a_command(workflow: dict[str, Any]) -> None:
    commands = " ".join(step.get("run", "") for step in steps(workflow))
    assert {*re.findall(r"\$\{\{ *([\w.]+)", commands)} <= {"matrix.session"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_no_file_names_a_host(path: Path) -> None:
    assert re.findall(r"https?://\S+", path.read_text("utf-8")) == []


def test_each_commit_runs_the_command_of_the_readme() -> None:
    workflow = load(FOLDER / "ci.yml")
    assert {"push", "pull_request"} <= workflow["on"].keys()
    assert sessions_run(workflow) == {"tests"}


def test_every_separate_session_has_a_time() -> None:
    scheduled = [workflow for workflow in map(load, WORKFLOWS) if "schedule" in workflow["on"]]
    assert set().union(*map(sessions_run, scheduled)) == SEPARATE
    for entry in (entry for workflow in scheduled for entry in workflow["on"]["schedule"]):
        assert re.fullmatch(r"\d+ \d+ \* \* [\d*]", entry["cron"])


def test_a_tag_is_tested_built_and_published() -> None:
    workflow = load(FOLDER / "release.yml")
    assert workflow["on"] == {"push": {"tags": ["v*"]}}
    assert sessions_run(workflow) == {"tests", "release"}
    assert {*workflow["jobs"]["publish"]["needs"]} == workflow["jobs"].keys() - {"publish"}
