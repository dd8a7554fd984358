"""Every setting of Greenlight, from the environment (`.env.example` lists them all)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dj_database_url
import structlog
from csp.constants import NONCE, NONE, SELF

from config import env

BASE_DIR = Path(__file__).resolve().parent.parent
env.load(BASE_DIR / ".env")
DATA_DIR = Path(env.text("DATA_DIR") or BASE_DIR / "var")

DEBUG = env.flag("DEBUG", False)
SECRET_KEY = env.secret("SECRET_KEY", kept_in=DATA_DIR / "secret_key")
# Keys of before, while what they have signed and sealed is to be read still (tools/vault.py says how to change the key).
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS", "")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS", "")
HTTPS = env.flag("HTTPS", False)
# How long a server that is told to stop lets what is under way finish, in seconds.
SHUTDOWN_SECONDS = env.number("SHUTDOWN_SECONDS", 10)

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "drf_spectacular",
    "channels",
    "tools",
    "runs",
    "agent",
]

MIDDLEWARE = [
    "config.health.health",
    "config.answers.bodiless",
    "django.middleware.security.SecurityMiddleware",
    "config.static.StaticFiles",
    "config.answers.unkept",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ]
        },
    }
]

# --- Data -------------------------------------------------------------------------------------------------------------
OWN_DATABASE = DATA_DIR / "greenlight.sqlite3"
DATABASE_URL = env.text("DATABASE_URL") or f"sqlite:///{OWN_DATABASE}"
DATABASES: dict[str, Any] = {"default": dj_database_url.parse(DATABASE_URL)}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    if DATABASES["default"]["NAME"] == str(OWN_DATABASE):
        env.private(OWN_DATABASE)  # it holds people's sessions
    # Readers never wait for a writer (WAL), and two read-then-write transactions queue instead of failing (IMMEDIATE).
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON",
    }
    # A file, because an in-memory database shared by threads fails under concurrent transactions.
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
# Connections to PostgreSQL that a process keeps open and lends to its requests and workers (0: a new one for each). Whoever
# comes when all are lent waits; without the bound a hundred requests at once would want a hundred connections.
if (pool := env.number("DATABASE_POOL", 20)) and DATABASES["default"]["ENGINE"].endswith("postgresql"):
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {"min_size": 1, "max_size": pool, "timeout": 10}
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # a session that has ended is not lent

REDIS_URL = env.text("REDIS_URL")
CHANNEL_LAYERS: dict[str, Any] = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
CACHES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20_000}}
}
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            # In seconds: nobody waits for long for what only counts.
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
        }
    }
    CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
    }

MEDIA_ROOT = DATA_DIR / "media"
MEDIA_MAX_BYTES = env.number("MEDIA_MAX_BYTES", 2_000_000_000, least=1)
# The most that a workspace may keep (0: as much as it likes), and what stays free on the disk whatever comes in.
MEDIA_QUOTA_BYTES = env.number("MEDIA_QUOTA_BYTES", 50_000_000_000)
MEDIA_FREE_BYTES = env.number("MEDIA_FREE_BYTES", 500_000_000)
# Threads beside the server that check what comes in and make proxies.
MEDIA_THREADS = env.number("MEDIA_THREADS", 1, least=1)
# How long an upload that broke off can be continued.
UPLOAD_LIFETIME_HOURS = env.number("UPLOAD_LIFETIME_HOURS", 24, least=1)
# Pieces of what was rendered, kept so that only what changes is rendered again; the oldest go first.
RENDER_CACHE_MB = env.number("RENDER_CACHE_MB", 4096)
DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000_000

# --- The agent (names and defaults are those of the kernel's configuration table) ---------------------------------------
LLM_PROVIDER = env.text("LLM_PROVIDER", "offline")
LLM_MODEL = env.text("LLM_MODEL")
LLM_API_KEY = env.text("LLM_API_KEY")
LLM_BASE_URL = env.text("LLM_BASE_URL")
LLM_THINKING = env.text("LLM_THINKING", choices=("off", "minimal", "low", "medium", "high"))
AGENT_MAX_STEPS = env.number("AGENT_MAX_STEPS", 200, least=1)
AGENT_MAX_PLAN_CREDITS = env.number("AGENT_MAX_PLAN_CREDITS", 5000)
AGENT_MAX_BULK_DELETE = env.number("AGENT_MAX_BULK_DELETE", 25)
AGENT_CONFIRM_CREDITS = env.number("AGENT_CONFIRM_CREDITS", 100)
AGENT_MAX_UNCONFIRMED_GENERATIONS = env.number("AGENT_MAX_UNCONFIRMED_GENERATIONS", 8)
# What a workspace has to begin with, in credits: granted when its account is first needed.
WORKSPACE_START_CREDITS = env.number("WORKSPACE_START_CREDITS", 1000)
AGENT_MAX_TOOL_TURNS = env.number("AGENT_MAX_TOOL_TURNS", 6, least=1)
AGENT_TRACE_CONTENT = env.flag("AGENT_TRACE_CONTENT", False)
OTEL_EXPORTER_OTLP_ENDPOINT = env.text("OTEL_EXPORTER_OTLP_ENDPOINT")
APPROVAL_LIFETIME_HOURS = env.number("APPROVAL_LIFETIME_HOURS", 72, least=1)
COMPOSITION_MAX_ITEMS = env.number("COMPOSITION_MAX_ITEMS", 5000, least=1)
# "thread": an approved run is carried out beside the server; "inline": before the request answers (tests, terminal);
# "celery": by workers elsewhere, woken over CELERY_BROKER_URL (REDIS_URL when that is empty).
RUNS_WORKER = env.text("RUNS_WORKER", "thread", choices=("thread", "inline", "celery"))
RUNS_THREADS = env.number("RUNS_THREADS", 2, least=1)
# A worker that has not said for so long that it is alive has lost its run to another.
RUNS_LEASE_SECONDS = env.number("RUNS_LEASE_SECONDS", 30, least=3)
RUNS_SWEEP_SECONDS = env.number("RUNS_SWEEP_SECONDS", 5, least=1)
# A step that is made or delivered: how long it may go on without telling any headway, how long altogether, how often it is
# tried, the first pause between tries.
RUNS_STEP_SECONDS = env.number("RUNS_STEP_SECONDS", 600, least=1)
RUNS_STEP_MOST_SECONDS = env.number("RUNS_STEP_MOST_SECONDS", 24 * 60 * 60, least=1)
RUNS_STEP_TRIES = env.number("RUNS_STEP_TRIES", 3, least=1)
RUNS_BACKOFF_SECONDS = env.number("RUNS_BACKOFF_SECONDS", 1)
CELERY_BROKER_URL = env.text("CELERY_BROKER_URL") or REDIS_URL

# --- Who makes pictures, music and speech -------------------------------------------------------------------------------
MAKERS = ("local", "openai-compatible", "vertex")
IMAGE_PROVIDER = env.text("IMAGE_PROVIDER", "local", choices=MAKERS)
IMAGE_MODEL = env.text("IMAGE_MODEL")
IMAGE_API_KEY = env.text("IMAGE_API_KEY")
IMAGE_BASE_URL = env.text("IMAGE_BASE_URL")
MUSIC_PROVIDER = env.text("MUSIC_PROVIDER", "local", choices=MAKERS)
MUSIC_MODEL = env.text("MUSIC_MODEL")
MUSIC_API_KEY = env.text("MUSIC_API_KEY")
MUSIC_BASE_URL = env.text("MUSIC_BASE_URL")
VOICE_PROVIDER = env.text("VOICE_PROVIDER", "local", choices=MAKERS)
VOICE_MODEL = env.text("VOICE_MODEL")
VOICE_API_KEY = env.text("VOICE_API_KEY")
VOICE_BASE_URL = env.text("VOICE_BASE_URL")
# Who writes down what is said. TRANSCRIPTION_MODEL is a model's name, or for "local" the folder of other weights.
TRANSCRIPTION_PROVIDER = env.text("TRANSCRIPTION_PROVIDER", "local", choices=("local", "openai-compatible"))
TRANSCRIPTION_MODEL = env.text("TRANSCRIPTION_MODEL")
TRANSCRIPTION_API_KEY = env.text("TRANSCRIPTION_API_KEY")
TRANSCRIPTION_BASE_URL = env.text("TRANSCRIPTION_BASE_URL")
# What listening and looking may take while somebody waits for a plan, in seconds; what takes longer is a run of its own.
PLANNING_ANALYSIS_SECONDS = env.number("PLANNING_ANALYSIS_SECONDS", 30)

# --- Publishing ---------------------------------------------------------------------------------------------------------
# Storage folders are below this one, and nowhere else.
PUBLISH_ROOT = Path(env.text("PUBLISH_ROOT") or DATA_DIR / "published")
# Where others reach this server: a webhook's receiver fetches the film below it.
PUBLIC_URL = env.text("PUBLIC_URL")
PUBLISH_LINK_DAYS = env.number("PUBLISH_LINK_DAYS", 7, least=1)
# Whether a film may go to addresses of one's own network; closed, so that nobody can make this server knock there.
PUBLISH_PRIVATE_ADDRESSES = env.flag("PUBLISH_PRIVATE_ADDRESSES", False)

# --- How often: per person, whatever token or address they come from; sign_in per address and name ----------------------
RATES = {
    "plan": env.rate("RATE_PLAN", "30/min"),  # words to a plan: the page, the API, a voice
    "execute": env.rate("RATE_EXECUTE", "30/min"),
    "ask": env.rate("RATE_ASK", "60/min"),
    "chat": env.rate("RATE_CHAT", "30/min"),  # each turn may spend the installation's key
    "recipe": env.rate("RATE_RECIPE", "20/min"),
    "stream": env.rate("RATE_STREAM", "20/min"),  # event streams opened
    "sign_in": env.rate("RATE_SIGN_IN", "20/hour"),
}

# --- Sign-in and safety -------------------------------------------------------------------------------------------------
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "compositions"
LOGOUT_REDIRECT_URL = "sign-in"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60  # also how long a printed sign-in link is good for, in seconds
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "media-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- API ----------------------------------------------------------------------------------------------------------------
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tools.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "tools.api.errors.answer",
    # `?format=functions` is a word of the tools route; DRF must not take it for a renderer's name.
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Greenlight",
    "DESCRIPTION": "Plan, see, approve, run, undo: the REST door of a plan-first agent for video compositions.",
    "VERSION": "0.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "OAS_VERSION": "3.1.0",  # whose schemas are JSON Schema, as our shapes make it
}

# --- The rest -----------------------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise warns when there is none
WHITENOISE_USE_FINDERS = True

structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(),
    ]
)
