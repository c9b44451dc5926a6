"""Deprecated name of ``careops.weekly_hours``, kept for one release."""

from __future__ import annotations

import warnings

from careops.weekly_hours import DAILY as DAILY
from careops.weekly_hours import DAY as DAY
from careops.weekly_hours import WEEK as WEEK
from careops.weekly_hours import WEEKDAYS as WEEKDAYS
from careops.weekly_hours import Hours as Hours
from careops.weekly_hours import Weekday as Weekday
from careops.weekly_hours import expand_days as expand_days
from careops.weekly_hours import is_zone as is_zone
from careops.weekly_hours import offset_of as offset_of
from careops.weekly_hours import to_local as to_local
from careops.weekly_hours import to_utc as to_utc
from careops.weekly_hours import to_wire_days as to_wire_days

warnings.warn("careops.week is now careops.weekly_hours", DeprecationWarning, stacklevel=2)
