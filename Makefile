# make play      the game in a browser page on this machine, no Discord account needed
# make test      the whole test suite
# make test-fast the quick tests, half a minute on two cores: not tests/e2e, none marked slow
# make check     lint, format, types, import rules, migrations
# make pictures  take the README's screenshots again, from a game in Chromium
#
# Each target first installs what it needs into .venv; stamp files skip that the next time.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test test-fast check pictures clean
.DELETE_ON_ERROR:

play: $(VENV)/play.stamp
	$(BIN)/python -m bot play

test: $(VENV)/dev.stamp
	$(BIN)/pytest -n auto

test-fast: $(VENV)/dev.stamp
	$(BIN)/pytest -n auto -m 'not slow' --ignore=tests/e2e

check: $(VENV)/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	rm -f $(VENV)/check.db
	DATABASE_URL=sqlite+aiosqlite:///$(VENV)/check.db $(BIN)/alembic upgrade head
	DATABASE_URL=sqlite+aiosqlite:///$(VENV)/check.db $(BIN)/alembic check

pictures: $(VENV)/dev.stamp
	$(BIN)/python -m tests.tools.readme_pictures

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or newer is needed; name yours: make PYTHON=/path/to/python3'; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/play.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[local]'
	@touch $@

$(VENV)/dev.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache .hypothesis
