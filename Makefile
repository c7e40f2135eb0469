# make play      the game in a browser page on this machine, no Discord account needed
# make test      the test suite, but for what plays for long
# make test-all  what plays for long: kills, outages, PostgreSQL, a soak, a browser
# make test-lowest  a game with the lowest versions of all packages that pyproject.toml allows
# make test-postgres  the suite on a temporary PostgreSQL server; on Debian it needs: postgresql
# make test-fast the quick tests: not tests/e2e, not the pictures, none marked slow or long
# make check     lint, format, types, import rules, migrations
# make chaos     300 kills and 60 faults while games are played, in about half an hour
# make soak      a day at 1,000 tables in half an hour: do memory, handles or tasks grow?
# make bench     what clicks, crowds and tables cost, as in docs/benchmarks.md, in an hour
# make messages  bring the catalogues of sentences up to date, and say what is wrong with them
# make pictures  take the README's screenshots again, from a game in Chromium
# make wheel     build the wheel, install it in an empty environment, and try its commands
# make lock      write constraints.txt and requirements/ anew from pyproject.toml
# make audit     known vulnerabilities and licences of all packages, mistakes in the Dockerfile
#
# Each target first installs what it needs into .venv; stamp files skip that the next time.
# More of the page's options: .venv/bin/python -m bot play --help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UPKEEP := $(VENV)/upkeep

.PHONY: play test test-all test-lowest test-postgres test-fast check chaos soak bench messages pictures wheel lock audit licences clean
.DELETE_ON_ERROR:
# Else each process that a test starts would compile the whole program again.
unexport PYTHONDONTWRITEBYTECODE

play: $(VENV)/play.stamp
	@$(BIN)/python -m bot play

test: $(VENV)/dev.stamp
	$(BIN)/pytest -n auto --dist worksteal -m 'not long'

test-all: $(VENV)/dev.stamp
	$(BIN)/pytest -n auto --dist worksteal -m long

test-lowest: $(VENV)/dev.stamp $(UPKEEP)/stamp
	$(BIN)/python -m tests.tools.check_lowest $(UPKEEP)/bin/uv

# PARTS="tests/bot/storage tests/bot/tables" for a part of it.
test-postgres: $(VENV)/dev.stamp
	$(BIN)/python -m tests.tools.with_postgres pytest -n auto --dist worksteal $(PARTS)

test-fast: $(VENV)/dev.stamp
	$(BIN)/pytest -n auto --dist worksteal -m 'not slow and not long' \
		--ignore=tests/e2e --ignore=tests/bot/pictures

check: $(VENV)/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	rm -f $(VENV)/check.db
	DATABASE_URL=sqlite+aiosqlite:///$(VENV)/check.db $(BIN)/alembic upgrade head
	DATABASE_URL=sqlite+aiosqlite:///$(VENV)/check.db $(BIN)/alembic check

# CHAOS="--kills 20 --seed 7" for another run; DISCORD_OPENAPI names a file with Discord's
# description of its API, by which each body is checked.
chaos: $(VENV)/dev.stamp
	$(BIN)/python -m tests.loopback.chaos $(CHAOS)

# With two arenas for memory, as the image and the unit have.
# SOAK="--games 90 --tables 40 --every 10" for a run of two minutes, which says nothing of
# memory.
soak: $(VENV)/dev.stamp
	MALLOC_ARENA_MAX=2 $(BIN)/python -m tests.soak $(SOAK)

# BENCH=costs for one part, BENCH="starts --tables 1000" for another.
bench: $(VENV)/dev.stamp
	$(BIN)/python -m tests.benchmarks.clicks $(BENCH)

messages: $(VENV)/dev.stamp
	$(BIN)/python -m tests.tools.messages

pictures: $(VENV)/dev.stamp
	$(BIN)/python -m tests.tools.readme_pictures

wheel: $(VENV)/dev.stamp
	$(BIN)/python -m tests.tools.check_wheel

# LOCK=--upgrade for the newest versions of all; without it only what pyproject.toml asks for changes.
lock: $(UPKEEP)/stamp
	$(UPKEEP)/bin/python -m tests.tools.lock $(LOCK)

audit: licences
	$(UPKEEP)/bin/pip-audit --disable-pip --require-hashes \
		$(addprefix --requirement ,$(wildcard requirements/*.txt))
	$(UPKEEP)/bin/hadolint Dockerfile

# The allowed ones are in pyproject.toml.
licences: $(VENV)/dev.stamp $(UPKEEP)/stamp
	$(UPKEEP)/bin/pip-licenses --python $(BIN)/python

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or newer is needed; name yours: make PYTHON=/path/to/python3'; exit 1; }
	@echo 'Step 1 of 3: making a place for Python packages, $(VENV).'
	@$(PYTHON) -m venv $(VENV)

# Counts the packages in what pip says, which is kept for when it fails. POSIX sh knows only the
# status of a pipe's end: that pip succeeded is told by the stamp, which it gets there and then.
define install
	@rm -f $@
	@{ $(BIN)/python -m pip install --disable-pip-version-check --progress-bar off \
		--require-hashes --requirement requirements/build.txt \
		--requirement requirements/$(1).txt 2>&1 \
	&& $(BIN)/python -m pip install --disable-pip-version-check --quiet \
		--no-deps --no-build-isolation --editable . 2>&1 && touch $@; } \
	| tee $(VENV)/pip.log | { \
		printf 'Step 2 of 3: getting about $(2), once.\n  '; count=0; \
		while read -r word rest; do case "$$word $$rest" in \
			Collecting*|Processing*|'Requirement already satisfied'*) count=$$((count + 1)); \
				[ $$((count % 5)) -ne 0 ] || printf ' %s' $$count;; \
			'Installing collected packages'*) \
				printf ' %s\nStep 3 of 3: installing them.\n' $$count;; \
		esac; done; }
	@test -e $@ || { echo; cat $(VENV)/pip.log; exit 1; }
endef

$(VENV)/play.stamp: pyproject.toml requirements/local.txt | $(BIN)/python
	$(call install,local,45 packages in a minute)

$(VENV)/dev.stamp: pyproject.toml requirements/dev.txt | $(BIN)/python
	$(call install,dev,85 packages in two minutes)

# Apart from the bot's packages, whose versions they must not touch.
$(UPKEEP)/stamp: requirements/upkeep.txt | $(BIN)/python
	@$(PYTHON) -m venv $(UPKEEP)
	$(UPKEEP)/bin/python -m pip install --disable-pip-version-check --quiet \
		--require-hashes --requirement requirements/upkeep.txt
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache .hypothesis
