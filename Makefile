# Commands for developers; `make help` lists them. Needs git, make and Python 3.11 or newer with venv and pip.

PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11# the first of these that will do
VENV ?= .venv
ARGS ?=
MATCHES ?= 500
SEED ?= 1
DAYS ?= 30

BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready
RUN_READY := $(VENV)-run/.ready
BENCH_READY := $(VENV)/.bench-ready
PIP_INSTALL := python -m pip --disable-pip-version-check --no-input install --quiet --require-hashes
# One process more than there are cores: now and then, tests wait for the disk or for other processes.
PROCESSES ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST := $(BIN)/python -m pytest -n $(PROCESSES) --maxprocesses 8 --dist loadgroup
LOCK := $(BIN)/uv pip compile pyproject.toml --quiet --system-certs --universal --python-version 3.11 \
	--generate-hashes --no-strip-extras --custom-compile-command 'make lock'

.DEFAULT_GOAL := help
.PHONY: help play run test test-all slow sim laws coverage golden docs shots check audit format bench lock clean

help:  ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s%s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo "ARGS passes options on:  make test ARGS='-k nest'   make lock ARGS=--upgrade"

play: $(READY)  ## Play in a browser, without Discord
	$(BIN)/python -m bot play $(ARGS)

run: $(RUN_READY)  ## Run the bot on Discord (DISCORD_TOKEN, or .env); installs only what it needs
	$(VENV)-run/bin/python -m bot $(ARGS)

test: $(READY)  ## Run the tests of every day: of each test's cases one in forty, and one at least
	$(PYTEST) --one-in 40 $(ARGS)

test-all: $(READY)  ## Run every case of them: before a release, and whenever rules change
	$(PYTEST) $(ARGS)

slow: $(READY)  ## Run the tests that take longer: planted faults, and every case of what others try in part
	$(PYTEST) -m slow $(ARGS)

sim: $(READY)  ## Simulate 30 days of a club from a seed: SEED=7 DAYS=365
	$(BIN)/python -m tests.sim --seed $(SEED) --days $(DAYS) $(ARGS)

laws: $(READY)  ## Play 500 matches of every game without bidding; laws and oracles look at every act
	ROOKERY_MATCHES=$(MATCHES) $(PYTEST) -m laws --timeout 0 $(ARGS)

coverage: $(READY)  ## Run the tests and show the lines and branches they miss
	$(PYTEST) --cov --cov-report term-missing $(ARGS)

golden: $(READY)  ## Play the golden matches anew, after a change of the rules
	$(BIN)/python -m tests.rules.transcript

docs: $(READY)  ## Make the pages of docs that are made from the code
	@mkdir -p build
	for page in games commands permissions running; do \
		$(BIN)/python -m bot $$page > build/page && mv build/page docs/$$page.md || exit 1; done
	$(BIN)/python -m bot environment > build/page && mv build/page .env.example
	$(BIN)/python -m tests.pictures.profile

shots: $(READY)  ## Take the pictures of README and docs again, with Chromium
	@rm -rf build/shots && mkdir -p build/shots
	SHOTS=build/shots $(BIN)/python -m pytest -m slow tests/e2e/browser/test_moments.py $(ARGS)
	$(BIN)/python -m tests.e2e.browser.shots build/shots

check: $(READY)  ## Check format, lint, types, the direction of imports and the figures of the structure
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.house

audit: $(READY)  ## Audit the locked packages, and list them and their licences in build/parts.json
	@mkdir -p build
	$(BIN)/python -m tests.supply build/parts.json

format: $(READY)  ## Format, and fix what can be fixed
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format

bench: $(BENCH_READY)  ## Measure the rules and the computer players
	$(BIN)/python -m tests.bench $(ARGS)

lock: $(READY)  ## Renew the locks after a change to pyproject.toml
	$(LOCK) $(ARGS) --output-file requirements.lock
	$(LOCK) $(ARGS) --output-file requirements-dev.lock --constraints requirements.lock --extra playground --extra dev
	$(LOCK) $(ARGS) --output-file requirements-bench.lock --constraints requirements-dev.lock --extra bench

clean:  ## Remove the environment and every cache
	rm -rf $(VENV) $(VENV)-run .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf build dist htmlcov *.egg-info bot/computers/native/solver-*.so
	find bot cogs rules tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): $(INSTALLED) bot/computers/native/solver.c
	@$(BIN)/python -m bot.computers.native.building
	@touch $@

$(INSTALLED): requirements-dev.lock
	@$(call new_environment,$(VENV))
	@$(BIN)/$(PIP_INSTALL) --requirement requirements-dev.lock
	@touch $@

$(RUN_READY): requirements.lock bot/computers/native/solver.c
	@$(call new_environment,$(VENV)-run)
	@$(VENV)-run/bin/$(PIP_INSTALL) --requirement requirements.lock
	@$(VENV)-run/bin/python -m bot.computers.native.building
	@touch $@

define new_environment
python= ; \
for candidate in $(PYTHON); do \
	if "$$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	then python=$$candidate; break; fi; \
done; \
if [ -z "$$python" ]; then \
	echo "Rookery needs Python 3.11 or newer with venv and pip (on Debian: apt install python3-venv);" \
		"none of these will do: $(PYTHON). Name yours: make PYTHON=/path/to/python" >&2; \
	exit 1; \
fi; \
echo "Making $(1) with $$("$$python" --version) (once; a minute or two) ..."; \
"$$python" -m venv --clear $(1)
endef

$(BENCH_READY): $(READY) requirements-bench.lock
	@$(BIN)/$(PIP_INSTALL) --requirement requirements-bench.lock
	@touch $@
