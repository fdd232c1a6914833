# Two commands are enough: `make play` and `make test`. Both make .venv and the page themselves and are quick when
# nothing changed.

# The first Python on this machine that is new enough; PYTHON=… chooses another. Only looked for when .venv is made.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
READY := .venv/.ready
DEV_LOCK := supply/locks/dev.txt
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: help play web docs licences release test check types atlas format lock audit images dist clean faults simulate fuzz

help:
	@echo "make play    open the game room in the browser"
	@echo "make web     build its page"
	@echo "make docs    build the handbook, which the room shows under /docs"
	@echo "make test    run all tests"
	@echo "make faults  kill the room a thousand times under play (KILLS=…), and each part of a large one (RESTARTS=…)"
	@echo "make simulate  live through SEEDS=… troubled days of the room in virtual time (FROM=… the first one)"
	@echo "make fuzz    noise for everything that reads what comes from outside, for MINUTES=…"
	@echo "make check   linters, types and the plan of the house"
	@echo "make format  let the formatter have its way"
	@echo "make lock    write the locks anew after a change of pyproject.toml or web/package.json (NEW=1: newer versions)"
	@echo "make audit   ask the advisory databases about everything locked (needs the internet)"
	@echo "make images  find the digests of the container images (needs docker and the internet)"
	@echo "make dist    a wheel that carries the page, its lock and the list of its parts"
	@echo "make licences  write LICENCES.md anew after a change of the locks"
	@echo "make release everything of a release up to the upload (QUICK=1: without linters and tests)"
	@echo "make clean   forget .venv and everything built"

# The engines compile (once) while the page is built: a first visitor waits for the longer of the two.
play: $(READY)
	@$(BIN)/alcove warm --quiet & $(BIN)/python web/build.py && wait && exec $(BIN)/alcove serve

# Quick when no source of the page has changed; brings its own Node where the machine has none.
web: $(READY)
	@$(BIN)/python web/build.py

# Quick when nothing it is made of has changed.
docs: $(READY)
	@$(BIN)/python -m handbook.build

test: $(READY) web docs
	$(BIN)/pytest -n auto --dist worksteal

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(BIN)/python web/build.py check
	@$(BIN)/python -m alcove.server.web.typescript --check web/src

# The page's types, written from the server's messages and the games' scenes.
types: $(READY)
	$(BIN)/python -m alcove.server.web.typescript web/src

# The games measured again, which takes hours on one core and goes on where it was broken off.
atlas: $(READY)
	$(BIN)/alcove atlas --in-place --page docs/atlas.md

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
	@$(BIN)/python web/build.py format

# The only command that chooses versions; needs no .venv, which is installed from what it writes.
lock:
	@$(PYTHON) -m supply.lock $(if $(NEW),--new) $(if $(AGE),--age $(AGE))

# Make knows one failure only; scripts that must tell a known hole (1) from no answer (3) call python -m supply.audit.
audit: $(READY)
	@$(BIN)/python -m supply.audit

images:
	@$(PYTHON) -m supply.images

licences: $(READY) web
	@$(BIN)/python -m supply.licences

dist: $(READY) web docs
	@rm -rf dist
	@$(BIN)/python -m hatchling build --directory dist
	@$(BIN)/python -m supply.inventory dist

release: $(READY)
	@$(BIN)/python -m supply.release $(if $(QUICK),--quick)

clean:
	rm -rf .venv build dist web/node_modules src/alcove/server/static src/alcove/server/handbook

# Everything by the hashes of the lock, then the package from the checkout (editable), built with the locked hatchling.
$(READY): pyproject.toml $(DEV_LOCK)
	@test -n "$(PYTHON)" || { echo "Alcove needs Python 3.11 or newer, and there is none on the PATH."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit("Alcove needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) install --require-hashes --requirement $(DEV_LOCK)
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@$(PIP) check || { echo "the lock does not fit pyproject.toml: run 'make lock'"; exit 1; }
	@touch $(READY)
