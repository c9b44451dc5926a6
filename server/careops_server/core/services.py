"""Services that all requests of a worker share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from careops_server.core.approvals.policies import PolicyCache
from careops_server.core.audit import summary_queries
from careops_server.core.auth.api_keys import ApiKeyAuthenticator
from careops_server.core.auth.key_request_log import KeyRequestLog
from careops_server.core.auth.login_throttle import Throttle
from careops_server.core.auth.passwords import Passwords
from careops_server.core.auth.run_tokens import RunTokens
from careops_server.core.auth.session_binding import SessionBinding
from careops_server.core.auth.sessions import Sessions
from careops_server.core.auth.tokens import TokenMint
from careops_server.core.cache import list_cache as lists
from careops_server.core.cache.lru import LruCache
from careops_server.core.configuration.dsn import as_psycopg
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection_pool import ConnectionPool
from careops_server.core.database.database import Database
from careops_server.core.database.engine import create_pool
from careops_server.core.database.replica import Replica
from careops_server.core.embedded_postgres.disk_space import Storage, data_folder
from careops_server.core.feeds.sources import open_source
from careops_server.core.observability import metrics, tracing
from careops_server.core.places.geocoders import HostedGeocoder
from careops_server.core.places.sources import Geocoder, OwnPlaces
from careops_server.core.rate_limits.limiter import RateLimiter
from careops_server.core.rate_limits.shared_counters import SharedCounters
from careops_server.core.realtime.changed_records import ChangedRecords
from careops_server.core.realtime.hub import Hub
from careops_server.core.sandbox import TurnQueue
from careops_server.core.search.opensearch import HostedSearch, SearchService
from careops_server.core.storage.backend import HealthCheck, Store
from careops_server.core.storage.factory import create_store
from careops_server.core.storage.images import ImageStore
from careops_server.core.today import TodaySignal
from careops_server.core.upstream.reach import PlatformReach
from careops_server.core.upstream.sessions import GatewaySessions

if TYPE_CHECKING:
    from careops import AsyncCareOps
    from careops_server.core.feeds.fetcher import Source


@dataclass(frozen=True)
class Services:
    """Services of a worker, created when it starts."""

    settings: Settings
    database: Database
    passwords: Passwords
    tokens: TokenMint
    sessions: Sessions | GatewaySessions
    keys: ApiKeyAuthenticator
    policies: PolicyCache
    key_requests: KeyRequestLog
    browsers: SessionBinding
    throttle: Throttle
    places: OwnPlaces
    limits: RateLimiter
    run_tokens: RunTokens
    hub: Hub
    changed_records: ChangedRecords
    store: Store
    """File store."""
    store_reach: HealthCheck
    pictures: ImageStore
    platform_reach: PlatformReach | None = None
    """Reachability of the platform behind a gateway."""
    geocoder: Geocoder | None = None
    """Hosted geocoder, used before the bundled place data."""
    search: SearchService | None = None
    """Hosted search service that replaces the bundled catalogues."""
    upstream: AsyncCareOps | None = None
    """Client of the platform, in gateway mode."""
    recollection: LruCache[lists.CachedList] = field(default_factory=lambda: LruCache(most=lists.MAX_STORED))
    """Cache of lists."""
    summaries: LruCache[summary_queries.CachedSummary] = field(
        default_factory=lambda: LruCache(most=summary_queries.MAX_LABELS)
    )
    """Cache of the audit log's daily summaries."""

    feed_source: Callable[[str], Source] = open_source
    """Opens a feed's source by its address."""
    jobs_asked: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a committed transaction has enqueued a job."""
    today: TodaySignal = field(default_factory=TodaySignal)
    """Signal that items of Today may have changed."""

    @classmethod
    def start(
        cls,
        settings: Settings,
        database_url: str,
        upstream: AsyncCareOps | None = None,
        counters: SharedCounters | None = None,
    ) -> Services:
        """Create the services of a worker without opening a connection. With ``upstream`` it is a gateway.

        All workers use the same ``counters``; a single worker needs none.
        """
        pool = create_pool(database_url, pool_size=settings.pool_size)
        metrics.pool_in_use.read = lambda: pool.in_use
        tracing.start(settings)
        database = Database(
            pool,
            seconds=settings.database_seconds,
            # A forwarded change holds its transaction while the platform works on it.
            extra_seconds=settings.upstream_seconds if upstream else 0,
            large_seconds=settings.database_large_seconds,
            has_room=Storage(data_folder(settings), settings.reserve_mib).has_room,
            replica=_replica(settings, pool),
        )
        changed_records = ChangedRecords(database)
        database.announce = changed_records.add
        tokens = TokenMint(settings)
        limits = RateLimiter(settings, counters or SharedCounters.for_one_process())
        sessions = GatewaySessions(settings, database) if upstream else Sessions(settings, database, tokens)
        keys = ApiKeyAuthenticator(settings, database, limits)
        store = create_store(settings)
        return cls(
            settings,
            database,
            Passwords(settings),
            tokens,
            sessions,
            keys,
            PolicyCache(database),
            KeyRequestLog(settings, database),
            SessionBinding(settings),
            Throttle(settings, database),
            OwnPlaces(database_url),
            limits,
            RunTokens(settings),
            Hub(database, sessions, keys, database_url),
            changed_records,
            store=store,
            store_reach=HealthCheck(store),
            pictures=ImageStore(store, TurnQueue(settings.spool_dir)),
            geocoder=HostedGeocoder(settings) if settings.geocoder_url else None,
            search=HostedSearch(settings) if settings.search_url else None,
            upstream=upstream,
            platform_reach=PlatformReach(settings.upstream_url) if settings.upstream_url else None,
        )

    async def stop(self) -> None:
        """Close all services."""
        await self.hub.stop()
        await self.changed_records.flush()
        await self.key_requests.stop()
        for outside in (self.upstream, self.geocoder, self.search):
            if outside is not None:
                await outside.close()
        await self.database.close()
        await asyncio.to_thread(tracing.stop)


def _replica(settings: Settings, primary: ConnectionPool) -> Replica | None:
    if settings.database_read_url is None:
        return None
    url = as_psycopg(settings.database_read_url.get_secret_value())
    return Replica(create_pool(url, pool_size=settings.pool_size, application="careops-lists", follow=False), primary)
