"""Singular and plural names of the platform's records, for messages with numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

ARE: Final = ("is", "are")
HAVE: Final = ("has", "have")


def list_words(words: Sequence[str]) -> str:
    """Format alternatives: ``clinic, doctor or user``."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


@dataclass(frozen=True)
class Noun:
    """Noun with an explicit plural: ``Noun("city", "cities")``."""

    one: str
    many: str
    columns: frozenset[str] = frozenset()
    """Titles that columns of a table of these records may have."""

    def count_text(self, count: int, verb: tuple[str, str] | None = None) -> str:
        """Format a number: ``1 city``, ``12,000 cities``; with a verb ``1 city is``, ``12,000 cities are``."""
        noun, does = (self.one, verb and verb[0]) if count == 1 else (self.many, verb and verb[1])
        return f"{count:,} {noun}{f' {does}' if does else ''}"

    @property
    def id_columns(self) -> tuple[str, str]:
        """Return the titles of a column with their ids: ``city_id`` and ``id``."""
        return f"{self.one.replace(' ', '_')}_id", "id"


_OF_CLINICS = """
name kind phone phone_number email city state modules ipd surgery abdm care_package address locality zipcode location
user_id owner latitude longitude is_hospital clinic_spec_modules ipd_enabled surgery_enabled abdm_enabled
care_package_enabled beds rooms beds_count rooms_count speciality other_specialities website clinic_website group
clinic_group bank account ifsc bank_details doctors doctors_list staff clinic_staff metrics clinic hospital clinic_name
hospital_name town pincode
"""
CLINICS: Final = Noun("clinic", "clinics", frozenset(_OF_CLINICS.split()))
_OF_USERS = """
name phone phone_number email account account_type accounts user_accounts status user_status platform verified_at
growth packages growth_enabled packages_enabled role user
subscriptions
"""
USERS: Final = Noun("user", "users", frozenset(_OF_USERS.split()))
_OF_ARTICLES = """
title heading event_name text news_text type news_type day news_date source source_name link source_link thumbnail
source_thumbnail_url photo photo_url published tags news_tags viewed shared city state specialities
basic_clinic_specialities label news_label pharma basic_pharma_id pharma_name event_start event_end event_start_ts
event_end_ts all_day event_type credit_hours shared_count source_changed_at viewed_count
"""
ARTICLES: Final = Noun("article", "articles", frozenset(_OF_ARTICLES.split()))
DOCTORS: Final = Noun("doctor", "doctors")
SCHEDULES: Final = Noun("schedule", "schedules")
DEVICES: Final = Noun("device", "devices")
BROADCASTS: Final = Noun("broadcast", "broadcasts")
CARE_CITIES: Final = Noun("care city", "care cities")
LABS: Final = Noun("lab", "labs")
LEADS: Final = Noun("lead", "leads")
PAYMENTS: Final = Noun("payment", "payments")
PHARMACIES: Final = Noun("pharmacy", "pharmacies")
PROMO_CODES: Final = Noun("promo code", "promo codes")
UNIVERSITIES: Final = Noun("university", "universities")
JOBS: Final = Noun("job", "jobs")
CHANGES: Final = Noun("change", "changes")
CHANGE_REQUESTS: Final = Noun("change request", "change requests")
EVENTS: Final = Noun("event", "events")
TARGETS: Final = Noun("target", "targets")
"""Target of a run."""
