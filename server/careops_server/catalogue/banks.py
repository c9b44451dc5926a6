"""Names of Indian banks by the first four letters of their IFSC codes."""

from __future__ import annotations

from typing import Final

_NAMES: Final = """
    ABHY Abhyudaya Co-operative Bank|AIRP Airtel Payments Bank|AUBL AU Small Finance Bank|BARB Bank of Baroda|
    BDBL Bandhan Bank|BKDN Dena Bank|BKID Bank of India|CBIN Central Bank of India|CIUB City Union Bank|
    CITI Citibank|CNRB Canara Bank|CORP Corporation Bank|COSB Cosmos Co-operative Bank|CSBK CSB Bank|
    DBSS DBS Bank India|DCBL DCB Bank|DEUT Deutsche Bank|DLXB Dhanlaxmi Bank|ESFB Equitas Small Finance Bank|
    ESMF ESAF Small Finance Bank|FDRL Federal Bank|FINO Fino Payments Bank|HDFC HDFC Bank|HSBC HSBC Bank|
    IBKL IDBI Bank|ICIC ICICI Bank|IDFB IDFC First Bank|IDIB Indian Bank|INDB IndusInd Bank|
    IOBA Indian Overseas Bank|IPOS India Post Payments Bank|JAKA Jammu and Kashmir Bank|
    JSFB Jana Small Finance Bank|KARB Karnataka Bank|KKBK Kotak Mahindra Bank|KVBL Karur Vysya Bank|
    LAVB Lakshmi Vilas Bank|MAHB Bank of Maharashtra|NKGS NKGSB Co-operative Bank|NSPB NSDL Payments Bank|
    NTBL Nainital Bank|ORBC Oriental Bank of Commerce|PSIB Punjab and Sind Bank|PUNB Punjab National Bank|
    PYTM Paytm Payments Bank|RATN RBL Bank|RBIS Reserve Bank of India|SBIN State Bank of India|
    SCBL Standard Chartered Bank|SIBL South Indian Bank|SRCB Saraswat Co-operative Bank|
    SURY Suryoday Small Finance Bank|SVCB SVC Co-operative Bank|SYNB Syndicate Bank|TJSB TJSB Sahakari Bank|
    TMBL Tamilnad Mercantile Bank|UBIN Union Bank of India|UCBA UCO Bank|UJVN Ujjivan Small Finance Bank|
    UTBI United Bank of India|UTIB Axis Bank|UTKS Utkarsh Small Finance Bank|VIJB Vijaya Bank|YESB Yes Bank
"""
BANKS: Final = {entry.split()[0]: " ".join(entry.split()[1:]) for entry in _NAMES.split("|")}


def bank_name(ifsc_code: str) -> str | None:
    """The bank of an IFSC code; None when no bank we know has those letters."""
    return BANKS.get(ifsc_code[:4])
