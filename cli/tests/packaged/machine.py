"""A machine for the operating pages: folders, processes and a network, with stand-ins for programs of Debian."""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

STAND_INS = Path(__file__).parent / "debian"
RECORDED = ("rclone", "editor", "caddy")
SECONDS = 300
_CERTIFICATE = "/etc/letsencrypt/live/careops.example/fullchain.pem"
_BIN = "/usr/local/lib/stand-ins"
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_CONTROLS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
# The files of the machine are read through overlays. Nothing that the commands write reaches it.
_PREPARE = """\
set -e
mount -t tmpfs -o mode=755 tmpfs {folder}
cd {folder}
mkdir home python
for top in etc var usr/local; do
  mkdir -p upper/$top work/$top
  [ $top = etc ] && cp /etc/resolv.conf /etc/hosts upper/etc
  mount -t overlay overlay -o lowerdir=/$top,upperdir=upper/$top,workdir=work/$top /$top
done
mkdir -p {bin} && cp {stand_ins}/* {bin}
for name in {recorded}; do cp {bin}/recorded {bin}/$name; done
printf '#!/bin/sh\\nexec %s "$@"\\n' {python} > {bin}/python3
chmod a+rx {bin}/*
echo '127.0.0.1 careops.example' >> /etc/hosts
rm -rf /var/lib/careops
mkdir -p /var/www/html
for top in /opt /mnt /srv; do mkdir -p .$top && mount --bind .$top $top; done
mount -t tmpfs tmpfs /run
# The accounts of services may not enter the home of the account that runs the tests, which can contain its Python.
mount --bind {prefix} python
case {prefix} in
  /root/*) mount -t tmpfs -o mode=755 tmpfs /root && mkdir -p {prefix} && mount --bind python {prefix} ;;
esac
ip link set lo up
echo ready
# The first process of a machine takes over those whose parent has ended.
sleep infinity & wait
"""


@dataclass(frozen=True)
class Answer:
    """Input for a prompt, a pattern of its line. The input can depend on the output so far."""

    prompt: str
    text: str | Callable[[str], str]


class Machine:
    """Namespaces of Linux that hold the machine. They need root."""

    def __init__(self, folder: Path) -> None:
        script = _PREPARE.format(
            folder=folder,
            bin=_BIN,
            stand_ins=STAND_INS,
            recorded=" ".join(RECORDED),
            python=Path(sys.base_prefix, "bin", f"python{sys.version_info[0]}.{sys.version_info[1]}"),
            prefix=sys.base_prefix,
        )
        namespaces = ["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
        self._holder = subprocess.Popen(  # noqa: S603 (our script)
            ["/usr/bin/unshare", *namespaces, "/bin/bash", "-c", script], stdout=subprocess.PIPE, text=True
        )
        assert self._holder.stdout
        assert self._holder.stdout.readline() == "ready\n", "the machine could not be prepared"
        (child,) = Path(f"/proc/{self._holder.pid}/task/{self._holder.pid}/children").read_text().split()
        self._init = child
        self.home = folder / "home"

    def run(self, script: str, *, folder: Path, answers: Sequence[Answer] = (), online: bool = False) -> str:
        """Run a script in a shell that ends at the first failure. Return its output. ``online``: not isolated."""
        inside = ["nsenter", "--target", self._init, "--mount", "--pid", *([] if online else ["--net"])]
        script = f"set -eo pipefail\ncd {shlex.quote(str(folder))}\n{script}"
        reader, writer = pty.openpty()
        process = subprocess.Popen(  # noqa: S603 (commands of our pages)
            [*inside, "setsid", "--ctty", "/bin/bash", "-c", script],
            env=self._environment(),
            stdin=writer,
            stdout=writer,
            stderr=writer,
        )
        os.close(writer)
        try:
            output = _read(reader, process, answers)
            assert process.wait(SECONDS) == 0, f"{script}\n\n{output}"
        finally:
            process.kill()
            os.close(reader)
        return output

    def close(self) -> None:
        """End all processes of the machine and remove its folders."""
        self._holder.kill()
        self._holder.communicate()

    def _environment(self) -> dict[str, str]:
        left_out = ("CAREOPS_", "PYTHON", "VIRTUAL")
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
        return {
            **inherited,
            "PATH": f"{_BIN}:{_PATH}",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "TERM": "xterm",
            "COLUMNS": "200",
            "CAREOPS_TOKENS": "file",
            "SSL_CERT_FILE": _CERTIFICATE,
            "CURL_CA_BUNDLE": _CERTIFICATE,
        }


def _read(reader: int, process: subprocess.Popen[bytes], answers: Sequence[Answer]) -> str:
    """Read until the process ends, and answer its prompts in order."""
    output, waiting = "", list(answers)
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        if select.select([reader], [], [], 0.2)[0]:
            try:
                piece = os.read(reader, 65_536)
            except OSError:  # Linux reports the end of a terminal as an error
                break
            output += _CONTROLS.sub("", piece.decode(errors="replace"))
        elif process.poll() is not None:
            break
        if waiting and re.search(waiting[0].prompt, output.rpartition("\n")[2]):
            text = waiting.pop(0).text
            os.write(reader, f"{text if isinstance(text, str) else text(output)}\n".encode())
            output += "\n"
    assert not waiting, f"no prompt {waiting[0].prompt!r} in:\n{output}"
    return output.replace("\r\n", "\n")
