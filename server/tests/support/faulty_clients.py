"""Clients that read or write too slowly, and the memory of the server."""

from __future__ import annotations

import socket
import statistics

import psutil
from server.tests.faults.cluster import Scene, send, timed

from careops.calls.clinics import ListClinics


def closed(line: socket.socket) -> bool:
    """Return True if the server has closed a connection, with or without an answer."""
    line.setblocking(False)
    try:
        while line.recv(4096):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def rss(process: psutil.Process) -> int:
    """Resident memory of a process, in bytes."""
    used: int = process.memory_info().rss
    return used


def waits(scene: Scene) -> tuple[float, float]:
    """Median seconds of `/live` and of a list."""
    client = scene.http()
    both: list[tuple[float, float]] = []
    for _ in range(40):
        answer, live = timed(lambda: client.get(f"{scene.served.url}/live"))
        listed, seconds = timed(lambda: send(client, ListClinics()))
        assert (answer.status_code, listed.status_code) == (200, 200)
        both.append((live, seconds))
    return statistics.median(live for live, _ in both), statistics.median(seconds for _, seconds in both)
