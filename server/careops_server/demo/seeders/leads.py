"""Demo leads of the campaigns, from every source. Some people appear twice, some have odd names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Final

from careops_server.demo import word_lists
from careops_server.demo.seeders import Row, SeedContext, Seeder

_FOR_EACH: Final = 134
"""Average leads per campaign; 300 campaigns have about 40,000."""
_CAMPAIGNS: Final = """
    select id, clinic_id, campaign_name, start_time, least(end_time, %s)
    from ad_campaigns order by id
"""
_SOURCES: Final = (
    ("facebook", "paid_social", "fb"),
    ("google", "cpc", "search"),
    ("instagram", "paid_social", "ig"),
    ("whatsapp", "message", "status"),
    ("print", "poster", "door"),
)
_WEIGHTS: Final = tuple(accumulate((44, 30, 12, 9, 5)))
_ODD: Final = (
    ('=HYPERLINK("http://prize.example";"Free")', None),
    ("+91 98123", "Singh"),
    ("-2+3", None),
    ("Null", "O'Brien"),
    ("💐 Simran", "Kaur 🌸"),
    ("test", "test"),
    ("ਜਸਪ੍ਰੀਤ", "ਕੌਰ"),
    ("सुनीता", "शर्मा"),
    ("Dr.Harpreet Singh (MD)", None),
)
_REPEATED: Final = 0.06


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    # Read before the first row, because a connection cannot run queries during COPY.
    campaigns = context.connection.execute(_CAMPAIGNS, [context.until]).fetchall()
    return generate(context.random, campaigns)


def generate(random: Random, campaigns: Sequence[Row]) -> Iterator[Row]:
    """Yield leads for campaigns, given by id, clinic, name, start and end."""
    draw = random.random
    earlier_people: list[tuple[str, str | None, str, str | None]] = []
    for campaign_id, clinic_id, name, starts, ends in campaigns:
        if not isinstance(starts, datetime) or not isinstance(ends, datetime) or ends <= starts:
            continue
        seconds = (ends - starts).total_seconds()
        slug = _slug(str(name))
        phones: set[str] = set()
        for _ in range(int(random.expovariate(1 / _FOR_EACH)) + 1):
            first, last, phone, mail = _person(random, earlier_people)
            if phone in phones:
                continue
            phones.add(phone)
            came = starts + timedelta(seconds=int(draw() ** 1.4 * seconds))
            source, medium, content = random.choices(_SOURCES, cum_weights=_WEIGHTS)[0]
            advert = f',"utm_content":"{content}-{int(draw() * 4) + 1}"' if draw() < 0.6 else ""
            utm = f'{{"utm_source":"{source}","utm_medium":"{medium}","utm_campaign":"{slug}"{advert}}}'
            yield (clinic_id, campaign_id, first, last, phone, mail, utm, came)


def _slug(name: str) -> str:
    """Return a name for use in a URL: letters and digits of any script, with single dashes between the words."""
    return "-".join("".join(each if unicodedata.category(each)[0] in "LMN" else " " for each in name.lower()).split())


def _person(
    random: Random, earlier_people: list[tuple[str, str | None, str, str | None]]
) -> tuple[str, str | None, str, str | None]:
    """Return a new person, or one whom another campaign brought before."""
    draw = random.random
    if earlier_people and draw() < _REPEATED:
        return earlier_people[int(draw() * len(earlier_people))]
    if draw() < 0.01:
        first, last = _ODD[int(draw() * len(_ODD))]
    else:
        first = word_lists.PUNJABI_FIRST[int(draw() * len(word_lists.PUNJABI_FIRST))]
        last = word_lists.PUNJABI_LAST[int(draw() * len(word_lists.PUNJABI_LAST))] if draw() < 0.9 else None
    mail = f"{first}.{int(draw() * 1000)}@patient.example".lower() if first.isascii() and draw() < 0.45 else None
    mail = mail if mail and mail.replace(".", "").replace("@", "").isalnum() else None
    person = (first, last, str(6_000_000_000 + int(draw() * 4_000_000_000)), mail)
    earlier_people.append(person)
    return person


SEEDER: Final = Seeder(
    {
        "leads": (
            "clinic_id",
            "ad_campaign_id",
            "first_name",
            "last_name",
            "phone_number",
            "email",
            "utm_details",
            "created_at",
        )
    },
    _rows,
    counters=("leads_totals",),
    many=True,
)
