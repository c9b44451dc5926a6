"""`careops serve` and `careops doctor` in the folder of an installation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class Installation:
    """Folder with `careops.toml`, and variables beside those of this process."""

    folder: Path
    variables: Mapping[str, str]
    log: list[dict[str, Any]] = field(default_factory=list)
    """Lines of the server's log until it answers requests."""
    port: str = "0"

    @property
    def environment(self) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("CAREOPS_")}
        return {**inherited, "CAREOPS_PORT": self.port, **self.variables}

    @contextmanager
    def served(self) -> Iterator[str]:
        """Run the server, and yield its URL once it answers requests."""
        command = [sys.executable, "-m", "careops_cli", "serve"]
        with subprocess.Popen(  # noqa: S603 (our own interpreter)
            command, cwd=self.folder, env=self.environment, stderr=subprocess.PIPE, text=True
        ) as server:
            assert server.stderr is not None
            try:
                while "url" not in (line := json.loads(server.stderr.readline() or '"ended"')):
                    assert line != "ended", self.log
                    self.log.append(line)
                self.port = line["url"].rpartition(":")[2]
                yield line["url"]
            finally:
                server.terminate()
                server.communicate()

    def doctor(self) -> tuple[int, dict[str, dict[str, str]]]:
        """Return the exit code of `careops doctor`, and its findings by name."""
        command = [sys.executable, "-m", "careops_cli", "doctor", "--json"]
        done = subprocess.run(  # noqa: S603 (our own interpreter)
            command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, check=False
        )
        return done.returncode, {finding["check"]: finding for finding in json.loads(done.stdout)}
