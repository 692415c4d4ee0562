# `make` alone lists what there is.
VENV := .venv
PYTHON ?= python3
RUN := $(VENV)/bin
STAMP := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup test check format golden bench play services

help: ## list these commands
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(STAMP) ## make .venv with everything a developer needs

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Flagstone needs Python 3.11 or newer; set PYTHON=…")'
	test -x $(RUN)/python || $(PYTHON) -m venv $(VENV)
	$(RUN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(RUN)/python -m pip install --quiet --constraint constraints.txt --editable ".[all]" --group dev
	@touch $@

# PostgreSQL for the tests of the server, where it may be installed; elsewhere those tests say that they were not run.
services:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || [ "$$(id -u)" != 0 ] || \
		! command -v apt-get >/dev/null || (apt-get update -qq && apt-get install -y -qq postgresql >/dev/null)

test: setup services ## run the whole suite: compiled, plain with coverage, and with bounds checked
	$(RUN)/python -m pytest -n 2 --dist loadfile
	NUMBA_DISABLE_JIT=1 $(RUN)/python -m coverage run -m pytest $(PLAIN)
	$(RUN)/python -m coverage report --include='src/flagstone/rules/*' --fail-under=100 --show-missing
	NUMBA_BOUNDSCHECK=1 $(RUN)/python -m pytest -n 2 --dist loadfile $(PLAIN)

# what runs on plain rules and with bounds checked too
PLAIN := tests/engine tests/rules tests/boards tests/match tests/envs/test_batch.py

check: setup ## lint, format, types and layers
	$(RUN)/ruff check
	$(RUN)/ruff format --check
	$(RUN)/mypy
	$(RUN)/lint-imports

format: setup ## put the code into the house format
	$(RUN)/ruff check --fix
	$(RUN)/ruff format

golden: setup ## write the golden playthroughs and node counts anew
	$(RUN)/python -m tests.golden

play: setup ## start the server, and say where to open it
	$(RUN)/flagstone serve

bench: setup ## measure, and print the table
	$(RUN)/flagstone bench
