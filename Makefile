# `make` alone lists what there is.
VENV := .venv
PYTHON ?= python3
RUN := $(VENV)/bin
STAMP := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup pages play test check format types images golden bench chromium services

NPM := $(shell command -v npm)
PAGES := src/flagstone/server/pages/index.html
MODULES := web/node_modules/.ready
WEB := $(shell find web/src web/public -type f) $(wildcard web/*.html web/*.ts web/*.js web/*.json)

help: ## list these commands
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(STAMP) pages chromium ## make .venv with everything a developer needs, and build the pages

play: $(STAMP) pages ## start the server on its built-in database, to play in a browser
	$(RUN)/flagstone serve

ifdef NPM
pages: $(PAGES) ## build the browser client, if its sources have changed
else
pages:
	@test -f $(PAGES) || echo "The pages are not built: npm is missing (Node.js 20 or newer; on Debian: apt-get install npm)."
endif

$(MODULES): web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(PAGES): $(MODULES) $(WEB)
	cd web && npm run --silent build -- --logLevel warn
	@touch $@

chromium: # for the browser tests; installed only where that needs no questions
	@command -v chromium chromium-browser google-chrome >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	  { apt-get install -y --no-install-recommends chromium >/dev/null 2>&1 || \
	    { apt-get update >/dev/null && apt-get install -y --no-install-recommends chromium >/dev/null; }; }; } || true

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
	$(if $(NPM),cd web && npm run --silent test)
	@$(RUN)/python -m tests.browser.needs

# what runs on plain rules and with bounds checked too
PLAIN := tests/engine tests/rules tests/boards tests/match tests/envs/test_batch.py

check: setup ## lint, format, types and layers
	$(RUN)/ruff check
	$(RUN)/ruff format --check
	$(RUN)/mypy
	$(RUN)/lint-imports
	$(if $(NPM),cd web && npm run --silent lint && npm run --silent check && npm run --silent types -- --check)

format: setup ## put the code into the house format
	$(RUN)/ruff check --fix
	$(RUN)/ruff format
	$(if $(NPM),cd web && npm run --silent format)

types: setup ## write the browser client's types anew, from the server's schemas
	cd web && npm run --silent types

images: setup ## photograph every page of the browser client, and the terminal, for docs/images
	$(RUN)/python -m tests.browser.images
	$(RUN)/python -m tests.tui.images

golden: setup ## write the golden playthroughs and node counts anew
	$(RUN)/python -m tests.golden

bench: setup ## measure, and print the table
	$(RUN)/flagstone bench
