"""Django settings. ``BENCH_URL`` is the database URL."""

from __future__ import annotations

import os
from urllib.parse import parse_qs, unquote, urlsplit

_address = urlsplit(os.environ["BENCH_URL"])
_query = parse_qs(_address.query)
SECRET_KEY = "nothing is signed"  # noqa: S105 (no secret)
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "bench.baselines.django_list.views"
INSTALLED_APPS = ["rest_framework", "bench.baselines.django_list"]
MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]
USE_TZ = True
TIME_ZONE = "UTC"
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": _address.path[1:],
        "USER": _address.username,
        "PASSWORD": unquote(_address.password or ""),
        "HOST": _query["host"][0],
        "PORT": _query["port"][0],
        "CONN_MAX_AGE": None,
    }
}
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
}
