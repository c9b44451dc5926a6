"""Word lists of the demo data, invented or generic. No real person, clinic or hospital is meant."""

from __future__ import annotations

from typing import Final


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


PUNJABI_FIRST: Final = _words(
    """Amandeep Amarjit Arshdeep Avneet Balwinder Baljit Bhupinder Charanjit Daljit Davinder Gagandeep Gurbaksh
    Gurdeep Gurjot Gurleen Gurmeet Gurnoor Gurpreet Gursimran Harbhajan Hardeep Harjinder Harjot Harkirat
    Harleen Harmanpreet Harnoor Harpreet Harsimran Inderjit Jagdeep Jagjit Jasbir Jaskaran Jasleen Jasmeet
    Jaspreet Jaswinder Karamjit Karanveer Kirandeep Kirpal Komalpreet Kulwinder Lakhwinder Lovepreet Mandeep
    Manjit Manpreet Mehtab Mohinder Narinder Navdeep Navjot Navneet Nimrat Parminder Prabhjot Prabhleen
    Rajwinder Ramandeep Ravneet Rupinder Sandeep Satinder Satnam Simranjit Sukhdeep Sukhjinder Sukhmani
    Sukhwinder Surjit Tajinder Tarandeep Taranjit Tejinder Veerpal Yadwinder"""
)
PUNJABI_LAST: Final = _words(
    """Aujla Aulakh Bains Bajwa Bhullar Boparai Brar Chahal Chatha Cheema Chohan Deol Dhaliwal Dhami Dhanoa Dhillon
    Gill Grewal Hundal Johal Kahlon Kang Khaira Khosa Kooner Lalli Mahal Mangat Mann Multani Nagra Nijjar Pannu
    Purewal Randhawa Riar Sahota Samra Sandhu Sangha Sekhon Sidhu Sodhi Sohal Sohi Thind Tiwana Toor Uppal Virk"""
)

_STEMS: Final = _words(
    """Arog Chirag Harit Karun Kush Manas Mihir Nirog Ojas Pran Sajal Saumya Sehat Seva Shubh Sneh Sugam Sukh
    Swasth Tarang Tej Udit Ujj Umeed"""
)
_ENDINGS: Final = _words("""ashray bodh deep dhara kiran loka mitra nidhi path rath sutra van veda vita""")
COINED: Final = tuple(stem + ending for stem in _STEMS for ending in _ENDINGS)
"""Invented names of practices, such as Sehatmitra or Nirogpath."""

GURMUKHI: Final = (
    ("ਸਿਹਤਮਿੱਤਰ", "sehatmitra"), ("ਤਰੰਗਦੀਪ", "tarangdeep"), ("ਨਿਰੋਗਪਥ", "nirogpath"), ("ਸੁਖਕਿਰਨ", "sukhkiran"),
    ("ਉਮੀਦਦੀਪ", "umeeddeep"), ("ਸੇਵਾਰਥ", "sevarath"), ("ਨਵਦੀਪਕ", "navdeepak"), ("ਚੜ੍ਹਦੀਕਿਰਨ", "chardikiran"),
)  # fmt: skip
GURMUKHI_KINDS: Final = ("ਕਲੀਨਿਕ", "ਪੌਲੀਕਲੀਨਿਕ", "ਸਿਹਤ ਕੇਂਦਰ")
GURMUKHI_HOSPITAL: Final = "ਹਸਪਤਾਲ"
DEVANAGARI: Final = (
    ("स्वास्थ्यमित्र", "swasthyamitra"), ("तरंगदीप", "tarangdeep"), ("निरोगपथ", "nirogpath"), ("सुखकिरण", "sukhkiran"),
    ("आरोग्यवन", "arogyavan"), ("सेवासूत्र", "sevasutra"), ("नवदीपक", "navdeepak"), ("स्नेहधारा", "snehdhara"),
)  # fmt: skip
DEVANAGARI_KINDS: Final = ("क्लिनिक", "पॉलीक्लिनिक", "स्वास्थ्य केंद्र")
DEVANAGARI_HOSPITAL: Final = "अस्पताल"

SPECIALITIES: Final = (
    "General Medicine", "Dentistry", "Ophthalmology", "Dermatology", "Paediatrics", "Gynaecology", "Orthopaedics",
    "Cardiology", "ENT", "Physiotherapy", "Psychiatry", "Neurology", "Urology", "Gastroenterology", "Pulmonology",
    "Endocrinology", "Oncology", "Nephrology", "General Surgery", "Ayurveda", "Homoeopathy", "Radiology",
)  # fmt: skip
"""Numbered from 1 in this order."""

CLINIC_KINDS: Final = (
    ("Clinic", "General Medicine", 30), ("Polyclinic", "General Medicine", 14),
    ("Family Clinic", "General Medicine", 8), ("Health Centre", "General Medicine", 6),
    ("Dental Care", "Dentistry", 12), ("Eye Care", "Ophthalmology", 6),
    ("Skin Clinic", "Dermatology", 6), ("Children's Clinic", "Paediatrics", 7), ("Women's Clinic", "Gynaecology", 6),
    ("Physiotherapy", "Physiotherapy", 5), ("ENT Clinic", "ENT", 3), ("Bone and Joint Clinic", "Orthopaedics", 4),
    ("Ayurveda Clinic", "Ayurveda", 3), ("Homoeopathic Clinic", "Homoeopathy", 3),
)  # fmt: skip
"""Kind in a clinic's name, main speciality and frequency."""
HOSPITAL_KINDS: Final = (
    ("Hospital", "General Medicine", 30), ("Multispeciality Hospital", "General Medicine", 20),
    ("Nursing Home", "General Surgery", 14), ("Maternity Hospital", "Gynaecology", 10),
    ("Children's Hospital", "Paediatrics", 7), ("Eye Hospital", "Ophthalmology", 6),
    ("Heart Hospital", "Cardiology", 4), ("Bone and Joint Hospital", "Orthopaedics", 5),
    ("Cancer Hospital", "Oncology", 2), ("Kidney Hospital", "Nephrology", 2),
)  # fmt: skip

STREETS: Final = (
    "Mall Road", "Station Road", "Main Bazaar", "Civil Lines", "GT Road", "Gandhi Road", "Nehru Marg", "Ring Road",
    "Hospital Road", "Court Road", "College Road", "Bypass Road", "Temple Street", "Lake View Road", "Market Road",
    "Link Road", "Garden Colony", "Shastri Nagar", "Model Colony", "Old Bus Stand Road",
)  # fmt: skip

BANKS: Final = (
    ("SBIN", "State Bank of India", 22), ("HDFC", "HDFC Bank", 13), ("ICIC", "ICICI Bank", 10),
    ("PUNB", "Punjab National Bank", 10), ("BARB", "Bank of Baroda", 7), ("CNRB", "Canara Bank", 7),
    ("UBIN", "Union Bank of India", 6), ("UTIB", "Axis Bank", 7), ("KKBK", "Kotak Mahindra Bank", 5),
    ("IDIB", "Indian Bank", 4), ("BKID", "Bank of India", 4), ("CBIN", "Central Bank of India", 3),
    ("IOBA", "Indian Overseas Bank", 3), ("MAHB", "Bank of Maharashtra", 2), ("PSIB", "Punjab & Sind Bank", 3),
    ("UCBA", "UCO Bank", 2), ("INDB", "Indusind Bank", 3), ("YESB", "Yes Bank", 2), ("IDFB", "IDFC FIRST Bank", 2),
    ("FDRL", "Federal Bank", 2), ("SIBL", "South Indian Bank", 1), ("KVBL", "Karur Vysya Bank", 1),
    ("KARB", "Karnataka Bank", 1), ("JAKA", "Jammu and Kashmir Bank", 1), ("IBKL", "IDBI", 2),
)  # fmt: skip
"""First four letters of a bank's IFSC codes, its name and its frequency."""

MODULES: Final = (
    ("Appointments", 30), ("Prescriptions", 26), ("Billing", 22), ("Lab Reports", 14), ("Pharmacy", 12),
    ("Telemedicine", 12), ("Inventory", 8), ("Patient Records", 18), ("Queue", 10), ("Feedback", 7),
)  # fmt: skip
"""Modules, numbered from 1, with their popularity."""
