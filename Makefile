# Everything here sets itself up: Python 3.11 or newer, pip and make are all it needs.
#
#   make play              a game in the terminal (without a terminal, the bots play one)
#   make test              the test suite
#   make check             linters, types, tests and documentation
#   make nightly           properties on many more examples, and thousands of games of all packs: an hour or more
#
# Variables: PYTHON (the interpreter to start from), VENV (where the environment goes),
# ARGS (more arguments for `bangrules play`, `bangrules bench` or pytest), JOBS (test processes; 0 for none).

PYTHON ?= python3
VENV ?= .venv
JOBS ?= auto
ARGS ?=

RUN := $(VENV)/bin/python -m
PIP := $(RUN) pip --disable-pip-version-check --quiet
SOURCES := $(wildcard bangrules tests examples benchmarks docs editors)
TYPED := $(SOURCES)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test nightly check lint format types docs bench clean

help:
	@sed -n 's/^#  *\(make .*\)/  \1/p' Makefile
	@echo '  also: lint format types docs bench clean'

play: $(VENV)/.play
	@$(VENV)/bin/bangrules play $(ARGS)

test: $(VENV)/.test
	$(RUN) pytest -n $(JOBS) --dist loadgroup $(ARGS)

nightly: $(VENV)/.test
	HYPOTHESIS_PROFILE=nightly $(RUN) pytest -n $(JOBS) --dist loadgroup tests/properties $(ARGS)

check: lint types test docs

lint: $(VENV)/.dev
	$(RUN) ruff check $(SOURCES)
	$(RUN) ruff format --check $(SOURCES)

format: $(VENV)/.dev
	$(RUN) ruff check --fix $(SOURCES)
	$(RUN) ruff format $(SOURCES)

types: $(VENV)/.dev
	$(RUN) mypy $(TYPED)

docs: $(VENV)/.dev
	$(RUN) sphinx -n -W --keep-going -q -b html docs docs/_build/html

bench: $(VENV)/.test
	@$(VENV)/bin/bangrules bench $(ARGS)

clean:
	rm -rf $(VENV) build dist docs/_build docs/gallery .hypothesis .mypy_cache .pytest_cache .ruff_cache

# One environment, filled as far as the target needs; each stamp says what has been installed.
# Where Python comes without ensurepip (Debian keeps it in a package of its own), the pip at hand helps out.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'bangrules needs Python 3.11 or newer: make ... PYTHON=/path/to/python' >&2; exit 1; }
	@echo 'setting up $(VENV) ...'
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { \
		$(PYTHON) -m venv --clear --without-pip $(VENV) && \
		$(PYTHON) -m pip --quiet --python $(VENV)/bin/python install pip; } \
		|| { rm -rf $(VENV); exit 1; }

$(VENV)/.play: pyproject.toml | $(VENV)/bin/python
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	@echo 'installing what the tests need ...'
	@$(PIP) install --editable '.[test]'
	@touch $@ $(VENV)/.play

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	@echo 'installing the development tools ...'
	@$(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/.test $(VENV)/.play
