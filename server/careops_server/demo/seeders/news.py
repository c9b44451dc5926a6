"""Demo news: a year of articles of every type in three languages, past and future CME events, tags."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Final

from careops_server.demo.seeders import Row, SeedContext, Seeder

_ARTICLES: Final = 420
_AHEAD: Final = 40
"""Days ahead up to which events are announced."""
_IN_INDIA: Final = timedelta(hours=5, minutes=30)
_TOPICS: Final = (
    ("Cardiology", "Heart", "A simpler check for the heart", "दिल की आसान जाँच", "ਦਿਲ ਦੀ ਸੌਖੀ ਜਾਂਚ"),
    ("Diabetology", "Diabetes", "What sugar does at night", "रात में शुगर क्या करती है", "ਰਾਤ ਨੂੰ ਸ਼ੂਗਰ ਕੀ ਕਰਦੀ ਹੈ"),
    ("Paediatrics", "Children", "Vaccines every child should have", "हर बच्चे के टीके", "ਹਰ ਬੱਚੇ ਦੇ ਟੀਕੇ"),
    ("Pulmonology", "Lungs", "Cleaner air, fewer visits", "साफ़ हवा, कम बीमारी", "ਸਾਫ਼ ਹਵਾ, ਘੱਟ ਬਿਮਾਰੀ"),
    ("Oncology", "Cancer", "Found early, treated early", "जल्दी पता, जल्दी इलाज", "ਛੇਤੀ ਪਤਾ, ਛੇਤੀ ਇਲਾਜ"),
    ("Orthopaedics", "Bones", "Knees that walk again", "घुटने फिर चल पड़े", "ਗੋਡੇ ਫਿਰ ਤੁਰ ਪਏ"),
    ("Psychiatry", "Mind", "Talking helps, and when", "बात करने से कब मदद मिलती है", "ਗੱਲ ਕਰਨ ਨਾਲ ਕਦੋਂ ਮਦਦ ਮਿਲਦੀ ਹੈ"),
    ("Ophthalmology", "Eyes", "Screens and tired eyes", "स्क्रीन और थकी आँखें", "ਸਕਰੀਨ ਅਤੇ ਥੱਕੀਆਂ ਅੱਖਾਂ"),
    ("Dentistry", "Teeth", "Ten minutes that save a tooth", "दाँत बचाने के दस मिनट", "ਦੰਦ ਬਚਾਉਣ ਦੇ ਦਸ ਮਿੰਟ"),
    ("Gynaecology", "Women", "Safer births in small towns", "छोटे शहरों में सुरक्षित प्रसव", "ਛੋਟੇ ਸ਼ਹਿਰਾਂ ਵਿੱਚ ਸੁਰੱਖਿਅਤ ਜਣੇਪਾ"),
    ("Nephrology", "Kidneys", "Water, salt and the kidneys", "पानी, नमक और गुर्दे", "ਪਾਣੀ, ਲੂਣ ਅਤੇ ਗੁਰਦੇ"),
    ("Infectious Diseases", "Infections", "Dengue after the rain", "बारिश के बाद डेंगू", "ਮੀਂਹ ਤੋਂ ਬਾਅਦ ਡੇਂਗੂ"),
)
_MORE_TAGS: Final = ("Research", "Policy", "Technology", "Nutrition", "Telemedicine", "Training", "New medicine")
_DUPLICATE_OF: Final = ("Telemedicine", "Tele-medicine")
"""A tag and a variant spelling, which the console suggests to merge."""
_TEXTS: Final = (
    "Doctors in {city} have looked at it for a year.\n\nTheir advice: ask early, measure often, and write it down.",
    "{city} के डॉक्टरों ने एक साल तक इसे देखा।\n\nउनकी सलाह: जल्दी पूछें, बार-बार नापें और लिख लें।",
    "{city} ਦੇ ਡਾਕਟਰਾਂ ਨੇ ਇੱਕ ਸਾਲ ਇਸ ਨੂੰ ਵੇਖਿਆ।\n\nਉਨ੍ਹਾਂ ਦੀ ਸਲਾਹ: ਛੇਤੀ ਪੁੱਛੋ, ਵਾਰ-ਵਾਰ ਮਾਪੋ ਅਤੇ ਲਿਖ ਲਵੋ।",
)
_CITIES: Final = (
    ("Ludhiana", "Punjab"),
    ("Amritsar", "Punjab"),
    ("Chandigarh", "Chandigarh"),
    ("New Delhi", "Delhi"),
    ("Jaipur", "Rajasthan"),
    ("Lucknow", "Uttar Pradesh"),
    ("Pune", "Maharashtra"),
    ("Bengaluru", "Karnataka"),
    ("Chennai", "Tamil Nadu"),
    ("Kolkata", "West Bengal"),
)
_SOURCES: Final = ("Health Daily", "Doctors' Post", "The Clinic Paper", "Sehat Samachar", "Medical Morning")
_LABELS: Final = (None, None, None, "Editor's choice", "Study", "Short")


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    if table == "news_tags":
        return ((name,) for name in (*(topic[1] for topic in _TOPICS), *_MORE_TAGS, _DUPLICATE_OF[1]))
    # Read before the first row, because a connection cannot run queries during COPY.
    if table == "news_articles":
        firms = context.connection.execute("select id, name from pharma_firms order by id").fetchall()
        return _articles(context, firms)
    tags = {str(name): tag for tag, name in context.connection.execute("select id, tag_name from news_tags")}
    read = "select id, basic_clinic_specialities from news_articles order by id"
    articles = context.connection.execute(read).fetchall()
    return _links(context, articles, tags)


def _articles(context: SeedContext, firms: list[Row]) -> Iterator[Row]:
    random = context.random
    today = (context.until + _IN_INDIA).date()
    for number in range(_ARTICLES):
        speciality, _, *titles = random.choice(_TOPICS)
        language = random.choices((0, 1, 2), (6, 2, 2))[0]
        city, state = random.choice(_CITIES)
        kind = random.choices(("GENERAL", "PHARMA", "CME"), (6, 2, 2))[0]
        age = int(random.triangular(0, 365, 40))
        published = age > 3 or random.random() < 0.5
        viewed = int(random.paretovariate(0.9) * 12) % 60_000 if published else 0
        firm_id, firm = random.choice(firms) if kind == "PHARMA" else (None, None)
        # With its city, because the same words within two weeks count as duplicates, of which there should be few.
        title = f"{titles[language]}: {city}" if firm is None else _of_firm(random, str(firm))
        day = today - timedelta(days=age)
        source = str(firm) if firm is not None and random.random() < 0.6 else random.choice(_SOURCES)
        created_at = datetime.combine(day, datetime.min.time(), tzinfo=context.until.tzinfo) + timedelta(hours=3)
        yield (
            title,
            title if kind == "CME" else None,
            _TEXTS[language if firm is None else 0].format(city=city),
            kind,
            day,
            source,
            f"https://news.example/{day:%Y/%m}/{number + 1}",
            published,
            viewed,
            int(viewed * random.random() * 0.12),
            city if random.random() < 0.7 else None,
            state if random.random() < 0.8 else None,
            [speciality],
            random.choice(_LABELS),
            firm_id,
            *(_event(context, age) if kind == "CME" else (None, None, False, None, None)),
            created_at,
            created_at,
        )


def _of_firm(random: Random, firm: str) -> str | None:
    """Return the heading of pharma news, which may have none."""
    if random.random() < 0.25:
        return None
    return f"{firm}: {random.choice(('a cheaper tablet', 'a new syrup', 'results of a trial', 'a recall explained'))}"


def _event(context: SeedContext, age: int) -> tuple[datetime, datetime, bool, str, float | None]:
    """Return time and format of an event, relative to the age of its announcement in days."""
    random = context.random
    midnight = context.until.replace(hour=0, minute=0, second=0, microsecond=0) - _IN_INDIA
    day = midnight + timedelta(days=random.randrange(3, 20 + _AHEAD) - age)
    how = random.choice(("virtual", "virtual", "in-person"))
    credit = random.choice((None, 1.0, 2.0, 2.5, 4.0))
    if random.random() < 0.3:
        return day, day + timedelta(days=random.randrange(3)), True, how, credit
    starts = day + timedelta(hours=random.randrange(9, 19), minutes=random.choice((0, 30)))
    return starts, starts + timedelta(minutes=random.choice((60, 90, 120, 240))), False, how, credit


def _links(context: SeedContext, articles: list[Row], tags: dict[str, object]) -> Iterator[Row]:
    random = context.random
    tag_of = {topic[0]: tags[topic[1]] for topic in _TOPICS}
    name, duplicate = _DUPLICATE_OF
    for number, (article_id, specialities) in enumerate(articles):
        spelt = {name: tags[duplicate]} if number % 4 == 0 else {}
        own = [tag_of[name] for name in specialities] if isinstance(specialities, list) else []
        further_tags = random.sample(_MORE_TAGS, random.choices((0, 1, 2), (5, 4, 1))[0])
        for tag_id in (*own, *(spelt.get(each, tags[each]) for each in further_tags)):
            yield (article_id, tag_id)


SEEDER: Final = Seeder(
    {
        "news_tags": ("tag_name",),
        "news_articles": (
            "title",
            "event_name",
            "news_text",
            "news_type",
            "news_date",
            "source_name",
            "source_link",
            "published",
            "viewed_count",
            "shared_count",
            "city",
            "state",
            "basic_clinic_specialities",
            "news_label",
            "basic_pharma_id",
            "event_start_ts",
            "event_end_ts",
            "all_day",
            "event_type",
            "credit_hours",
            "created_at",
            "updated_at",
        ),
        "news_article_tags": ("news_article_id", "news_tag_id"),
    },
    _rows,
    counters=("news_articles_totals",),
)
