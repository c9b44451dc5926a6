"""News: the list, its tags, publishing, and feed fetches during reads."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from statistics import median

import psycopg

from bench.area_list import AreaList, measure_list
from bench.background_load import wait_meanwhile
from bench.config import Config
from bench.generate_rows import FIRST, LAST, Fill, one_of
from bench.load import Target, compare
from bench.processes import cpu_seconds, run_with_input
from bench.report import Findings, Goal
from bench.servers import ROOT, client_of, our_server
from careops.calls.news_insights import ListNewsTags
from careops.constants import PAGE_SIZE
from careops_server.areas.news_insights.queries import TAGS
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.database import Database
from careops_server.core.database.engine import create_pool

_TOPICS = ("Heart", "Diabetes", "Vaccines", "Lungs", "Cancer", "Knees", "Sleep", "Eyes", "Teeth", "Kidneys", "Dengue")
_VERBS = ("eases", "returns", "explained", "measured", "questioned", "improves", "spreads", "costs less", "waits")
_CITIES = ("Ludhiana", "Amritsar", "Jaipur", "Lucknow", "Pune", "Bengaluru", "Chennai", "Kolkata")
_SOURCES = ("Health Daily", "Doctors Post", "The Clinic Paper", "Sehat Samachar", "Medical Morning")
_TAGS = 2_000
NEWS = Fill(
    "news",
    ("news_articles", "news_article_tags"),
    [
        f"insert into news_tags (tag_name) select 'Bench ' || n from generate_series(1, {_TAGS}) n",
        f"""
        insert into news_articles (
            title, news_text, news_type, news_date, source_name, source_link, published, viewed_count, shared_count,
            city, basic_clinic_specialities, basic_pharma_id, event_name, event_start_ts, event_end_ts, event_type
        )
        select {one_of(_TOPICS, "n")} || ' ' || {one_of(_VERBS, "n / 11")} || ' in ' || {one_of(_CITIES, "n / 99")}
                || ', says Dr ' || {FIRST} || ' ' || {LAST},
            repeat('Doctors have looked at it for a year. Their advice: ask early, measure often. ', 4) || n,
            k.kind, current_date - cast(mod(n * 7919, 1500) as int), {one_of(_SOURCES, "n / 3")},
            'https://news.example/' || n, mod(n, 10) < 8, mod(n * 31, 5000), mod(n * 17, 300),
            {one_of(_CITIES, "n / 99")}, array['Cardiology'],
            case k.kind when 'PHARMA' then f.ids[1 + mod(n, cardinality(f.ids))] end,
            case k.kind when 'CME' then 'Course ' || n end,
            case k.kind when 'CME' then date_trunc('hour', now()) + mod(n, 90) * interval '1 day' end,
            case k.kind when 'CME' then date_trunc('hour', now()) + mod(n, 90) * interval '1 day' end,
            case k.kind when 'CME' then 'virtual' end
        from generate_series(1, cast(%(rows)s as bigint)) n
        cross join lateral (select (array['GENERAL', 'GENERAL', 'GENERAL', 'PHARMA', 'CME'])[1 + mod(n, 5)]) k (kind)
        cross join (select array_agg(id order by id) as ids from pharma_firms) f
        """,
        f"""
        insert into news_article_tags (news_article_id, news_tag_id)
        select n.id, t.ids[1 + mod(n.id * p.step, {_TAGS})]
        from news_articles n
        cross join (select array_agg(id order by id) as ids from news_tags where tag_name like 'Bench %%') t
        cross join (values (1), (3)) p (step)
        where n.source_link like 'https://news.example/%%' order by n.id
        on conflict do nothing
        """,
    ],
)
_LIST = AreaList(
    "News feed",
    NEWS,
    "/api/admin/news_articles/list",
    lambda _: ["", "published=true", "published=false", "news_type=CME", "news_type=PHARMA&published=true"],
    """
    select substr(title, strpos(title, 'Dr ') + 3), news_text from news_articles
    where source_link like 'https://news.example/%%' order by md5(id::text) limit %s
    """,
    "all of them, the published ones, those who are not, those of a type, and the published ones of a type (which are "
    "counted). Half of the searches are names of doctors in a title, half parts of a text.",
)
_PLAIN_TAGS = """
    select t.id, t.tag_name, count(a.id) filter (where a.published), coalesce(sum(a.shared_count), 0),
        coalesce(sum(a.viewed_count), 0) as viewed, (select count(*) from news_tags)
    from news_tags t left join news_article_tags l on l.news_tag_id = t.id
    left join news_articles a on a.id = l.news_article_id
    group by t.id order by viewed desc limit 10
"""
_UNPUBLISHED = "select id from news_articles where not published order by id desc limit %s"
_PUBLISH = "update news_articles set published = true, updated_at = now() where id = any(%s) and not published"
_FEEDS = 20
_ITEMS = 500


def measure(setting: Config) -> Findings:
    """Measure the list on 500,000 articles, the tags on a million, and changes on a copy."""
    rows = setting.rows(500_000)
    findings = measure_list(_LIST, setting, rows)
    _tags(findings, setting, setting.rows(1_000_000))
    with setting.worlds.copy_of(setting.worlds.filled(NEWS, rows)) as url:
        # The benchmark runs the jobs itself, because the host of the feeds is on this machine.
        with our_server(url, postgres=setting.worlds.pid, settings={"CAREOPS_JOBS_HERE": "false"}) as ours:
            _large_pages(findings, setting, ours)
            with psycopg.connect(driver_url(url), autocommit=True) as database:
                _publish(findings, setting, ours, database)
            _fetch(findings, setting, ours, url)
    return findings


def _tags(findings: Findings, setting: Config, rows: int) -> None:
    url = setting.worlds.filled(NEWS, rows)
    ours, plain = asyncio.run(_tag_times(url, setting.few_rounds))
    findings.goals.append(
        Goal(
            f"Tags by views over {rows:,} articles, better than a plain aggregate",
            *(f"{ours:.2f} ms", f"{plain:.0f} ms", plain / ours, 100),
            at_least=True,
        )
    )


async def _tag_times(url: str, rounds: int) -> tuple[float, float]:
    database = Database(create_pool(url, pool_size=1), seconds=120)
    call = ListNewsTags.model_validate({"sort_by": "viewed_news_count", "sort_order": "desc"})
    call = call.model_copy(update={"perpage": 100_000})  # all tags, as the handler reads them for pickers
    with psycopg.connect(driver_url(url), autocommit=True) as plain:

        async def ours() -> None:
            await database.read(partial(TAGS.page, call=call))

        async def by_hand() -> None:
            plain.execute(_PLAIN_TAGS.encode()).fetchall()

        times = await _medians({"ours": (ours, rounds * 10), "plain": (by_hand, rounds)})
    await database.close()
    return times["ours"], times["plain"]


async def _medians(runs: Mapping[str, tuple[Callable[[], Awaitable[None]], int]]) -> dict[str, float]:
    """Median milliseconds of each, over ``times`` runs after a first one that does not count."""
    medians = {}
    for name, (run, times) in runs.items():
        took = []
        for _ in range(times + 1):
            began = time.perf_counter()
            await run()
            took.append((time.perf_counter() - began) * 1000)
        medians[name] = median(took[1:])
    return medians


def _large_pages(findings: Findings, setting: Config, ours: Target) -> None:
    sizes = (PAGE_SIZE, 500)
    address = "/api/admin/news_articles/list"
    targets = [
        replace(ours, name=f"careops, page of {size}", path_of=partial(_page, f"{address}?perpage={size}"))
        for size in sizes
    ]
    requests = {target.name: setting.requests(count) for target, count in zip(targets, (200, 40), strict=True)}
    loads = asyncio.run(
        compare(targets, rounds=setting.few_rounds, connections=setting.few_connections, requests=requests)
    )
    findings.add_loads(loads.items())
    small, large = (loads[target.name].cpu_ms for target in targets)
    findings.goals.append(
        Goal("CPU of a page of 500 articles, to a page of 10", f"{large:.2f} ms", f"{small:.2f} ms", large / small, 20)
    )


def _page(address: str, number: int) -> str:
    return f"{address}&page={number % 20 + 1}"


def _publish(findings: Findings, setting: Config, ours: Target, database: psycopg.Connection) -> None:
    """Publish other articles each time, in turn."""
    many = 100 if setting.quick else 500
    mine: list[float] = []
    bare: list[float] = []
    with client_of(ours) as client:
        for number in range(setting.few_rounds + 1):
            for way in (mine, bare):
                ids = [int(n) for (n,) in database.execute(_UNPUBLISHED.encode(), [many])]
                began = time.perf_counter()
                if way is mine:
                    done = client.news.publish(ids=ids).published
                else:
                    done = database.execute(_PUBLISH.encode(), [ids]).rowcount
                if number:
                    way.append((time.perf_counter() - began) * 1000)
                if done != many:
                    raise RuntimeError(f"{done} of {many} articles were published")
    ms, theirs = median(mine), median(bare)
    what = f"Publishing {many} articles in one call, to the bare update"
    findings.goals.append(Goal(what, f"{ms:.0f} ms", f"{theirs:.0f} ms", ms / theirs, 3))


def _fetch(findings: Findings, setting: Config, ours: Target, url: str) -> None:
    """Fetch new items under load; then, without load, other new items, and those again."""
    feeds, items = (4, 50) if setting.quick else (_FEEDS, _ITEMS)
    target = replace(ours, path_of=lambda n: f"/api/admin/news_articles/list?page={n % 20 + 1}")
    waits = wait_meanwhile(target, [lambda: _fetched(url, "One", feeds, items)], idle_seconds=setting.seconds(15))
    spent = []
    for new in (feeds * items, 0):
        before = cpu_seconds(setting.worlds.pid)
        result = _fetched(url, "Two", feeds, items)
        spent.append(result["cpu"] + cpu_seconds(setting.worlds.pid) - before)
        if result["new"] != new:
            raise RuntimeError(f"{result['new']:.0f} of {new} articles came")
    first, again = spent
    findings.goals += [
        waits.goal(f"while {feeds} feeds of {items} items are fetched"),
        Goal("Fetching with nothing new, CPU, to all new", f"{again:.2f} s", f"{first:.2f} s", again / first, 0.15),
    ]
    findings.notes.append(
        f"{feeds} feeds of {items} items were fetched, read and kept within {waits.seconds:.1f} s, while others read. "
        "The CPU of fetching is that of the process which does it, of the readers it starts and of PostgreSQL."
    )


def _fetched(url: str, name: str, feeds: int, items: int) -> dict[str, float]:
    """Fetch in a separate process. Return its result."""
    with psycopg.connect(driver_url(url), autocommit=True) as database:
        database.execute("update news_feeds set fetched_at = fetched_at - interval '1 day'")
    job = {"database": url, "name": name, "feeds": feeds, "items": items}
    result: dict[str, float] = json.loads(
        run_with_input([sys.executable, "-m", "bench.baselines.feed_fetch"], stdin=json.dumps(job), folder=ROOT)
    )
    return result
