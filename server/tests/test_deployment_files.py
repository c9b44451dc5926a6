"""Files for operators: alerts, dashboard, proxies and containers refer only to existing metrics, paths and settings."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # untyped
from prometheus_client import REGISTRY

from careops_server.core.configuration.settings import ELSEWHERE, Settings
from careops_server.core.observability import metrics

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "docs/deploy"
GUIDES = ROOT / "docs/guide"
WATCHING = (GUIDES / "monitoring.md").read_text("utf-8")
EXPRESSION_WORDS = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")
FUNCTIONS = {"histogram_quantile", "predict_linear", "label_values"}
DOCKER = """#!/bin/sh
[ "$1" = buildx ] && echo "sha256:$(echo "$4" | sha256sum | cut -c1-64)" || echo "$@" >> built
"""
"""Substitute of docker. Its digests are those of the names of images."""


def series() -> set[str]:
    """Metric names at ``/metrics``."""
    assert metrics.alarms
    names = {"up"}
    for family in REGISTRY.collect():
        endings = {"counter": ("_total",), "info": ("_info",), "histogram": ("_bucket", "_count", "_sum")}.get(
            family.type, ("",)
        )
        names |= {family.name + ending for ending in endings}
    return names


def rules() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"]
    return list(group["rules"])


def board_expressions() -> Iterator[str]:
    board = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    yield from (target["expr"] for panel in board["panels"] for target in panel["targets"])
    yield from (each["query"]["query"] for each in board["templating"]["list"] if each["type"] == "query")


def test_function_for_commands_needs_no_home(tmp_path: Path) -> None:
    """The account of the service has no home folder."""
    page = (GUIDES / "deploying.md").read_text("utf-8")
    function = page[page.index("on-careops() {") :].partition("\n```")[0]
    (tmp_path / "careops.env").write_text("CAREOPS_ENVIRONMENT=production\n")
    (tmp_path / "careops").write_text('#!/bin/sh\necho "$CAREOPS_ENVIRONMENT $CAREOPS_DATA_DIR $*"\n')
    (tmp_path / "careops").chmod(0o755)
    function = function.replace("/etc/careops/careops.env", str(tmp_path / "careops.env"))
    script = f'sudo() {{ shift 2; "$@"; }}\n{function}\non-careops doctor --json'
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path / "none")}
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=True)  # noqa: S603, S607 (our page)
    assert (done.stdout, done.stderr) == ("production /var/lib/careops doctor --json\n", "")


def test_alerts_and_dashboards_use_existing_metrics() -> None:
    expressions = [*board_expressions(), *(rule["expr"] for rule in rules())]
    assert len(expressions) > 25
    words = {word for each in expressions for word in EXPRESSION_WORDS.findall(re.sub(r'"[^"]*"|{{.*?}}', "", each))}
    assert words - series() - FUNCTIONS == set()


def test_own_metrics_have_the_prefix() -> None:
    """Standard metrics of exporters keep their names."""
    standard = ("http_", "process_", "python_")
    names = {family.name for family in REGISTRY.collect()}
    assert {name for name in names if not name.startswith(("careops_", *standard))} == set()


def test_every_severity_is_received_by_someone() -> None:
    receivers = yaml.safe_load((DEPLOY / "alertmanager.yml").read_text("utf-8"))
    names = {each["name"] for each in receivers["receivers"]}
    routes = receivers["route"]["routes"]
    matched = [
        name for route in routes for each in route["matchers"] for name in re.findall(r'severity = "(\w+)"', each)
    ]
    assert {receivers["route"]["receiver"], *(each["receiver"] for each in routes)} == names
    assert set(matched) < {rule["labels"]["severity"] for rule in rules()}, "the others go to the route's own receiver"


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
def test_alert_has_a_severity_and_a_runbook(rule: dict[str, Any]) -> None:
    assert rule["labels"]["severity"] in ("page", "ticket")
    page, _, place = rule["annotations"]["runbook"].partition("#")
    assert page == "docs/guide/monitoring.md"
    assert place == rule["alert"].lower()
    assert f"\n## {rule['alert']}\n" in WATCHING


def test_every_runbook_section_has_an_alert() -> None:
    assert set(re.findall(r"^## (Careops\w+)$", WATCHING, re.MULTILINE)) == {rule["alert"] for rule in rules()}


@pytest.mark.parametrize(
    "file", [*sorted(DEPLOY.iterdir()), GUIDES / "deploying.md", GUIDES / "monitoring.md"], ids=lambda file: file.name
)
def test_settings_are_those_of_the_server(file: Path) -> None:
    setting_names = {f"CAREOPS_{name.upper()}" for name in Settings.model_fields} | set(ELSEWHERE)
    written = re.sub(r"\\1", "ACCESS", file.read_text("utf-8"))
    assert set(re.findall(r"\bCAREOPS_[A-Z0-9_]*[A-Z0-9]\b", written)) - setting_names == set()


def test_containers_are_consistent() -> None:
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    services = composed["services"]
    volumes = {volume.split(":")[0] for each in services.values() for volume in each["volumes"]}
    assert {volume for volume in volumes if not volume.startswith(".")} == set(composed["volumes"])
    variables = {name.split("=")[0] for name in re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text("utf-8"))}
    assert variables == set(re.findall(r"^([A-Z][A-Z0-9_]*)=", _env_file(), re.MULTILINE))
    proxied = set(re.findall(r"{\$(\w+)", (DEPLOY / "Caddyfile").read_text("utf-8")))
    assert proxied == set(services["proxy"]["environment"])
    for name in ("server", "worker"):
        assert services[name]["environment"]["CAREOPS_ENVIRONMENT"] == "production"
        assert services[name]["cap_drop"] == ["ALL"]


def test_every_permanent_service_is_monitored() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    worker = services["worker"]
    port = worker["environment"]["CAREOPS_WORKER_PORT"]
    assert f":{port}/live" in " ".join(worker["healthcheck"]["test"])
    assert worker["environment"].items() > services["server"]["environment"].items()
    # The worker scrape job is commented out, because most installations have no separate worker.
    uncommented = re.sub(r"^  # (?=- |  )", "  ", (DEPLOY / "prometheus.yml").read_text("utf-8"), flags=re.MULTILINE)
    scraped = yaml.safe_load(uncommented)["scrape_configs"]
    targets = {each["job_name"]: each["static_configs"][0]["targets"] for each in scraped}
    assert targets == {"careops": ["127.0.0.1:8000"], "careops-worker": [f"127.0.0.1:{port}"]}
    jobs = {job for rule in rules() for job in re.findall(r'job="([^"]+)"', rule["expr"])}
    assert jobs == targets.keys()


def _env_file() -> str:
    """The ``.env`` that the guide creates."""
    (written,) = re.findall(r"cat > \.env <<EOF\n(.*?)EOF", (GUIDES / "deploying.md").read_text("utf-8"), re.DOTALL)
    return str(written)


def test_only_server_and_backup_read_the_owner_address() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    owners = {name for name, each in services.items() if "owner.env" in each.get("env_file", ())}
    assert owners == {"server", "backup"}


def test_images_have_versions_and_logs_have_limits() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    for name, service in services.items():
        assert service["logging"]["options"]["max-size"], name
        if service["image"] != "careops":
            assert re.search(r":\d+\.\d+", service["image"]), name


def test_images_are_pinned_by_their_digests(tmp_path: Path) -> None:
    guide = (GUIDES / "deploying.md").read_text("utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    [commands] = [block for block in blocks if "digest()" in block]
    shutil.copy(DEPLOY / "compose.yaml", tmp_path)
    (tmp_path / "docker").write_text(DOCKER)
    (tmp_path / "docker").chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    for _ in range(2):
        subprocess.run(["/bin/bash", "-ec", commands], cwd=tmp_path, env=environment, check=True)  # noqa: S603 (the guide)
    named = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"].values()
    pinned = yaml.safe_load((tmp_path / "compose.yaml").read_text("utf-8"))["services"].values()
    for before, after in zip(named, pinned, strict=True):
        name = before["image"]
        digest = hashlib.sha256(f"{name}\n".encode()).hexdigest()
        assert after["image"] == ("careops" if name == "careops" else f"{name}@sha256:{digest}")
    assert re.search(r"BASE=python:\d\.\d+-slim@sha256:[0-9a-f]{64}$", (tmp_path / "built").read_text(), re.MULTILINE)
