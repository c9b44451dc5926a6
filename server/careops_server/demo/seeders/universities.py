"""Demo universities: ranked with gaps and ties, and some without a rank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from careops_server.demo.seeders import Row, SeedContext, Seeder

_RANKED: Final = (
    (1, "All India Institute of Medical Sciences, New Delhi"),
    (2, "Postgraduate Institute of Medical Education and Research, Chandigarh"),
    (3, "Christian Medical College, Vellore"),
    (4, "National Institute of Mental Health and Neuro Sciences, Bengaluru"),
    (5, "Jawaharlal Institute of Postgraduate Medical Education and Research, Puducherry"),
    (6, "Sanjay Gandhi Postgraduate Institute of Medical Sciences, Lucknow"),
    (7, "Banaras Hindu University, Varanasi"),
    (7, "Amrita Vishwa Vidyapeetham, Coimbatore"),
    (9, "Kasturba Medical College, Manipal"),
    (10, "Madras Medical College, Chennai"),
    (12, "King George's Medical University, Lucknow"),
    (14, "Vardhman Mahavir Medical College, New Delhi"),
    (16, "Dayanand Medical College and Hospital, Ludhiana"),
    (16, "Maulana Azad Medical College, New Delhi"),
    (16, "St. John's Medical College, Bengaluru"),
    (19, "Aligarh Muslim University, Aligarh"),
    (21, "Government Medical College and Hospital, Chandigarh"),
    (24, "Maharishi Markandeshwar, Ambala"),
    (27, "Jamia Hamdard, New Delhi"),
    (31, "Osmania University, Hyderabad"),
    (33, "Christian Medical College, Ludhiana"),
    (38, "University of Mumbai, Mumbai"),
    (42, "University of Calcutta, Kolkata"),
    (45, "Government Medical College, Thiruvananthapuram"),
)
_UNRANKED: Final = (
    "Baba Farid University of Health Sciences, Faridkot",
    "Dr. NTR University of Health Sciences, Vijayawada",
    "Government Medical College, Amritsar",
    "Government Medical College, Patiala",
    "Guru Gobind Singh Medical College, Faridkot",
    "Guru Nanak Dev University, Amritsar",
    "Himachal Pradesh University, Shimla",
    "Kerala University of Health Sciences, Thrissur",
    "Maharashtra University of Health Sciences, Nashik",
    "Pandit Bhagwat Dayal Sharma University of Health Sciences, Rohtak",
    "Panjab University, Chandigarh",
    "Punjabi University, Patiala",
    "Rajasthan University of Health Sciences, Jaipur",
    "Rajiv Gandhi University of Health Sciences, Bengaluru",
    "The Tamil Nadu Dr. M.G.R. Medical University, Chennai",
)


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    for rank, name in _RANKED:
        yield (name, rank)
    for name in _UNRANKED:
        yield (name, None)


SEEDER: Final = Seeder({"universities": ("name", "rank")}, _rows)
