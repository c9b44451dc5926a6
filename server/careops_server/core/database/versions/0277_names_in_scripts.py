"""Phonetic search of names stored in Devanagari or Gurmukhi by their consonants.

A change of the letter mapping requires a new function and a new column.
"""

from __future__ import annotations

import re

from alembic import op

revision = "0277"
down_revision = "0276"

# Characters of Devanagari and Gurmukhi, letters before signs, and the Latin letters that replace the former.
_CHARACTERS = (
    "\u0905\u0906\u0907\u0908\u0909\u090a\u090b\u090d\u090f\u0910\u0911\u0913\u0914\u0915\u0916\u0917\u0918"
    "\u0919\u091a\u091b\u091c\u091d\u091e\u091f\u0920\u0921\u0922\u0923\u0924\u0925\u0926\u0927\u0928\u0929"
    "\u092a\u092b\u092c\u092d\u092e\u092f\u0930\u0931\u0932\u0933\u0934\u0935\u0936\u0937\u0938\u0939\u0943"
    "\u0958\u0959\u095a\u095b\u095c\u095d\u095e\u095f\u0a05\u0a06\u0a07\u0a08\u0a09\u0a0a\u0a0f\u0a10\u0a13"
    "\u0a14\u0a15\u0a16\u0a17\u0a18\u0a19\u0a1a\u0a1b\u0a1c\u0a1d\u0a1e\u0a1f\u0a20\u0a21\u0a22\u0a23\u0a24"
    "\u0a25\u0a26\u0a27\u0a28\u0a2a\u0a2b\u0a2c\u0a2d\u0a2e\u0a2f\u0a30\u0a32\u0a33\u0a35\u0a36\u0a38\u0a39"
    "\u0a59\u0a5a\u0a5b\u0a5c\u0a5e\u0900\u0901\u0902\u0903\u0904\u090c\u090e\u0912\u093a\u093b\u093c\u093d"
    "\u093e\u093f\u0940\u0941\u0942\u0944\u0945\u0946\u0947\u0948\u0949\u094a\u094b\u094c\u094d\u094e\u094f"
    "\u0950\u0951\u0952\u0953\u0954\u0955\u0956\u0957\u0960\u0961\u0962\u0963\u0964\u0965\u0966\u0967\u0968"
    "\u0969\u096a\u096b\u096c\u096d\u096e\u096f\u0970\u0971\u0972\u0973\u0974\u0975\u0976\u0977\u0978\u0979"
    "\u097a\u097b\u097c\u097d\u097e\u097f\u0a00\u0a01\u0a02\u0a03\u0a04\u0a0b\u0a0c\u0a0d\u0a0e\u0a11\u0a12"
    "\u0a29\u0a31\u0a34\u0a37\u0a3a\u0a3b\u0a3c\u0a3d\u0a3e\u0a3f\u0a40\u0a41\u0a42\u0a43\u0a44\u0a45\u0a46"
    "\u0a47\u0a48\u0a49\u0a4a\u0a4b\u0a4c\u0a4d\u0a4e\u0a4f\u0a50\u0a51\u0a52\u0a53\u0a54\u0a55\u0a56\u0a57"
    "\u0a58\u0a5d\u0a5f\u0a60\u0a61\u0a62\u0a63\u0a64\u0a65\u0a66\u0a67\u0a68\u0a69\u0a6a\u0a6b\u0a6c\u0a6d"
    "\u0a6e\u0a6f\u0a70\u0a71\u0a72\u0a73\u0a74\u0a75\u0a76\u0a77\u0a78\u0a79\u0a7a\u0a7b\u0a7c\u0a7d\u0a7e"
    "\u0a7f"
)
_LATIN = "aaaaaaraaaaaakkggnccjjnttxxnttddnnpfbbmyrrlllvssshrkkgjxxfyaaaaaaaaaakkggnccjjnttxxnttddnpfbbmyrllvsshkgjxf"
_CONSONANTS = rf"""
    case when octet_length(searched) <> char_length(searched) then ' ' || regexp_replace(translate(
        regexp_replace(searched, '[!-~]+', ' ', 'g'),
        ' {_CHARACTERS}',
        ' {_LATIN}'
    ), '([a-z])[ay]+', '\1', 'g') end
"""
_PLACED = "concat_ws(' ', r.name, r.city, r.state)"
_PERSON = "concat_ws(' ', r.first_name, r.last_name)"
_NAMES = {
    "clinics": _PLACED,
    "doctors": _PERSON,
    "users": "r.name",
    "pharmacies": _PLACED,
    "labs": _PLACED,
    "leads": _PERSON,
    "referrals": "concat_ws(' ', r.referred_by_doctor ->> 'name', r.referred_to_doctor ->> 'name')",
}
_COLUMN = re.compile(r"\br\.(\w+)")


def upgrade() -> None:
    """Apply."""
    op.execute(f"""
        create function consonants_of(searched text) returns text language sql immutable parallel safe
        as $function$ select {_CONSONANTS} $function$
    """)
    for table, names in _NAMES.items():
        op.execute(f"alter table {table} add column search_consonants text")
        op.execute(f"""
            update {table} r set search_consonants = consonants_of({names})
            where octet_length({names}) <> char_length({names})
        """)
        # A generated column would do the same, but adding it rewrites all rows, which blocks large
        # installations for long.
        op.execute(f"""
            create function keep_{table}_consonants() returns trigger language plpgsql as $$ begin
                new.search_consonants := consonants_of({names.replace("r.", "new.")});
                return new;
            end $$
        """)
        op.execute(f"""
            create trigger consonants before insert or update of {", ".join(_COLUMN.findall(names))} on {table}
            for each row execute function keep_{table}_consonants()
        """)
        op.execute(f"""
            do $$ begin
                if exists (select from pg_extension where extname = 'pg_trgm') then
                    create index ix_{table}_search_consonants on {table} using gin (search_consonants gin_trgm_ops)
                    where search_consonants is not null;
                end if;
            end $$
        """)
