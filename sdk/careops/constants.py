"""Every figure the specification fixes, in one place. The console's copy is generated from this file."""

from __future__ import annotations

from typing import Final, Literal

AccountType = Literal["super_admin", "customer_care", "billing_admin"]

ACCOUNT_TYPES: Final[tuple[AccountType, ...]] = ("super_admin", "customer_care", "billing_admin")
"""Holders of one of these may sign in (A 6); every other account type is refused."""

COUNTRY_CODE: Final = "91"
TIMEZONE: Final = "Asia/Kolkata"
PHONE_DIGITS: Final = 10

PAGE_SIZE: Final = 10
"""Rows of a list page; the pager and the total appear only above it (A 9)."""
MAX_PAGE_SIZE: Final = 500
PAGE_SIZES: Final = (PAGE_SIZE, 20, 50, 100)
"""What a page may have where staff choose: universities (B 9), care cities (B-75)."""
LONG_PAGE_SIZES: Final = (PAGE_SIZE, *range(50, MAX_PAGE_SIZE + 1, 50))
"""The same for long lists: news, campaigns and leads (B 9, B-15)."""
MAX_PAGE: Final = 10_000_000
"""Far beyond any list; keeps a row's offset inside a 64-bit integer."""

VIEWS_MAX: Final = 100
"""Our own figure: saved views of one account."""
EXPORTS_A_DAY: Final = 10
"""How often one account may export a list within a day (SEC-64)."""
PINS_MAX: Final = 12
"""Our own figure: records one account may pin."""
RECENTS_MAX: Final = 8
"""Our own figure: how many of those opened last are kept beside them."""
DRAFTS_MAX: Final = 20
DRAFT_BYTES_MAX: Final = 64 * 1024
DRAFT_DAYS: Final = 7
"""Our own figures: how many drafts an account has, how large each may be, and how long it stays (decision 212)."""
NEVER_KEPT: Final = ("password", "secret", "token", "account_number")
"""A field whose name has one of these in it is never in a draft."""
DRAFT_SAVE_MS: Final = 1_500
"""How long after the last key a draft is kept."""

FEATURE_FLAGS: Final = ("ipd_enabled", "surgery_enabled", "abdm_enabled")
"""Flags of a clinic that staff switch directly, without a confirmation (A 4)."""
USER_FLAGS: Final = ("growth_enabled", "packages_enabled")
"""Modules of a user: Growth and Care Packages (B 9)."""
APP_TYPES: Final = ("auth", "cms", "doctor", "growth", "billing", "patient", "admin", "wp_admin", "cc")
"""The platform's apps (B 9)."""
DEVICE_TYPES: Final = ("android", "ios")
"""What a user's devices can be narrowed to (B 9)."""

STAFF_CHANNELS: Final = ("admin", "news", "promo_codes", "referrals")
"""Channels of events that all staff may hear (S-3, B-104)."""
SUPER_CHANNELS: Final = ("jobs", *(f"app:{app_type}" for app_type in APP_TYPES))
"""Those that super admins may hear besides."""
SOCKET_OVER: Final = 4401
SOCKET_FORBIDDEN: Final = 4403
SOCKET_INVALID: Final = 4422
"""Why our server closes a WebSocket: HTTP's statuses, from 4000 on. After the first one comes back with a renewed
token; after the others the same would be refused again."""

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
"""Ten of the eleven that may be asked without a token; the eleventh is the file storage, a host (B 7, B-89)."""

SEARCH_DEBOUNCE_MS: Final = 500
CLINIC_SEARCH_DEBOUNCE_MS: Final = 800
AUDIT_SEARCH_DEBOUNCE_MS: Final = 200
ADDRESS_SUGGEST_MS: Final = 250
"""Our own figure: how long after the last key an address is looked for."""
AUDIT_MAX_DAYS: Final = 90
AUDIT_DEFAULT_DAYS: Final = 30
SUCCESS_NOTICE_MS: Final = 4_500
INFO_NOTICE_MS: Final = 8_000

LIVE_MARK_MS: Final = 3_000
"""How long a row that came or changed is highlighted."""
LIVE_AGAIN_MS: Final = 500
"""How soon a live list asks again, however much is told meanwhile."""
LIVE_POLL_MS: Final = 30_000
"""How often a live list asks where it cannot be told."""

BODY_LIMIT: Final = 2**20
"""Our own figure: bytes of a request's body, where its route says nothing else."""
SMALL_BODY_LIMIT: Final = 8 * 2**10
"""Our own figure: bytes of a body that needs no sign-in; a longer one is refused before it is parsed."""
IDS_MAX: Final = 500
"""Our own figure: how many things one call may name: as many as the largest page shows."""
FILTER_VALUES_MAX: Final = 50
"""Our own figure: values of a filter that takes several, separated by commas."""

CHANGES_MAX: Final = 500
CHANGES_BODY_LIMIT: Final = 4 * 2**20
"""Our own figures: records of one batch of changes, and bytes of what it says about them."""

PASSWORD_MIN: Final = 15
PASSWORD_MAX: Final = 256
MUST_CHANGE: Final = "must_change_password"
"""Source of the 403 that stands before everything else until a one-time password is changed (SEC-07)."""
STEP_UP_REQUIRED: Final = "step_up_required"
"""Source of the 403 that asks for the caller's password once more (SEC-21)."""
MISSING_SCOPE: Final = "missing_scope"
"""Source of the 403 that says which scope a program's key would need."""
KEY_PREFIX: Final = "careops_key_"
"""What the keys of programs begin with, and tokens of sessions do not."""
NOT_OFFERED: Final = "not_offered"
"""Source of the 404 that says there is no such call on this platform, rather than no such record."""
CONFIRMED_MINUTES: Final = 5
"""How long a password that was given counts for calls that ask for one."""
TEXT_MAX: Final = 500
NAME_MAX: Final = 120
SPECIALITIES_MAX: Final = 50
"""Our own figure: other specialities of a clinic, a doctor or an article."""
TITLE_MAX: Final = 300
NOTE_MAX: Final = 10_000
"""Characters of a title and of a release note (B-109)."""

NEWS_TEXT_MAX: Final = 20_000
NEWS_NOTICE_MAX: Final = 240
"""Characters of an article, and of what a notification about articles says (B-109)."""
WEEKLY_NEWS_MAX: Final = 10
"""Articles on the weekly list, at most (B 9)."""
BEST_NEWS_DAYS: Final = 7
"""Our own figure: how far back the most read articles are looked for, to be put on the weekly list."""
NEWS_TWIN_DAYS: Final = 14
"""Our own figure: how many days apart articles that say the same are told from news of another time."""
NEWS_RESTORE_DAYS: Final = 30
"""Our own figure: how long deleted articles can be brought back."""
NEWS_DAYS_AHEAD: Final = 365
"""Our own figure: how many days after today the day of an article may be."""
MERGED_TAGS_MAX: Final = 20
"""Our own figure: how many tags one call merges into another one."""

BIO_MAX: Final = 2_000
"""Our own figure: characters of what a doctor's patients read about them."""

URL_MAX: Final = 2_000
"""Our own figure: characters of the address of a file."""

PICTURE_MAX: Final = 5 * 1024 * 1024
PICTURE_ENDINGS: Final = (".jpeg", ".jpg", ".png", ".tiff", ".tif")
"""Bytes and endings of the picture of a registration (B 5, B-30)."""
STORAGE_REGION: Final = "ap-south-1"
SIGNED_MINUTES: Final = 5
"""How long an address is good that was signed for a file (B-96)."""

SCHEDULE_STEP_MINUTES: Final = 30
SCHEDULE_START: Final = "09:00"
SCHEDULE_END: Final = "19:00"
"""What a schedule's pickers offer and begin with, on the clock of its timezone (B 9)."""
SCHEDULE_HIGHLIGHT_MS: Final = 3_000
"""How long a schedule that was edited stands out (B 4)."""
SCHEDULES_MAX: Final = 200
"""Our own figure: schedules of a doctor at one clinic."""
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
"""The timezones that a form offers; a call takes any there is."""

LEAD_FILE_MAX: Final = 5 * 1024 * 1024
LEAD_ERROR_TITLES: Final = ("error_row", "error_column", "error_reason")
"""Columns of the file with the wrong rows of an upload; they are ignored when it is uploaded."""
LEAD_FILE_ENDINGS: Final = (".csv", ".xlsx", ".xls")
"""Bytes and endings of a file of leads (B 5, B-79)."""
LEAD_ROWS_MAX: Final = 100_000
"""Its rows below the first: whoever reads it knows soon whether it can be taken."""

LANGUAGES: Final = ("en", "hi", "pb")
DEFAULT_LANGUAGE: Final = "en"
