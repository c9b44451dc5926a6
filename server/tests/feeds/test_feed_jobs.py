"""Fetching feeds: new, changed and unchanged articles, without duplicates."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image
from pydantic import ValidationError
from server.tests.feeds.conftest import FeedHost, document, item
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import Conflict
from careops.calls.news import body_of
from careops.errors import Unavailable
from careops.models.feeds import FORBIDDEN, NO_FEED, NO_TEXT, NONE_WORKED, NOT_LISTED, NOT_NOW, NewsFeed
from careops_server.areas.feeds.schedule import enqueue_due_feeds
from careops_server.core.configuration.feeds import DEMO, Feed
from careops_server.core.configuration.settings import Settings
from careops_server.core.jobs import queries as jobs
from careops_server.core.jobs.definitions import JobContext
from careops_server.core.services import Services
from careops_server.processes.job_registry import KINDS
from careops_server.processes.job_worker import drain

# A gateway forwards the call; only the platform knows the result.
pytestmark = [pytest.mark.own, pytest.mark.slow]

DAILY = Feed(name="Daily", address="http://feeds.example/feed?key=secret", tags=("Fetched",))
FIRM = Feed(name="Firm", address="http://feeds.example/firm", news_type="PHARMA", pharma="cipla")


@pytest.fixture(scope="module")
def settings(settings: Settings) -> Settings:
    """Two feeds, one of a pharma firm; a call waits for the job it started."""
    return settings.model_copy(update={"feeds": (DAILY, FIRM), "job_answer_seconds": 30})


class Desk:
    """Fetches from the test's host."""

    def __init__(self, stage: Stage, host: FeedHost) -> None:
        self.stage = stage
        self.host = host
        self.services: Services = replace(stage.services, feed_source=lambda address: host.internet())

    async def fetch(self, *items: str) -> NewsFeed:
        """Fetch the feed with these items. Return its state."""
        self.host.page("/feed?key=secret", document(*items))
        return (await self.ask())[0]

    async def ask(self) -> list[NewsFeed]:
        """Fetch the feeds. Return the answer."""
        client = await self.stage.signed_in(CARE)
        await client.news.fetch()
        await drain(self.services)
        return (await client.news.feeds()).feeds

    async def articles(self) -> list[Mapping[str, Any]]:
        """All articles of the feed, in the order of creation."""
        return list(await self.stage.rows("select * from news_articles where source_name = 'Daily' order by id"))


@pytest.fixture
async def desk(stage: Stage, host: FeedHost) -> Desk:
    """A desk without earlier fetches."""
    for table in ("news_feeds", "news_feed_items", "news_articles", "jobs"):
        await stage.sql(f"delete from {table}")  # noqa: S608 (constants)
    host.page("/firm", document())
    return Desk(stage, host)


@contextmanager
def listed(stage: Stage, *feeds: Feed) -> Iterator[None]:
    """Replace the feeds in the settings."""
    before = stage.services.settings.feeds
    stage.services.settings.feeds = feeds
    try:
        yield
    finally:
        stage.services.settings.feeds = before


def picture(colour: str) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(buffer, "PNG")
    return buffer.getvalue()


def counts(feed: NewsFeed) -> tuple[int, int, int, int]:
    return feed.new, feed.changed, feed.unchanged, feed.refused


async def test_new_items_become_unpublished_articles(stage: Stage, desk: Desk) -> None:
    desk.host.page("/firm", document(item(9)))
    went = await desk.fetch(item(2), item(1, "&lt;p&gt;One.&lt;/p&gt;&lt;p&gt;Two.&lt;/p&gt;"))
    assert (counts(went), went.problem, went.fetched_at is not None) == ((2, 0, 0, 0), None, True)
    client = await stage.signed_in()
    article = (await client.news.list(search_text="item 1")).items[0]
    assert (article.title, article.news_text, article.news_type) == ("Item 1", "One.\n\nTwo.", "GENERAL")
    assert (article.source_name, article.source_link) == ("Daily", "http://feeds.example/1")
    assert (article.published, str(article.news_date), article.photo_url) == (False, "2026-11-20", None)
    assert [tag.tag_name for tag in article.news_tags] == ["Fetched"]
    of_firm = (await client.news.list(news_type="PHARMA")).items[0]
    assert (of_firm.title, of_firm.pharma_name) == ("Item 9", "Cipla")
    assert counts(await desk.fetch(item(2), item(1, "&lt;p&gt;One.&lt;/p&gt;&lt;p&gt;Two.&lt;/p&gt;"))) == (0, 0, 2, 0)
    assert len(await desk.articles()) == 2


async def test_all_staff_can_start_a_fetch_with_one_event(stage: Stage, desk: Desk) -> None:
    before = len(await stage.events("news_article.fetch_rss"))
    for phone in (SUPER, CARE, BILLING):
        answer = await (await stage.signed_in(phone)).news.fetch()
        assert answer.job_id is not None
        await drain(desk.services)
    events = (await stage.events("news_article.fetch_rss"))[before:]
    assert [event["event_status"] for event in events] == ["SUCCESS"] * 3
    assert events[0]["after"] == {"feeds": ["Daily", "Firm"]}


@pytest.mark.proves("FAULT-36")
async def test_concurrent_fetches_are_one_job(stage: Stage, desk: Desk) -> None:
    client = await stage.signed_in()
    desk.host.page("/feed?key=secret", document(item(1)))
    both = await asyncio.gather(client.news.fetch(), client.news.fetch(), return_exceptions=True)
    [refused] = [result for result in both if isinstance(result, Conflict)]
    assert refused.problems[0].title == NOT_NOW
    assert (await client.news.feeds()).fetching
    with pytest.raises(Conflict, match=NOT_NOW):
        await client.news.fetch()
    await drain(desk.services)
    state = await client.news.feeds()
    assert (state.fetching, state.feeds[0].new) == (False, 1)
    assert len(desk.host.requests) == 2, "each feed once"
    await client.news.fetch()


async def test_missing_feeds_have_the_documented_sentence(stage: Stage, desk: Desk) -> None:
    client = await stage.signed_in()
    with listed(stage):
        for ask in (client.news.fetch, client.news.preview_feeds):
            with pytest.raises(Conflict, match=r"Please try after some time\."):
                await ask()
        assert (await client.news.feeds()).feeds == []
    assert await stage.sql("select count(*) from jobs") == 0


async def test_source_change_updates_unpublished_and_unedited_articles(stage: Stage, desk: Desk) -> None:
    client = await stage.signed_in()
    await desk.fetch(item(1), item(2), item(3))
    rows = {row["title"]: row["id"] for row in await desk.articles()}
    edited, published, plain = rows["Item 2"], rows["Item 3"], rows["Item 1"]
    body = body_of(await client.news.read(article_id=edited))
    await client.news.update(article_id=edited, **{**body, "title": "Better"})
    await client.news.publish(ids=[published])
    went = await desk.fetch(*(item(at, "Newer.", title=f"Newer {at}") for at in (1, 2, 3)))
    assert counts(went) == (0, 3, 0, 0)
    articles = {at: await client.news.read(article_id=at) for at in (plain, edited, published)}
    assert (articles[plain].title, articles[plain].news_text, articles[plain].source_changed_at) == (
        "Newer 1",
        "Newer.",
        None,
    )
    assert (articles[edited].title, articles[edited].news_text) == ("Better", "Newer.")
    assert articles[edited].source_changed_at is not None
    assert (articles[published].title, articles[published].news_text) == ("Item 3", "A text.")
    assert articles[published].source_changed_at is not None
    again = await desk.fetch(*(item(at, "Newer.", title=f"Newer {at}") for at in (1, 2, 3)))
    assert counts(again) == (0, 0, 3, 0)
    await client.news.update(article_id=published, **body_of(articles[published]))
    assert (await client.news.read(article_id=published)).source_changed_at is None


async def test_deleted_article_is_not_created_again(stage: Stage, desk: Desk) -> None:
    client = await stage.signed_in()
    await desk.fetch(item(1), item(2))
    [first, _] = await desk.articles()
    await client.news.delete(ids=[first["id"]])
    assert counts(await desk.fetch(item(1, "Newer."), item(2, "Newer."))) == (0, 2, 0, 0)
    assert len(await desk.articles()) == 1
    await client.news.restore(ids=[first["id"]])
    assert len(await desk.articles()) == 2


async def test_item_is_identified_by_guid_address_or_title_and_day(stage: Stage, desk: Desk) -> None:
    await desk.fetch(item(1), item(2, guid=""), item(3, guid="", link=""))
    again = (
        item(1, link="http://elsewhere.example/1"),
        item(2, guid="", link="https://www.feeds.example/2/?utm_source=x&amp;fbclid=y#top"),
        item(3, guid="", link=""),
        item(3, guid="", link="", pubDate="Sat, 21 Nov 2026 06:00:00 GMT"),
    )
    went = await desk.fetch(*again)
    assert (went.new, went.changed + went.unchanged) == (1, 3)
    same = [item(at, guid="the same for all") for at in (5, 6, 7)]
    assert (await desk.fetch(*same)).new == 3
    assert counts(await desk.fetch(*same)) == (0, 0, 3, 0)
    titles = [row["title"] for row in await desk.articles()]
    assert sorted(titles) == ["Item 1", "Item 2", "Item 3", "Item 3", "Item 5", "Item 6", "Item 7"]


async def test_items_of_one_title_and_day_are_identified_by_text(stage: Stage, desk: Desk) -> None:
    def note(text: str) -> str:
        return item(1, text, guid="", link="", title="Notice")

    went = await desk.fetch(note("Closed on Monday."), note("Open on Sunday."), note("Open on Sunday."))
    assert counts(went) == (2, 0, 0, 0)
    assert counts(await desk.fetch(note("Open on Sunday."))) == (0, 0, 1, 0)
    assert counts(await desk.fetch(note("New dean."), note("Open on Sunday."), note("Closed on Monday."))) == (
        1,
        0,
        2,
        0,
    )
    # An item stays the same when another one with its title appears.
    before = item(2, "First.", guid="", link="", title="Report")
    assert counts(await desk.fetch(before)) == (1, 0, 0, 0)
    beside = item(2, "Second.", guid="", link="", title="Report")
    assert counts(await desk.fetch(beside, before)) == (1, 0, 1, 0)


async def test_item_with_an_impossible_day_is_not_the_newest(stage: Stage, desk: Desk) -> None:
    await desk.fetch(item(1), item(2, pubDate="Fri, 01 Jan 2999 00:00:00 GMT"), item(3, pubDate="soon"))
    assert {str(row["news_date"]) for row in await desk.articles()} == {"2026-11-20"}


async def test_refusals_are_reported_while_the_document_is_unchanged(stage: Stage, desk: Desk) -> None:
    desk.host.page("/feed?key=secret", document(item(1), item(2, "", title="")), etag='"1"')
    first = (await desk.ask())[0]
    again = (await desk.ask())[0]
    desk.host.page("/feed?key=secret", "", status="304 Not Modified")
    unsent = (await desk.ask())[0]
    assert [counts(each) for each in (first, again, unsent)] == [(1, 0, 0, 1), (0, 0, 1, 1), (0, 0, 1, 1)]
    assert first.refusals == again.refusals == unsent.refusals != []


async def test_items_without_text_are_refused_and_invalid_addresses_omitted(stage: Stage, desk: Desk) -> None:
    went = await desk.fetch(
        item(1, "", title=""),
        item(2, "&lt;a href='javascript:alert(1)'&gt;Read&lt;/a&gt;", link="javascript:alert(1)", guid=""),
    )
    assert counts(went) == (1, 0, 0, 1)
    assert [(each.title, each.reason, each.code) for each in went.refusals] == [(None, NO_TEXT, NO_TEXT.code)]
    [article] = await desk.articles()
    assert (article["news_text"], article["source_link"]) == ("Read", "http://feeds.example/")


@pytest.mark.proves("SEC-52.pictures")
async def test_pictures_are_fetched_safely_converted_and_served_locally(stage: Stage, desk: Desk) -> None:
    desk.host.page("/heart.png", picture("red"))
    desk.host.page("/page.png", "<html>no picture</html>")
    enclosures = [
        f"<enclosure url='{url}' type='image/png' length='1'/>"
        for url in ("/heart.png", "/page.png", "http://169.254.169.254/a.png", "http://127.0.0.1:1/a.png")
    ]
    went = await desk.fetch(*(item(at).replace("</item>", f"{each}</item>") for at, each in enumerate(enclosures)))
    assert counts(went) == (4, 0, 0, 0)
    photos = {row["title"]: row["photo_url"] for row in await desk.articles()}
    assert [name for name, photo in photos.items() if photo] == ["Item 0"]
    async with stage.http() as http:
        shown = await http.get(f"/uploads/{photos['Item 0']}")
    assert (shown.status_code, shown.headers["content-type"], shown.content[:3]) == (200, "image/jpeg", b"\xff\xd8\xff")
    assert set(desk.host.dialled) == {"93.184.215.14"}


@pytest.mark.proves("FAULT-35.malformed")
async def test_invalid_feed_is_reported_and_the_others_are_read(stage: Stage, desk: Desk) -> None:
    desk.host.moved("/firm", "http://127.0.0.1/firm")
    desk.host.page("/feed?key=secret", document(item(1)))
    good, bad = await desk.ask()
    assert (good.problem, good.new) == (None, 1)
    assert (bad.problem, bad.new) == (FORBIDDEN, 0)
    assert good.address == "http://feeds.example/feed", "what follows may be a key"
    job = (await (await stage.signed_in()).jobs.list(kind="news.fetch_feeds")).items[0]
    assert (job.state, FORBIDDEN in str(job.result)) == ("done", True)
    desk.host.page("/feed?key=secret", "<html>Moved house</html>")
    assert [feed.problem for feed in await desk.ask()] == [NO_FEED, FORBIDDEN]
    job = (await (await stage.signed_in()).jobs.list(kind="news.fetch_feeds")).items[0]
    assert job.state == "failed"
    assert (job.problem or "").startswith(NONE_WORKED)
    assert counts(await desk.fetch(item(1))) == (0, 0, 1, 0)


async def test_unchanged_document_is_neither_downloaded_nor_parsed(
    stage: Stage, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.host.page("/feed?key=secret", document(item(1), item(2)), etag='"1"')
    await desk.ask()

    async def never(*args: Any, **options: Any) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr("careops_server.areas.feeds.parse.run_sandboxed", never)
    for _ in range(2):
        assert counts((await desk.ask())[0]) == (0, 0, 2, 0)
    desk.host.page("/feed?key=secret", "", status="304 Not Modified")
    assert counts((await desk.ask())[0]) == (0, 0, 2, 0)
    assert desk.host.headers[-2]["if-none-match"] == '"1"'


async def test_busy_machine_retries_the_job_of_a_feed(
    stage: Stage, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.host.page("/feed?key=secret", document(item(1)))
    client = await stage.signed_in(CARE)
    with monkeypatch.context() as busy:
        busy.setattr("careops_server.areas.feeds.parse.SECONDS", 0.001)
        await client.news.fetch()
        await drain(desk.services)
    job = (await (await stage.signed_in()).jobs.list(kind="news.fetch_feeds")).items[0]
    assert (job.state, job.problem) == ("waiting", Unavailable.title)
    assert (await client.news.feeds()).feeds[0].problem is None
    await stage.sql("update jobs set due_at = now()")
    await drain(desk.services)
    assert counts((await client.news.feeds()).feeds[0]) == (1, 0, 0, 0)


async def test_worker_killed_during_a_fetch_creates_nothing_twice(stage: Stage, desk: Desk) -> None:
    desk.host.page("/feed?key=secret", document(item(1), item(2)))
    desk.host.page("/firm", document(item(3)))
    await (await stage.signed_in()).news.fetch()

    class KilledError(Exception):
        pass

    class Killed(JobContext):
        """Kills the process before a step or right after it."""

        before = True

        async def run_step(self, work: Any, *, parts: int = 1) -> Any:
            if self.before:
                raise KilledError
            await super().run_step(work, parts=parts)
            raise KilledError

    for before in (True, False, True):
        row = await stage.services.database.change(jobs.claim)
        assert row is not None
        killed = Killed(desk.services, row)
        killed.before = before
        with pytest.raises(KilledError):
            await KINDS["news.fetch_feeds"].run(killed)
        await stage.sql("update jobs set leased_until = now() - interval '1 second' where state = 'running'")
    await drain(desk.services)
    assert await stage.sql("select count(*) from news_articles") == 3
    assert await stage.sql("select count(*) from news_feed_items") == 3
    assert [feed.new for feed in (await (await stage.signed_in()).news.feeds()).feeds] == [2, 1]


async def test_preview_lists_new_items_and_stores_none(stage: Stage, desk: Desk) -> None:
    await desk.fetch(item(1), item(2))
    desk.host.page("/feed?key=secret", document(item(1, "Newer."), item(2), item(3), item(4, "", title="")))
    before = await stage.rows("select * from news_feeds order by name")
    client = await stage.signed_in()
    stage.services.jobs_asked.clear()
    task = asyncio.ensure_future(client.news.preview_feeds())
    await stage.services.jobs_asked.wait()
    await drain(desk.services)
    preview = await task
    assert (preview.state, preview.problem) == ("done", None)
    daily = preview.feeds[0]
    assert (daily.new, daily.changed, daily.unchanged, daily.refused) == (1, 1, 1, 1)
    assert [(each.is_new, each.title) for each in daily.items] == [(True, "Item 3"), (False, "Item 1")]
    assert len(await desk.articles()) == 2
    assert await stage.rows("select * from news_feeds order by name") == before


async def test_feeds_are_fetched_when_due(stage: Stage, desk: Desk) -> None:
    often = DAILY.model_copy(update={"hours": 6.0})
    settings = stage.settings.model_copy(update={"feeds": (often, FIRM)})
    services = replace(desk.services, settings=settings)
    assert list(await enqueue_due_feeds(services)) == ["Daily"]
    assert list(await enqueue_due_feeds(services)) == [], "while that is under way"
    desk.host.page("/feed?key=secret", document(item(1)))
    await drain(services)
    assert len(await desk.articles()) == 1
    assert list(await enqueue_due_feeds(services)) == []
    await stage.sql("update news_feeds set fetched_at = now() - interval '7 hours'")
    assert list(await enqueue_due_feeds(services)) == ["Daily"]
    settings.feeds = ()
    await drain(services)
    assert await stage.sql("select problem from news_feeds where name = 'Daily'") == NOT_LISTED


async def test_demo_feed_has_some_new_items_each_time(stage: Stage, desk: Desk) -> None:
    await stage.sql("delete from news_feeds")
    client = await stage.signed_in()
    for new, changed, unchanged in ((3, 0, 0), (3, 1, 2), (3, 1, 5), (3, 1, 8), (3, 1, 8)):
        with listed(stage, DEMO):
            await client.news.fetch()
            await drain(stage.services)
        [row] = await stage.rows("select * from news_feeds where name = :name", name=DEMO.name)
        assert (row["new_count"], row["changed_count"], row["unchanged_count"]) == (new, changed, unchanged)
    pictured = "select count(*) from news_articles where photo_url like 'news/%' and source_name = :name"
    assert await stage.sql(pictured, name=DEMO.name) == 8


def test_gateway_leaves_feeds_to_the_platform() -> None:
    with pytest.raises(ValidationError, match="list them there"):
        Settings(upstream_url="https://platform.example/api", feeds=(DEMO,))
