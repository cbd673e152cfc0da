# Watering Hole: one command each. `make help` lists them.
PYTHON ?= python3
VENV := .venv/bin/python
PYTEST := $(VENV) -m pytest
# Two cores: two test processes; more cores help up to a point.
JOBS ?= auto

.DEFAULT_GOAL := help
.PHONY: help demo test test-all check bench setup setup-test

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

demo: setup ## the whole service on this machine, with house bots playing (RESET=1 starts anew, PORT=8001)
	@$(VENV) manage.py up --demo $(if $(filter 1,$(RESET)),--reset) $(if $(PORT),--port $(PORT))

test: setup-test ## what CI runs: a representative of every area, at most 10 minutes on 2 cores
	$(VENV) -m tests.services postgres -- $(PYTEST) -q -m "postgres and not slow"
	$(PYTEST) -n $(JOBS) --dist loadgroup -m "not slow and not browser"

test-all: setup-test ## every test, the slow ones too
	$(VENV) -m tests.services postgres -- $(PYTEST) -q tests/ladder
	$(PYTEST) -n $(JOBS) --dist loadgroup

check: setup-test ## style, types, arrows between packages
	$(VENV) -m ruff check .
	$(VENV) -m ruff format --check .
	$(VENV) -m mypy
	.venv/bin/lint-imports

bench: setup-test ## the figures: first run, matches, engine, ladder, pages
	$(VENV) -m tests.bench

setup:
	@$(PYTHON) deploy/bootstrap.py service

setup-test:
	@$(PYTHON) deploy/bootstrap.py service test lint build-seccomp
