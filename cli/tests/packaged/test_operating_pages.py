"""Every command of the operating pages, in the order of a reader, on a machine that has only the package."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from cli.tests.documents import DOCS, blocks
from cli.tests.packaged.machine import Answer, Machine

from careops import __version__

PACKAGE = Path(os.environ.get("CAREOPS_PACKAGE", "dist"))
PASSWORD = "five quiet lanterns by the river"
PAGES = ("deploying", "installation", "securing", "backup", "upgrading", "troubleshooting", "monitoring", "scaling")
NOT_RUN = {
    "pip install nox && nox -s package": "the session that runs these tests builds the package",
    f"pip install 'careops-{__version__}-py3-none-any.whl[cli]'": "test_installed.py runs it in an empty environment",
    "sudo systemctl stop careops\non-careops backup create": "test_embedded_to_separate.py runs its steps",
    "curl -s http://127.0.0.1:8000/ready | jq": "the machine has no jq; other blocks read the same address",
    "journalctl -u careops -o cat | jq": "the machine has no jq and no journal",
}
SETTINGS_ONLY = (
    "CAREOPS_GEOCODER_URL",
    "CAREOPS_SEARCH_URL",
    "CAREOPS_DATABASE_READ_URL",
    "CAREOPS_DATABASE_URL=postgresql://careops_server",
)
NEWEST_BACKUP = "$(ls -t /mnt/backups/*.backup | head -1)"
BACKUP_OF_THE_PAGES = "careops-20261122T120000Z.backup"
SERVE = "careops serve"
WAIT_FOR_SERVER = "timeout 120 bash -c 'until curl -fsS http://127.0.0.1:8000/live; do sleep 0.2; done'"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("nginx", path="/usr/sbin"),
        reason="namespaces need Linux and root, and the page about deploying nginx",
    ),
]


class Reader:
    """Reader of the pages who runs their blocks."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.folder = machine.home / "dist"
        self.functions = ""
        self.ran: set[tuple[str, int]] = set()

    def block(self, page: str, start: str) -> str:
        """Return the block of a page that starts with some words, and note that it is run."""
        (block,) = [
            candidate
            for candidate in blocks(f"guide/{page}.md")
            if candidate.language == "sh" and candidate.text.startswith(start)
        ]
        self.ran.add((page, block.line))
        return block.text

    def run(
        self,
        page: str,
        start: str,
        changes: Mapping[str, str] = MappingProxyType({}),
        *,
        online: bool = False,
        answers: tuple[Answer, ...] = (),
    ) -> str:
        """Run a block. ``changes`` are the parts that a reader replaces by values of the machine."""
        text = self.block(page, start)
        for before, after in changes.items():
            assert before in text, f"{page}: {before}"
            text = text.replace(before, after)
        return self.do(text, online=online, answers=answers)

    def do(self, text: str, *, online: bool = False, answers: tuple[Answer, ...] = ()) -> str:
        """Run commands of the reader."""
        return self.machine.run(f"{self.functions}\n{text}", folder=self.folder, answers=answers, online=online)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """Return a reader on a new machine, with the package in the folder ``dist``."""
    machine = Machine(tmp_path_factory.mktemp("machine"))
    try:
        machine.run(f"cp -r {PACKAGE.resolve()} dist", folder=machine.home)
        yield Reader(machine)
    finally:
        machine.close()


def test_pages_install_on_a_new_debian(reader: Reader) -> None:
    reader.folder = reader.machine.home
    reader.do(reader.block("deploying", "cd dist") + "test -f requirements.txt")
    reader.folder = reader.machine.home / "dist"
    if not (PACKAGE / "SHA256SUMS").exists():
        reader.do("tar czf careops-deploy-0.tar.gz deploy && sha256sum *.whl *.txt *.gz > SHA256SUMS")
    assert "careops" in reader.run("deploying", "sha256sum --check")
    reader.run("deploying", "sudo apt install python3-venv", online=True)
    reader.run("deploying", "sudo useradd --system")
    reader.functions = reader.block("deploying", "on-careops()")
    created = reader.run("deploying", "sudo careops service install")
    reader.run("deploying", "sudo apt install caddy")
    reader.run("deploying", "sudo apt install nginx certbot")
    page = reader.do("curl -fsS https://careops.example/")
    assert "<title>" in page
    answers = (Answer("^Password: $", created_password(created)), *choose_password(created_password(created)))
    assert "Asha Rao" in reader.run("deploying", "export CAREOPS_URL", answers=answers)
    reader.functions += "export CAREOPS_URL=https://careops.example/api\n"


def choose_password(before: str | Callable[[str], str]) -> tuple[Answer, ...]:
    """Return the input of ``careops password change``."""
    return (Answer("^Password as it is", before), Answer("^New password", PASSWORD), Answer("^Once more", PASSWORD))


def test_pages_secure_and_monitor_the_server(reader: Reader) -> None:
    assert reader.run("securing", "for page in metrics ready").split() == ["404", "404"]
    reader.run("securing", "careops keys create", {"log 3": "log 1"})
    # The first seal is written some seconds after the start.
    reader.do("on-careops audit seal")
    reader.run("securing", "careops audit verify", {"careops audit verify": "on-careops audit verify", " --follow": ""})
    reader.run("deploying", "sudo apt install prometheus")
    assert reader.do("stat -c '%U %a' /etc/prometheus/careops.token").split() == ["prometheus", "400"]
    reader.run("troubleshooting", "careops doctor", {"careops": "on-careops"})


def test_pages_back_up_upgrade_and_roll_back(reader: Reader) -> None:
    assert "backup" in reader.run("deploying", "sudo install -d -o careops -m 700 /mnt/backups")
    reader.run("deploying", "on-careops backup create")
    reader.do(WAIT_FOR_SERVER)
    newest = {f"/mnt/backups/{BACKUP_OF_THE_PAGES}": NEWEST_BACKUP}
    reader.run("upgrading", "sudo systemctl stop careops", newest)
    reader.do(WAIT_FOR_SERVER)
    assert "Asha Rao" in reader.do("careops whoami")


def test_pages_create_keep_and_restore_backups(reader: Reader) -> None:
    as_service = "sudo -u careops bash -eo pipefail <<'END'\nset -a; . /etc/careops/careops.env; set +a\n"
    as_service += "export CAREOPS_DATA_DIR=/var/lib/careops; cd /\n"
    first = reader.block("backup", "careops backup key").replace(f"/mnt/backups/{BACKUP_OF_THE_PAGES}", NEWEST_BACKUP)
    assert "Proven: " in reader.do(f"{as_service}{first}END")
    reader.run("backup", "sudo careops service install --backup", {"--backup-dir": "--replace --backup-dir"})
    (line,) = [text for text in reader.block("backup", "# /etc/cron.d").splitlines() if text.startswith("15 2")]
    command = line.split(None, 6)[6]
    assert reader.do(f"sudo -u careops env -i PATH=$PATH sh -c {shlex.quote(command)}").strip() == ""
    prune = reader.block("backup", "careops backup prune").replace("12 #", "12 --yes #")
    reader.do(f"{as_service}{prune}END")
    reader.run("backup", "careops backup create --verify && rclone", {"careops backup": "on-careops backup"})
    reader.do("on-careops backup create && sudo systemctl stop careops && sudo install -d -o careops /srv/careops")
    restore = reader.block("backup", "export CAREOPS_DATA_DIR=/srv").replace(BACKUP_OF_THE_PAGES, NEWEST_BACKUP)
    restore = restore.replace(" --key-file backup.key", "").replace(
        SERVE, f"{SERVE} & {WAIT_FOR_SERVER}; kill $!; wait"
    )
    again = "careops admin create --name 'Asha Rao' --phone 9812345671 || true\n"
    assert "9812345671 belongs to a user already" in reader.do(f"{as_service}{restore}{again}END")


def test_pages_start_a_trial_and_a_service(reader: Reader) -> None:
    reader.do(
        f"useradd --create-home --home /srv/asha asha && cp -r {reader.folder} /srv/asha/ && chown -R asha /srv/asha"
    )
    trial = reader.block("installation", "python3 -m venv venv")
    (serve,) = [line for line in trial.splitlines() if line.startswith(SERVE)]
    trial = trial.replace(serve, f"{SERVE} > log 2>&1 &\n{WAIT_FOR_SERVER}")
    account = reader.block("installation", "careops admin create")
    script = f"cd ~/dist\n{trial}\n{account}\ncareops whoami\nkill %1\nwait"
    answers = (Answer("^Password: $", created_password), *choose_password(created_password))
    command = f"sudo -u asha bash -eo pipefail -c {shlex.quote(script)}"
    assert "Asha Rao" in reader.do(command, answers=answers, online=True)
    reader.do("userdel careops && rm /etc/systemd/system/careops.service")
    reader.run("installation", "sudo useradd --system careops")
    reader.do(WAIT_FOR_SERVER)


def created_password(output: str) -> str:
    """Return the password that ``careops admin create`` has printed."""
    match = re.search(r"password\s+(\S{12,})", output)
    assert match, output
    return match[1]


def test_pages_connect_another_postgresql(reader: Reader) -> None:
    """The other machine is another name of this one, which runs a second PostgreSQL."""
    reader.do("sudo systemctl stop careops")
    reader.do(
        """echo '127.0.0.1 db.internal' >> /etc/hosts
        programs=$(dirname "$(find /opt/careops -path '*/bin/initdb')")
        sudo install -d -o careops /srv/database
        sudo -u careops "$programs/initdb" --auth=trust --username=owner -D /srv/database
        sudo -u careops "$programs/pg_ctl" -D /srv/database -o '-k /srv/database' -l /srv/database/log -w start
        "$programs/psql" -h db.internal -U owner postgres -c 'create role careops login' \
            -c 'create database careops owner careops' -c 'create database owned'"""
    )
    serve = f"{SERVE} > log 2>&1 & {WAIT_FOR_SERVER}; kill $!; wait"
    reader.run("installation", "CAREOPS_DATABASE_URL=postgresql://careops@db", {SERVE: serve})
    reader.do("CAREOPS_DATABASE_URL=postgresql://careops@db.internal/careops careops db check")
    owner = {
        "owner:…@db.internal/careops": "owner@db.internal/owned",
        "careops db role": "careops db migrate\ncareops db role",
    }
    assert "postgresql://careops_server:" in reader.run("installation", "export CAREOPS_DATABASE_OWNER_URL", owner)


def test_pages_add_demo_data_and_tracing(reader: Reader) -> None:
    demo = reader.block("installation", "careops demo create").replace("--size district", "--size demo")
    tracing = reader.block("monitoring", "pip install 'careops-")
    script = f"""cd ~/dist && . venv/bin/activate
    CAREOPS_DATA_DIR=~/demo {demo}
    {tracing}
    python -c 'import opentelemetry.sdk'"""
    reader.do(f"sudo -u asha bash -eo pipefail -c {shlex.quote(script)}", online=True)


def test_containers_get_their_settings_and_digests(reader: Reader) -> None:
    reader.run("deploying", "cd deploy\ncat > .env")
    settings = reader.do("cat deploy/careops.env deploy/owner.env").split()
    assert {line.partition("=")[0] for line in settings} <= documented_settings()
    assert all(line.partition("=")[2] for line in settings)
    reader.do(f"cd deploy\n{reader.block('deploying', 'digest()')}")
    images = [line for line in reader.do("cat deploy/compose.yaml").splitlines() if " image: " in line and "/" in line]
    assert images
    assert all("@sha256:" in line for line in images), images


def documented_settings() -> set[str]:
    """Return the settings that the page of settings describes."""
    return set(re.findall(r"CAREOPS_[A-Z0-9_]+", (DOCS / "guide/settings.md").read_text("utf-8")))


def test_every_block_of_the_pages_is_run(reader: Reader) -> None:
    not_run = set(NOT_RUN)
    for page in PAGES:
        for block in blocks(f"guide/{page}.md"):
            if block.language != "sh" or (page, block.line) in reader.ran:
                continue
            if block.text.startswith(SETTINGS_ONLY):
                assert set(re.findall(r"CAREOPS_[A-Z0-9_]+", block.text)) <= documented_settings()
            else:
                reasons = [start for start in NOT_RUN if block.text.startswith(start)]
                assert reasons, f"{page}:{block.line} runs nowhere"
                not_run.difference_update(reasons)
    assert not not_run, "these blocks are gone"
