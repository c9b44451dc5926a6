"""All figures of the specification. The console's copy is generated from this file."""

from __future__ import annotations

from typing import Final, Literal

AccountType = Literal["super_admin", "customer_care", "billing_admin"]

ACCOUNT_TYPES: Final[tuple[AccountType, ...]] = ("super_admin", "customer_care", "billing_admin")
"""Account types that may sign in (A 6); all others are refused."""

COUNTRY_CODE: Final = "91"
TIMEZONE: Final = "Asia/Kolkata"
PHONE_DIGITS: Final = 10

PAGE_SIZE: Final = 10
"""Rows per page of a list. Pager and total are displayed only above this number (A 9)."""
MAX_PAGE_SIZE: Final = 500
PAGE_SIZES: Final = (PAGE_SIZE, 20, 50, 100)
"""Page sizes that staff can choose: universities (B 9), care cities (B-75)."""
LONG_PAGE_SIZES: Final = (PAGE_SIZE, *range(50, MAX_PAGE_SIZE + 1, 50))
"""Page sizes of long lists: news, campaigns and leads (B 9, B-15)."""
MAX_PAGE: Final = 10_000_000
"""Far beyond any list; keeps row offsets within 64-bit integers."""

MAX_VIEWS: Final = 100
"""Saved views per account (figure of careops)."""
EXPORTS_A_DAY: Final = 10
"""Exports of a list per account and day (SEC-64)."""
MAX_PINS: Final = 12
"""Pinned records per account (figure of careops)."""
MAX_RECENTS: Final = 8
"""Recently opened records that are stored in addition to the pinned ones (figure of careops)."""
MAX_DRAFTS: Final = 20
MAX_DRAFT_BYTES: Final = 64 * 1024
DRAFT_DAYS: Final = 7
"""Drafts per account, size of a draft, and its lifetime (figures of careops, decision 212)."""
NEVER_KEPT: Final = ("password", "secret", "token", "account_number")
"""Drafts exclude fields whose names contain one of these words."""
DRAFT_SAVE_MS: Final = 1_500
"""Delay after the last key press before a draft is saved, in milliseconds."""
PRESENCE_SECONDS: Final = 90
"""Seconds for which a record counts as open after the last announcement (figure of careops, decision 710)."""
PRESENCE_RENEWAL_MS: Final = 30_000
"""Milliseconds between two announcements of a visible tab."""
MAX_PRESENCES: Final = 20
"""Announcements of open records per account (figure of careops)."""
MAX_SNOOZE_DAYS: Final = 365
"""Days for which an item of Today can be snoozed (figure of careops)."""

FEATURE_FLAGS: Final = ("ipd_enabled", "surgery_enabled", "abdm_enabled")
"""Feature flags of a clinic that staff switch directly, without a confirmation (A 4)."""
FLAGS_BY_NAME: Final = {flag.removesuffix("_enabled"): flag for flag in FEATURE_FLAGS}
"""Feature flags by the names that people type."""
USER_FLAGS: Final = ("growth_enabled", "packages_enabled")
"""Feature flags of a user: Growth and Care Packages (B 9)."""
APP_TYPES: Final = ("auth", "cms", "doctor", "growth", "billing", "patient", "admin", "wp_admin", "cc")
"""The platform's apps (B 9)."""
DEVICE_TYPES: Final = ("android", "ios")
"""Device types for filtering a user's devices (B 9)."""

JobState = Literal["waiting", "running", "done", "failed", "cancelled"]
"""States of a background job."""

STAFF_CHANNELS: Final = (
    "admin",
    "change_requests",
    "news",
    "notes",
    "presence",
    "records",
    "referrals",
    "today",
)
"""Event channels for all staff (S-3, B-104)."""
SUPER_CHANNELS: Final = ("jobs", *(f"app:{app_type}" for app_type in APP_TYPES))
"""Additional event channels for super admins."""
SOCKET_OVER: Final = 4401
SOCKET_FORBIDDEN: Final = 4403
SOCKET_INVALID: Final = 4422
"""Close codes of careops for a WebSocket: HTTP statuses plus 4000. After the first one the client reconnects with a
refreshed token; after the others a reconnect would fail again."""


EXEMPT_PATHS: Final = (
    "/auth/sign_up",
    "/auth/sign_in",
    "/auth/verify_user",
    "/auth/resend_verification_code",
    "/auth/reset_password",
    "/auth/verify_reset_password_code",
    "/auth/change_password",
    "/users/user_exists",
    "/auth/refresh",
    "/_search",
)
"""Ten of the eleven public paths; the eleventh is the host of the file storage (B 7, B-89)."""

SEARCH_DEBOUNCE_MS: Final = 500
CLINIC_SEARCH_DEBOUNCE_MS: Final = 800
AUDIT_SEARCH_DEBOUNCE_MS: Final = 200
ADDRESS_SUGGEST_MS: Final = 250
"""Delay after the last key press before an address is searched, in milliseconds (figure of careops)."""
AUDIT_MAX_DAYS: Final = 90
AUDIT_DEFAULT_DAYS: Final = 30
SUCCESS_NOTICE_MS: Final = 4_500
INFO_NOTICE_MS: Final = 8_000

LIVE_MARK_MS: Final = 3_000
"""Milliseconds for which a new or changed row is highlighted."""
RECENT_MOST_MS: Final = 300_000
"""Maximum of ``recent_ms`` of a subscription to realtime events."""
LIVE_AGAIN_MS: Final = 500
"""Minimum milliseconds between two requests of a live list, regardless of the number of events."""
LIVE_POLL_MS: Final = 30_000
"""Milliseconds between two requests of a live list without events."""
RECORD_AGAIN_MS: Final = 1_000
"""Minimum milliseconds between two reads of a record that colleagues change."""
RECORD_MARK_MS: Final = 30_000
"""Milliseconds on screen for which a value changed by a colleague is highlighted."""

BODY_LIMIT: Final = 2**20
"""Default maximum size of a request's body in bytes (figure of careops)."""
BODY_VALUES: Final = 50_000
"""Values of a JSON body, including keys. A full batch of audit events has half as many."""
SMALL_BODY_LIMIT: Final = 8 * 2**10
"""Maximum size of a body without authentication, in bytes; a larger one is refused before parsing (figure of
careops)."""
MAX_IDS: Final = 500
"""Maximum number of ids per call, equal to the largest page (figure of careops)."""
MAX_FILTER_VALUES: Final = 50
"""Maximum number of comma-separated values of a filter (figure of careops)."""

MAX_CHANGES: Final = 500
CHANGES_BODY_LIMIT: Final = 4 * 2**20
"""Records of one batch request, and maximum size of its body in bytes (figures of careops)."""
MAX_REQUEST_TARGETS: Final = 100_000
MAX_PLANNED_AT_ONCE: Final = 1_000
MAX_OPEN_REQUESTS: Final = 50
REQUEST_BODY_LIMIT: Final = 24 * 2**20
REQUEST_BODY_VALUES: Final = 1_000_000
"""Changes of one change request, and maximum size of its body in bytes and in values (figures of careops)."""

MIN_PASSWORD_LENGTH: Final = 15
MAX_PASSWORD_LENGTH: Final = 256
MUST_CHANGE: Final = "must_change_password"
"""Source of the 403 for all other calls until a one-time password is changed (SEC-07)."""
STEP_UP_REQUIRED: Final = "step_up_required"
"""Source of the 403 that requires the caller's password (SEC-21)."""
MISSING_SCOPE: Final = "missing_scope"
"""Source of the 403 that names the missing scope of an API key."""
KEY_PREFIX: Final = "careops_key_"
"""Prefix of API keys, which distinguishes them from session tokens."""
NOT_OFFERED: Final = "not_offered"
"""Source of the 404 for an unknown call, as opposed to an unknown record."""
CONFIRMED_MINUTES: Final = 5
"""Minutes for which a confirmed password is valid for step-up calls."""
MAX_TEXT_LENGTH: Final = 500
MAX_NAME_LENGTH: Final = 120
MAX_SPECIALITIES: Final = 50
"""Further specialities of a clinic, a doctor or an article (figure of careops)."""
MAX_TITLE_LENGTH: Final = 300
MAX_NOTE_LENGTH: Final = 10_000
"""Characters of a title and of a release note (B-109)."""

MAX_RECORD_NOTE_LENGTH: Final = 4_000
"""Characters of a note on a record (figure of careops)."""
MAX_MENTIONS: Final = 20
"""Colleagues that a note mentions (figure of careops)."""
NOTE_EDIT_MINUTES: Final = 15
"""Minutes for which its author may edit a note (figure of careops)."""

MAX_NEWS_TEXT_LENGTH: Final = 20_000
MAX_NEWS_NOTICE_LENGTH: Final = 240
"""Characters of an article, and of a notification about articles (B-109)."""
MAX_WEEKLY_NEWS: Final = 10
"""Maximum number of articles on the weekly list (B 9)."""
BEST_NEWS_DAYS: Final = 7
"""Days of readership that count for suggestions for the weekly list (figure of careops)."""
NEWS_DUPLICATE_DAYS: Final = 14
"""Maximum number of days between duplicates of an article (figure of careops)."""
NEWS_RESTORE_DAYS: Final = 30
"""Days for which deleted articles can be restored (figure of careops)."""
NEWS_DAYS_AHEAD: Final = 365
"""Our own figure: how many days after today the day of an article may be."""
MAX_MERGED_TAGS: Final = 20
"""Maximum number of tags that one call merges into another (figure of careops)."""

MAX_BIO_LENGTH: Final = 2_000
"""Characters of a doctor's text for patients (figure of careops)."""

MAX_URL_LENGTH: Final = 2_000
"""Characters of the address of a file (figure of careops)."""

MAX_PICTURE_BYTES: Final = 5 * 1024 * 1024
PICTURE_ENDINGS: Final = (".jpeg", ".jpg", ".png", ".tiff", ".tif")
"""Maximum bytes and endings of the picture of a registration (B 5, B-30)."""
STORAGE_REGION: Final = "ap-south-1"
SIGNED_MINUTES: Final = 5
"""Minutes for which a presigned URL is valid (B-96)."""

SCHEDULE_STEP_MINUTES: Final = 30
SCHEDULE_START: Final = "09:00"
SCHEDULE_END: Final = "19:00"
"""Options and defaults of the time pickers of a schedule, in its timezone (B 9)."""
SCHEDULE_HIGHLIGHT_MS: Final = 3_000
"""Milliseconds for which an edited schedule is highlighted (B 4)."""
MAX_SCHEDULES: Final = 200
"""Schedules of a doctor at one clinic (figure of careops)."""
TIMEZONES: Final = (
    TIMEZONE,
    "Asia/Kathmandu",
    "Asia/Dhaka",
    "Asia/Colombo",
    "Asia/Dubai",
    "Asia/Singapore",
    "Europe/London",
    "America/New_York",
    "Australia/Sydney",
    "UTC",
)
"""Timezones in the form; a call accepts any timezone."""

MAX_LEAD_FILE_BYTES: Final = 5 * 1024 * 1024
LEAD_ERROR_TITLES: Final = ("error_row", "error_column", "error_reason")
"""Columns of the file with the wrong rows of an upload; ignored when that file is uploaded."""
LEAD_FILE_ENDINGS: Final = (".csv", ".xlsx", ".xls")
"""Maximum bytes and endings of a file of leads (B 5, B-79)."""
MAX_LEAD_COLUMNS: Final = 100
MAX_LEAD_ROWS: Final = 100_000
"""Maximum rows below the first, so that a file is accepted or refused quickly."""

LANGUAGES: Final = ("en", "hi", "pb")
DEFAULT_LANGUAGE: Final = "en"
