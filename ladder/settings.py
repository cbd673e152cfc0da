"""Django's settings; all that differs between sites comes from the environment (`ladder/env.py`)."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import environ

from engine import __version__
from ladder import env, sentry
from ladder.api.version import VERSION

BASE_DIR = Path(__file__).resolve().parent.parent
environ.Env.read_env(BASE_DIR / ".env")
SITE = env.read(BASE_DIR)

DEBUG = SITE.debug
SECRET_KEY = SITE.secret_key
ALLOWED_HOSTS = SITE.allowed_hosts
CSRF_TRUSTED_ORIGINS = SITE.csrf_trusted_origins

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "axes",
    "ladder",
]
MIDDLEWARE = [
    "ladder.probes.observe",
    "ladder.probes.answer_probes",
    "ladder.web.middleware.believe_our_proxy",
    "django.middleware.security.SecurityMiddleware",
    "ladder.web.middleware.security_headers",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "ladder.web.middleware.refuse_nonsense",
    "ladder.web.middleware.show_the_readers_time",
    "ladder.web.middleware.refuse_large_bodies",
    "ladder.web.limits.limit_posts",
    "ladder.web.kept.offer_to_go_on",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "ladder.web.middleware.explain_wrong_method",
    "ladder.web.middleware.explain_full_disk",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "ladder.urls"
WSGI_APPLICATION = "ladder.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "DIRS": [BASE_DIR / "ladder" / "web" / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "ladder.web.middleware.streams",
            ],
        },
    }
]
DATABASES: dict[str, Any] = {"default": SITE.database}
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "files": {  # what takes long to make and is the same for everybody: films, pictures
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": SITE.data / "cache",
        "OPTIONS": {"MAX_ENTRIES": 3000},
    },
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "ladder.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "ladder.web.errors.locked_out"
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
CSRF_FAILURE_VIEW = "ladder.web.errors.csrf_failure"
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "me"
LOGOUT_REDIRECT_URL = "home"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "static/"
STATIC_ROOT = SITE.data / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise complains about a missing one
STATICFILES_DIRS = [BASE_DIR / "ladder" / "web" / "static"]
WHITENOISE_USE_FINDERS = True

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = SITE.behind_tls
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SITE.behind_tls else None
SECURE_HSTS_SECONDS = 31_536_000 if SITE.behind_tls else 0
# Whether the domain's other hosts speak TLS, and whether browsers should know by heart, is not ours to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "ladder.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "ladder.api.parsers.JSONParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "URL_FORMAT_OVERRIDE": None,
    "NUM_PROXIES": 1 if SITE.behind_tls else 0,  # else anybody names the address that throttles count
    "EXCEPTION_HANDLER": "ladder.api.problems.handle",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": "600/min",
        "user": "1200/min",
        "upload": "30/hour",
        "token": "20/min",
        "frames": "20/min",
        "join": "30/min",
        "export": "30/hour",
        "ping": "10/min",
    },
    "DEFAULT_SCHEMA_CLASS": "ladder.api.schema.Operations",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Watering Hole",
    "DESCRIPTION": "Tournaments and ladders for bots that play the Evolution board games. All that the site "
    "can do; see ladder/docs/api.md.",
    "VERSION": VERSION,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "VersionState": "ladder.models.bot.Version.State",
        "CompetitionState": "ladder.models.competition.Competition.State",
        "Shown": "ladder.models.competition.Competition.Shown",
    },
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
}
KNOX_TOKEN_MODEL = "knox.AuthToken"  # noqa: S105 (a model)
REST_KNOX = {"TOKEN_TTL": timedelta(days=90)}

DEFAULT_FROM_EMAIL = SITE.mail_from
PASSWORD_RESET_TIMEOUT = 24 * 3600
globals().update(SITE.mail)  # EMAIL_BACKEND, EMAIL_HOST and so on
EMAIL_TIMEOUT = 10

# How the ladder speaks to its workers: workers/contract.py.
BROKER_URL = SITE.redis_url
QUEUE_PREFIX = SITE.queue_prefix
SITE_URL = SITE.site_url
STREAMS_URL = SITE.streams_url
BLOB_ROOT = SITE.data / "blobs"
FAR_WORKERS = SITE.far_workers
SANDBOX_MINIMUM = SITE.sandbox_minimum
WEBHOOKS_LOCAL = SITE.webhooks_local
UPLOADS_PER_DAY = SITE.uploads_per_day
LOG_DAYS = SITE.log_days

METRICS_TOKEN = SITE.metrics_token
METRICS_FOLDER = SITE.metrics_folder

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "workers.logs.PlainLines"}, "json": {"()": "workers.logs.JsonLines"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": SITE.log_format}},
    "root": {"handlers": ["stderr"], "level": SITE.log_level},
}

sentry.begin(SITE.sentry_dsn, __version__)
