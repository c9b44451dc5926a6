"""Lead files: export and upload."""

from __future__ import annotations

import csv
import subprocess
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import psycopg

from bench.background_load import wait_meanwhile
from bench.cli_runner import CAREOPS, at_terminal
from bench.config import Config
from bench.generate_rows import FIRST_NAMES, LAST_NAMES
from bench.load import Target
from bench.processes import growing
from bench.report import Findings, Goal
from bench.servers import client_of
from careops import CareOps, InvalidInput
from careops.calls.leads import ExportLeads, UploadLeads
from careops.constants import MAX_LEAD_FILE_BYTES
from careops.files import Upload
from careops_server.core.configuration.dsn import driver_url

_BUSIEST = (
    "select clinic_id, sum(total) from leads_totals t, cast(t.key as bigint) clinic_id where dimension = "
    "'clinic_id' group by 1 order by 2 desc limit 1"
)
_COPY = """
    copy (
        select l.id, l.created_at, l.ad_campaign_id, a.campaign_name, l.clinic_id, c.name, l.first_name, l.last_name,
            l.phone_number, l.email, a.start_time, a.end_time, l.utm_details ->> 'utm_campaign',
            l.utm_details ->> 'utm_medium', l.utm_details ->> 'utm_source'
        from leads l join clinics c on c.id = l.clinic_id left join ad_campaigns a on a.id = l.ad_campaign_id
        where l.clinic_id = %s order by l.created_at desc, l.id desc
    ) to stdout (format csv)
"""
_READERS = 10
_SLOW = 100_000
"""Bytes per second of a slow reader."""
_TWIN = "drop table if exists twin; create table twin (like leads including all)"
"""The same columns and indexes, without counters."""


def measure(findings: Findings, setting: Config, ours: Target, url: str) -> None:
    """Measure both, and add the results to the findings."""
    with psycopg.connect(driver_url(url), autocommit=True) as database:
        _export(findings, setting, ours, database)
        _upload(findings, setting, ours, database)


def _export(findings: Findings, setting: Config, ours: Target, database: psycopg.Connection) -> None:
    clinic, count = (int(n) for n in database.execute(_BUSIEST.encode()).fetchall()[0])
    firsts, mine, bare = [], [], []
    with client_of(ours) as client, growing(ours.roots[0]) as growth:
        for _ in range(setting.few_rounds):
            database.execute("delete from list_exports")
            began = time.perf_counter()
            with client.send(ExportLeads(clinic_id=clinic)) as download:
                pieces = iter(download)
                lines = next(pieces).count(b"\n")
                firsts.append((time.perf_counter() - began) * 1000)
                lines += sum(piece.count(b"\n") for piece in pieces)
            mine.append(count / (time.perf_counter() - began))
            if lines != count + 1:
                raise RuntimeError(f"{lines} lines were exported of {count} leads")
            began = time.perf_counter()
            with database.cursor() as cursor, cursor.copy(_COPY.encode(), [clinic]) as copy:
                for _piece in copy:
                    pass
            bare.append(count / (time.perf_counter() - began))
        alone = growth()
    slow = _slow_readers(setting, ours, clinic, database)
    sheet = _spreadsheet(ours, clinic, count, database)
    first, rate, theirs = median(firsts), median(mine), median(bare)
    findings.goals += [
        Goal(f"Export of {count:,} leads, first byte", f"{first:.0f} ms", "", first, 300, "ms"),
        Goal(f"Export of {count:,} leads", f"{rate:,.0f}/s", "", rate, 20_000, "/s", at_least=True),
        Goal("Export, to a bare COPY", f"{rate:,.0f}/s", f"{theirs:,.0f}/s", rate / theirs, 0.25, at_least=True),
        Goal("Export, memory of a worker", f"+{alone:.0f} MB", "", alone, 64, "MB"),
        Goal(f"Export to {_READERS} slow readers, memory of a worker", f"+{slow:.0f} MB", "", slow, 64, "MB"),
        Goal("Export to a spreadsheet at the terminal", f"{sheet:,.0f}/s", "", sheet, 8_000, "/s", at_least=True),
    ]


def _slow_readers(setting: Config, ours: Target, clinic: int, database: psycopg.Connection) -> float:
    """Return the megabytes that a worker grows by while clients download slowly and then disconnect."""
    database.execute("delete from list_exports")
    until = time.monotonic() + setting.seconds(15)

    def read() -> None:
        with client_of(ours) as client, client.send(ExportLeads(clinic_id=clinic)) as download:
            for piece in download:
                if time.monotonic() > until:
                    return
                time.sleep(len(piece) / _SLOW)

    with growing(ours.roots[0]) as growth:
        readers = [threading.Thread(target=read) for _ in range(_READERS)]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
        return growth()


def _spreadsheet(ours: Target, clinic: int, count: int, database: psycopg.Connection) -> float:
    database.execute("delete from list_exports")
    with at_terminal(ours) as environment, tempfile.TemporaryDirectory() as folder:
        words = [CAREOPS, "leads", "export", str(Path(folder) / "leads.xlsx"), "--clinic", str(clinic)]
        began = time.perf_counter()
        subprocess.run(words, env=environment, check=True, capture_output=True)
        return count / (time.perf_counter() - began)


def _upload(findings: Findings, setting: Config, ours: Target, database: psycopg.Connection) -> None:
    """Upload new people each time, to a clinic with few leads. The COPY in between has the same indexes."""
    count = setting.rows(100_000)
    clinics = [int(c) for (c,) in database.execute("select id from clinics order by id desc limit 3")]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        client = stack.enter_context(client_of(ours))
        growth = stack.enter_context(growing(ours.roots[0]))
        files = [_file(folder, number, count) for number in range(len(clinics))]
        left = iter(zip(clinics, files, strict=True))

        def upload() -> None:
            clinic, file = next(left)
            sent = Upload.of(file)
            added = client.send(UploadLeads(clinic_id=clinic, file0=sent)).added
            sent.close()
            if added != count:
                raise RuntimeError(f"{added} of {count} leads were added")

        took = []
        for _ in range(len(clinics) - 1):
            began = time.perf_counter()
            upload()
            took.append(time.perf_counter() - began)
        mine = median(took)
        waits = wait_meanwhile(ours, [upload], idle_seconds=setting.seconds(15))
        refused = median(_refused(client, clinics[0], folder, count) for _ in range(setting.few_rounds))
        grown = growth()
        theirs = median(_copied(file, clinics[0], database) for file in files)
        megabytes = files[0].stat().st_size / 1e6
    rates = (f"{count / mine:,.0f}/s", f"{count / theirs:,.0f}/s")
    findings.goals += [
        Goal(f"Upload of {count:,} leads, time, to reading and a bare COPY", *rates, mine / theirs, 4),
        waits.goal("during an upload of leads"),
        Goal(f"Refusal of {count:,} leads of which the last is wrong", f"{refused:.1f} s", "", refused, 2, "s"),
        Goal("Upload, memory of a worker", f"+{grown:.0f} MB", "", grown, 20, "MB"),
    ]
    findings.notes += [
        f"A file of {count:,} rows and {megabytes:.1f} MB was in after {mine:.1f} s; read by "
        f"Python's csv and copied into an empty table with the same indexes, without totals, after {theirs:.1f} s.",
    ]


def _refused(client: CareOps, clinic: int, folder: Path, count: int) -> float:
    """Seconds until the rejection of a file whose last row is invalid."""
    file = _file(folder, 9, count - 1)
    with file.open("a", encoding="utf-8") as opened:
        opened.write("Last,One,98,google\r\n")
    sent = Upload.of(file)
    began = time.perf_counter()
    try:
        client.send(UploadLeads(clinic_id=clinic, file0=sent))
    except InvalidInput:
        return time.perf_counter() - began
    finally:
        sent.close()
    raise RuntimeError("a wrong file of leads was taken")


def _file(folder: Path, number: int, count: int) -> Path:
    file = folder / f"leads-{number}.csv"
    with file.open("w", newline="", encoding="utf-8") as opened:
        writer = csv.writer(opened)
        writer.writerow(["first_name", "last_name", "phone_number", "utm_source"])
        for n in range(count):
            first, last = FIRST_NAMES[n % len(FIRST_NAMES)], LAST_NAMES[n // 7 % len(LAST_NAMES)]
            writer.writerow([first, last, str(7_000_000_000 + number * count + n), "google"])
    if file.stat().st_size > MAX_LEAD_FILE_BYTES:
        raise RuntimeError("the file of leads is too large")
    return file


def _copied(file: Path, clinic: int, database: psycopg.Connection) -> float:
    database.execute(_TWIN.encode())
    began = time.perf_counter()
    with file.open(newline="", encoding="utf-8") as opened:
        rows = csv.reader(opened)
        next(rows)
        statement = "copy twin (clinic_id, first_name, last_name, phone_number, utm_details) from stdin"
        with database.cursor() as cursor, cursor.copy(statement.encode()) as copy:
            for first, last, phone, source in rows:
                copy.write_row((clinic, first, last, phone, f'{{"utm_source": "{source}"}}'))
    took = time.perf_counter() - began
    database.execute("drop table twin")
    return took
