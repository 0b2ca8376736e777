# Two commands for a newcomer: `make demo` and `make test`. Each sets up .venv on its own.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test test-slow check format bench reports clean

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "fwwsim needs Python 3.11 or newer; call: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $(READY)

demo: $(READY)  ## a million games of The First World War and their win rates
	$(BIN)/fwwsim simulate --games 1000000 --players 4 --policy balanced --seed 1914

test: $(READY)  ## every test but the slow ones
	$(BIN)/fwwsim simulate --games 1 --policy random --json >/dev/null  # compiles the kernels once for all workers
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile

test-slow: $(READY)  ## the long statistical checks
	$(BIN)/python -m pytest -m slow --numprocesses 2

check: $(READY)  ## format, lint, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(READY)  ## speed: games a second, odds latency, cold starts
	$(BIN)/python -m pytest tests/benchmarks/bench_*.py --benchmark-only --benchmark-columns=min,median,stddev,ops,rounds --benchmark-sort=fullname

reports: $(READY)  ## every question of analyses/ answered anew, or as far as its games are not there yet
	$(BIN)/fwwsim run --all

clean:
	rm -rf $(VENV)
