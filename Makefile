# The doors of the repository. All of them need only python3 (3.11 or newer) and make; the rest is installed below this
# folder: packages in .venv, as uv.lock says; the database, media and keys in var.

PYTHON ?= python3
PORT ?= 8000
MEDIA ?=
ARGS ?=
POSTGRES_URL ?= postgres://postgres@127.0.0.1:5432/postgres
REDIS_URL ?=

# The interpreter that is there, never one from the internet.
export UV_PYTHON_DOWNLOADS = never
export UV_PYTHON = $(PYTHON)
UV := $(shell uv --version >/dev/null 2>&1 && echo uv || echo var/uv/bin/uv)
SYNC = $(UV) sync --frozen --inexact --quiet
IN = .venv/bin/
MANAGE = $(IN)python manage.py

.PHONY: help run test check bench load chaos clean packages packages-dev packages-analysis packages-postgres python reachable-postgres test-postgres

help:
	@echo "make run [MEDIA=folder] [PORT=8000]   serve the demo, or your own clips, and print a sign-in link"
	@echo "make test [ARGS='-k name']            every test"
	@echo "make check                            lint, types, import contracts, migrations, API schema"
	@echo "make bench                            the figures, measured on this machine, beside LangGraph"
	@echo "make load [ARGS='--seconds 60']       a hundred sessions at once, on every database that is there"
	@echo "make chaos [ARGS='--seed 1']          kill the worker everywhere, and look whether anything was lost"
	@echo "make clean                            remove what was installed and cached; data in var stays"

run: packages
	@$(IN)python -c "import socket; socket.create_server(('127.0.0.1', $(PORT))).close()" 2>/dev/null \
	  || { echo "Port $(PORT) is taken or not allowed. Choose another: make run PORT=8001"; exit 1; }
	@$(MANAGE) migrate --verbosity 0 --skip-checks
	@$(MANAGE) demo --link --port $(PORT) $(if $(MEDIA),--media "$(MEDIA)")
	@echo "Serving http://127.0.0.1:$(PORT) until you press Ctrl+C."
	@exec $(IN)daphne --verbosity 0 -b 127.0.0.1 -p $(PORT) config.asgi:application

test: packages-dev
	@$(IN)pytest -n auto --dist loadgroup $(ARGS)

check: packages-dev
	$(IN)ruff check .
	$(IN)ruff format --check .
	$(IN)mypy config agent runs tools
	$(IN)lint-imports
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) spectacular --validate --fail-on-warn --file /dev/null

bench: packages-dev
	@$(SYNC) --group bench
	@$(IN)python -m benchmarks $(ARGS)

load: packages-postgres
	@POSTGRES_URL="$(POSTGRES_URL)" $(IN)python -m benchmarks.load $(ARGS)

chaos: packages-postgres
	@$(SYNC) --extra celery
	@POSTGRES_URL="$(POSTGRES_URL)" REDIS_URL="$(REDIS_URL)" $(IN)python -m benchmarks.chaos $(ARGS)

clean:
	@rm -rf .venv var/uv var/test* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo "Removed what was installed and cached. Your data is still in var."

# --- PostgreSQL, for those who have one ------------------------------------------------------------------------------

reachable-postgres: packages-postgres
	@$(IN)python -c "import psycopg, sys; psycopg.connect(sys.argv[1], connect_timeout=3)" "$(POSTGRES_URL)" 2>/dev/null

test-postgres: packages-postgres
	@DATABASE_URL="$(POSTGRES_URL)" REDIS_URL="$(REDIS_URL)" $(IN)pytest -n auto --dist loadgroup $(ARGS)

packages-postgres: packages-dev
	@$(SYNC) --extra postgres --extra redis --extra celery

# --- Packages --------------------------------------------------------------------------------------------------------

packages: python $(filter-out uv,$(UV))
	@[ -d .venv ] || echo "Installing what is needed (once, up to a minute) ..."
	@$(SYNC) --no-dev

packages-dev: python $(filter-out uv,$(UV))
	@[ -d .venv ] || echo "Installing what is needed (once, up to a minute) ..."
	@$(SYNC)

# Whisper, its weights and a network that finds faces: 200 MB that only some tests and verbs want.
packages-analysis: packages-dev
	@$(SYNC) --extra speech --extra faces

python:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null \
	  || { echo "Python 3.11 or newer is needed, and $(PYTHON) is not. Install one and name it: make run PYTHON=python3.12"; exit 1; }

var/uv/bin/uv: | python
	@$(PYTHON) -c "import venv, ensurepip" 2>/dev/null \
	  || { echo "$(PYTHON) cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Installing uv, which installs the rest ..."
	@$(PYTHON) -m venv var/uv && var/uv/bin/python -m pip install --quiet --disable-pip-version-check uv \
	  || { rm -rf var/uv; echo "uv could not be installed. Is the package registry reachable?"; exit 1; }
