# Countroom. `make help` lists what there is. A fresh machine needs Python 3.11+, make and git.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
INSTALLED := $(VENV)/.installed
GENERATED := gen/.generated
DRAFT := $(VENV)/gen
PROTOS := $(sort $(shell find protos -name '*.proto'))
VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)

# Where the repository's own packages are; a demo's EXIT=1 and ports reach it the same way.
export PYTHONPATH := .:gen
export EXIT

.DEFAULT_GOAL := help
.PHONY: demo replay test check up down bench oracles obligations proto release-image lock lint types arch clean help ready

demo: ready ## Play a cage's evening and print what the audit API says of it; EXIT=1 ends after it
	$(RUN) -m loadtest.demo

replay: ready ## Put real table sessions through: DATA=<folder with table-sessions.csv>
	@test -n "$(DATA)" || { echo "Say which folder: make replay DATA=<folder>"; exit 2; }
	$(RUN) -m loadtest.replay --data "$(DATA)"

test: ready ## Run every test; ARGS="..." goes to pytest
	$(RUN) -m pytest $(ARGS)

check: lint types arch ## Look at style, types and rooms, and run the unit tests
	$(RUN) -m pytest tests/unit tests/contract tests/architecture

up: ready ## Run Kafka, ClickHouse and the services here until Ctrl-C; logs under var/
	$(RUN) -m deploy.local up

down: $(INSTALLED) $(GENERATED) ## Stop what `make up` runs
	$(RUN) -m deploy.local down

bench: ready ## Measure, print ratios, write bench.json
	$(RUN) -m loadtest.bench

oracles: $(GENERATED) ## Put cases through the deciders: CASES=<file.json>
	@test -n "$(CASES)" || { echo "Say which cases: make oracles CASES=<file.json>"; exit 2; }
	$(RUN) -m tests.oracles "$(CASES)"

obligations: $(GENERATED) ## Print each obligation of the law and the tests that show it met
	$(RUN) -m tests.obligations

proto: $(GENERATED) ## Turn protos/ into gen/, which is never committed

release-image: $(INSTALLED) ## Keep today's protos as this version's image, until CHANGELOG.md dates it
	@! grep -q '^## \[$(VERSION)\] - ' CHANGELOG.md || { \
		echo "$(VERSION) is released, and its image is kept for ever. Raise version in pyproject.toml."; exit 2; }
	$(VENV)/bin/buf build --exclude-source-info -o protos/releases/$(VERSION).binpb

lint: $(INSTALLED) ## Look at the style of protos and Python
	$(VENV)/bin/buf lint
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check

types: $(GENERATED) ## See that every annotation holds
	$(RUN) -m mypy

arch: $(GENERATED) ## See that nobody imports what they must not
	$(VENV)/bin/lint-imports

lock: $(INSTALLED) ## Choose versions anew, where pyproject.toml asks for it, into requirements.lock
	$(VENV)/bin/uv pip compile --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --extra local --extra dev --quiet \
		--no-emit-package pandas --no-emit-package pyarrow --no-emit-package numpy \
		--custom-compile-command "make lock" pyproject.toml -o requirements.lock
	@! grep -nE 'https?://|--(extra-)?index-url' requirements.lock

clean: ## Remove what was made in this folder, data and environment included
	rm -rf $(VENV) gen var out .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

help: ## Print this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The lock is complete. --no-deps keeps out what chdb-core asks for and only its data frames need.
$(INSTALLED): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Countroom needs Python 3.11 or later, and $(PYTHON) is no such one."; \
		echo "Install it, or name it: make PYTHON=python3.12 <target>"; exit 1; }
	@test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	@echo "Installing Python packages into $(VENV), once"
	@$(RUN) -m pip install --quiet --disable-pip-version-check \
		--no-deps --require-hashes -r requirements.lock
	@touch $@

$(GENERATED): $(PROTOS) $(INSTALLED)
	@rm -rf $(DRAFT) && mkdir -p $(DRAFT)/countroom
	@$(RUN) -m grpc_tools.protoc -Iprotos --python_out=$(DRAFT) --pyi_out=$(DRAFT) \
		--include_source_info --descriptor_set_out=$(DRAFT)/countroom/described.binpb $(PROTOS)
	@touch $(DRAFT)/.generated && rm -rf gen && mv $(DRAFT) gen

# Kafka's jars and class archive are kept in the user's cache; nothing is done where they are there.
ready: $(GENERATED)
	@$(RUN) -m deploy.local.kafka prepare
