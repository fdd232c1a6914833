# Two commands are enough: `make play` and `make test`. Both make .venv and the page themselves and are quick when
# nothing changed.

# The first Python on this machine that is new enough; PYTHON=… chooses another. Only looked for when .venv is made.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
READY := .venv/.ready

.PHONY: help play web test check types atlas format audit dist clean faults simulate fuzz

help:
	@echo "make play    open the game room in the browser"
	@echo "make web     build its page"
	@echo "make test    run all tests"
	@echo "make faults  kill the room a thousand times under play (KILLS=…), and each part of a large one (RESTARTS=…)"
	@echo "make simulate  live through SEEDS=… troubled days of the room in virtual time (FROM=… the first one)"
	@echo "make fuzz    noise for everything that reads what comes from outside, for MINUTES=…"
	@echo "make check   linters, types and the plan of the house"
	@echo "make format  let the formatter have its way"
	@echo "make audit   ask the advisory databases about our dependencies (needs the internet)"
	@echo "make dist    a wheel that carries the page"
	@echo "make clean   forget .venv and everything built"

# The engines compile (once) while the page is built: a first visitor waits for the longer of the two.
play: $(READY)
	@$(BIN)/alcove warm --quiet & $(BIN)/python web/build.py && wait && exec $(BIN)/alcove serve

# Quick when no source of the page has changed; brings its own Node where the machine has none.
web: $(READY)
	@$(BIN)/python web/build.py

test: $(READY) web
	$(BIN)/pytest -n auto --dist worksteal

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(BIN)/python web/build.py check
	@$(BIN)/python -m alcove.server.web.typescript | diff - web/src/api/types.ts >/dev/null || { echo "web/src/api/types.ts is out of date: run 'make types'"; exit 1; }

# The page's types, written from the server's messages and the games' scenes.
types: $(READY)
	$(BIN)/python -m alcove.server.web.typescript > web/src/api/types.ts

# The games measured again, which takes hours on one core and goes on where it was broken off.
atlas: $(READY)
	$(BIN)/alcove atlas --out src/alcove/atlas/data --page docs/atlas.md

# The long form of the fault tests: kill -9 under play, again and again.
KILLS ?= 1000
RESTARTS ?= 50
faults: $(READY)
	$(BIN)/python -m tests.faults --kills $(KILLS) --server $(RESTARTS) --postgres $(RESTARTS) --redis $(RESTARTS) --worker $(RESTARTS)

# The room in virtual time, with everything going wrong that can; `--seed` tells one story again.
SEEDS ?= 2000
FROM ?= 0
simulate: $(READY)
	$(BIN)/python -m tests.simulation --seeds $(SEEDS) --from $(FROM)

# Noise for the parsers, guided by what it reaches; faults are kept in build/fuzz.
MINUTES ?= 10
fuzz: $(READY)
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES)

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Known holes in what is installed here; the tool is fetched into a folder of its own and is no dependency of ours.
audit: $(READY)
	@test -x build/audit/bin/pip-audit || { python3 -m venv build/audit && build/audit/bin/pip install --quiet pip-audit; }
	@$(BIN)/python -m pip freeze --exclude-editable > build/audit/installed.txt
	build/audit/bin/pip-audit --strict --no-deps --disable-pip --requirement build/audit/installed.txt
	cd web && npm audit --audit-level=moderate

dist: $(READY) web
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

clean:
	rm -rf .venv build dist web/node_modules src/alcove/server/static

# pip installs the package from the checkout (editable) and the tools of the `dev` group.
$(READY): pyproject.toml
	@test -n "$(PYTHON)" || { echo "Alcove needs Python 3.11 or newer, and there is none on the PATH."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit("Alcove needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $(READY)
