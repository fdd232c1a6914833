# Two commands are enough: `make play` and `make test`. Both make .venv themselves and are quick when nothing changed.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: play test check types format clean

play: $(READY)
	@$(BIN)/alcove play

test: $(READY)
	$(BIN)/pytest -n auto

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(BIN)/python -m alcove.server.types | diff - web/src/api/types.ts >/dev/null || { echo "web/src/api/types.ts is out of date: run 'make types'"; exit 1; }

# The page's types, written from the server's messages and the games' scenes.
types: $(READY)
	$(BIN)/python -m alcove.server.types > web/src/api/types.ts

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv build dist

# pip installs the package from the checkout (editable) and the tools of the `dev` group.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Alcove needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $(READY)
