# Watering Hole: one command each. `make help` lists them.
PYTHON ?= python3
VENV := .venv/bin/python
PYTEST := $(VENV) -m pytest
# Each kind of run remembers its own failures.
ON_POSTGRES := $(VENV) -m tests.services postgres -- $(PYTEST) -o cache_dir=.pytest_cache/postgres
FAILED := -q --last-failed --last-failed-no-failures none
# pytest's exit code when nothing was left to run.
NONE := 5
# Two cores: two test processes; more cores help up to a point.
JOBS ?= auto

.DEFAULT_GOAL := help
.PHONY: botroot hostile help demo test test-postgres test-rest test-failed test-all check bench setup setup-test setup-browser bench-ladder chaos

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

demo: setup ## the whole service on this machine, with house bots playing (RESET=1 starts anew, PORT=8001)
	@$(VENV) manage.py up --demo $(if $(filter 1,$(RESET)),--reset) $(if $(PORT),--port $(PORT))

test: test-postgres test-rest ## what CI runs: a representative of every area, at most 10 minutes on 2 cores

test-postgres: setup-test
	$(ON_POSTGRES) -q -m "postgres and not slow"

test-rest: setup-test
	$(PYTEST) -n $(JOBS) --dist loadgroup -m "not slow and not browser"

test-failed: setup-test ## the tests that failed last, once more, one at a time
	$(ON_POSTGRES) $(FAILED) -m "postgres and not slow" || [ $$? = $(NONE) ]
	$(PYTEST) $(FAILED) -m "not slow and not browser" || [ $$? = $(NONE) ]

test-all: setup-compile ## every test, the slow ones too
	$(ON_POSTGRES) -q tests/ladder
	$(PYTEST) -n $(JOBS) --dist loadgroup

.PHONY: test-adapters
test-adapters: setup-test ## the PettingZoo and OpenSpiel adapters, against those libraries
	$(VENV) -m tests.adapters

.PHONY: test-pythons
test-pythons: setup-test ## the engine's tests on every Python from 3.11 on that this machine has
	JOBS=$(JOBS) $(VENV) -m tests.pythons

.PHONY: test-languages
test-languages: setup-test ## every language, also those with large compilers (says which packages are missing)
	$(PYTEST) -q -rs tests/workers/runtimes

.PHONY: test-kits
test-kits: setup-test ## every starter kit, built and played in the sandbox, with its own tests
	$(PYTEST) -q -rs tests/workers/kits

.PHONY: schema
schema: setup-test ## the API's OpenAPI document, made anew from the code
	$(VENV) manage.py spectacular --fail-on-warn --file ladder/api/openapi.yaml

.PHONY: test-schema
test-schema: setup-test ## a live server asked all that its OpenAPI document allows and forbids (EXAMPLES=8 SEED=1)
	@$(PYTHON) deploy/bootstrap.py service test lint build-seccomp schema
	$(VENV) -m tests.api_schema

.PHONY: test-browser screenshots
test-browser: setup-browser ## every page and the viewer in a real Chromium
	$(PYTEST) -q tests/browser

screenshots: setup-browser ## the pictures of README and docs, from a real Chromium
	$(VENV) -m tests.browser.screenshots

check: setup-test ## style, types, arrows between packages
	$(VENV) -m ruff check .
	$(VENV) -m ruff format --check .
	$(VENV) -m mypy
	.venv/bin/lint-imports

bench: setup-test ## the figures: first run, matches, engine, ladder, pages
	$(VENV) -m tests.bench

hostile: setup-test ## every hostile bot and source against every kind of box, as a table (five minutes)
	$(VENV) -m tests.workers.sandbox.hostile

botroot: setup ## root folders for bots from Debian packages (as root: /var/lib/wateringhole; about 1 GB)
	$(VENV) -m workers.sandbox.rootbuild run
	$(VENV) -m workers.sandbox.rootbuild build

.PHONY: bench-engine compile setup-compile test-compiled
bench-engine: setup-test ## the engine beside OpenSpiel, RLCard and PettingZoo, fetched from PyPI (ROUNDS=7)
	$(VENV) -m tests.bench.peers $(ROUNDS)

compile: setup-compile ## the engine as machine code in var/compiled, two to three minutes of processor time
	$(VENV) deploy/compile_engine.py var/compiled

bench-ladder: setup-test ## the ladder's rates beside pgbench, and its queries at scale (BOTS=100000 MATCHES=1000000)
	$(VENV) -m tests.bench ladder
	$(VENV) -m tests.bench.ladder_scale $(if $(BOTS),$(BOTS) $(or $(MATCHES),100000))

chaos: setup-test ## everything is killed while matches go on; then the books are audited (MATCHES=300 SEED=1)
	$(VENV) -m tests.chaos $(if $(MATCHES),--matches $(MATCHES)) $(if $(SEED),--seed $(SEED))

.PHONY: test-tournaments
test-tournaments: setup-test ## every format, schedule, page and whole tournaments with kills (slow ones, too)
	$(PYTEST) -q -n $(JOBS) --dist loadgroup tests/ladder/tournaments tests/stack/test_tournament.py

.PHONY: audit-deps sbom test-deploy load soak
audit-deps: setup ## known weaknesses of the pinned packages; says so where no advisory database can be asked
	@$(PYTHON) deploy/audit_deps.py

sbom: setup ## what is installed, as CycloneDX in var/sbom.json
	@mkdir -p var
	.tools/bin/uv tool run --quiet --from cyclonedx-bom==7.5.0 cyclonedx-py environment --pyproject pyproject.toml \
		$(VENV) -o var/sbom.json

test-deploy: setup-test ## the server's files for real: nginx, gunicorn, units, a far worker (as root; two minutes)
	$(PYTEST) -q -rs tests/deploy

load: setup-test ## many bots and matches, mixed requests, uploads, busy workers (BOTS=10000 MATCHES=1000000)
	$(VENV) -m tests.load --bots $(or $(BOTS),10000) --matches $(or $(MATCHES),1000000) --seconds 60

soak: setup-test ## the whole service under work and kills; what grows is told (SOAK_MINUTES=2)
	$(VENV) -m tests.load.soak --minutes $(or $(SOAK_MINUTES),2)

.PHONY: bench-match
bench-match: setup-test ## starts, questions and memory by language; matches a second beside the floor (two minutes)
	$(VENV) -m tests.bench match bots floor

setup:
	@$(PYTHON) deploy/bootstrap.py service

setup-browser: setup-test
	@$(PYTHON) deploy/bootstrap.py service test lint build-seccomp browser

test-compiled: compile ## the engine's tests on the compiled engine
	PYTHONSAFEPATH=1 PYTHONPATH=$(CURDIR)/var/compiled:$(CURDIR) ENGINE_FORM=compiled $(PYTEST) -q -n $(JOBS) \
		-p no:django -c tests/engine/alone.ini --rootdir . --confcutdir tests/engine -o pythonpath=$(CURDIR)/var/compiled \
		-m "not slow" tests/engine

setup-compile:
	@$(PYTHON) deploy/bootstrap.py compile service test lint build-seccomp

setup-test:
	@$(PYTHON) deploy/bootstrap.py service test lint build-seccomp
