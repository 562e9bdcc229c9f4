# make run, make test: each sets up all it needs in .venv and works twice in a row.
PYTHON ?= python3
unexport PYTHONDONTWRITEBYTECODE  # hundreds of processes are started: none should compile all again
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

PAGES := src/punto/web/pages/index.html
TERMINALS := $(shell find terminals/src terminals/public terminals/wire -type f) $(wildcard terminals/*.json terminals/*.jsonc terminals/*.ts terminals/*.html)

.PHONY: run test test-all test-code test-pages lint docs pages wheel notes types chromium nginx kernels bench machine register decisions mutate mutate-table shuffles books crash race leaks schemas school sessions clean help

run: $(READY) $(PAGES)  ## Serve a table of each game at http://127.0.0.1:8000, dealt by software
	$(BIN)/punto serve --demo

# Style and types are checked, code and pages tested side by side, for a browser waits much. Code and
# pages apart, because a browser's event loop stays in its process. Tests of code wait for timers, too:
# three workers keep two processors busy.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += --jobs=3
endif
PYTEST := $(BIN)/python -m pytest -q --dist loadfile --no-loadscope-reorder $(if $(MARKED),-m "$(MARKED)")
test: pages chromium kernels  ## Style, types, documents and tests; of a check that is repeated often, a sample
	$(MAKE) --no-print-directory lint docs test-code test-pages MARKED="not sweep"

# The pages by themselves: a browser that shares two processors with everything else is slow, and waits
# that are long enough for people run out.
test-all: pages chromium kernels  ## Everything that must hold before a change lands, as CI runs it
	$(MAKE) --no-print-directory lint docs test-code
	$(MAKE) --no-print-directory test-pages

test-code: $(READY) nginx  ## All tests but those of the pages
	$(PYTEST) -n 3 --ignore=tests/pages

test-pages: $(READY) $(PAGES) chromium  ## All tests of the pages, played in a real Chromium
	$(PYTEST) -n 2 tests/pages

kernels: $(READY)  # compiled once, before several workers need them at the same time
	$(BIN)/punto protect tiger --shoes 1 --seed 1 > /dev/null

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

pages: $(PAGES)  ## The pages in the browser, built into the package

$(PAGES): $(TERMINALS) terminals/node_modules/.ready terminals/run
	terminals/run npm run --silent check
	terminals/run npm run --silent test
	terminals/run npm run --silent build

terminals/node_modules/.ready: terminals/package.json terminals/package-lock.json | $(READY)
	terminals/run npm ci --silent --prefer-offline
	touch $@

wheel: $(READY) $(PAGES)  ## A wheel and a source archive in dist/, with the pages in both
	$(BIN)/uv build --quiet || { $(PIP) build && $(BIN)/python -m build; }

docs: $(READY)  ## The documentation as a site in build/site; a broken link fails
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

notes: $(READY)  ## The release notes of the current version, from CHANGELOG.md
	@$(BIN)/python -c "import re, punto; print(re.search(rf'(?ms)^## {re.escape(punto.__version__)}.*?(?=^## |\Z)', open('CHANGELOG.md').read())[0])"

types: $(READY) terminals/node_modules/.ready  ## The types of the pages, from the server's own schema
	$(BIN)/python -m tests.web.wire_schema
	terminals/run npm run --silent types

chromium:
	terminals/chromium

nginx:
	deploy/nginx/install

bench: $(READY)  ## Speeds as ratios against baselines measured in the same run
	$(BIN)/python -m bench

machine: $(READY)  ## Ten thousand sequences of commands at a table, and what they reached
	$(BIN)/python -m tests.table.long_run

crash: $(READY)  ## Cut the power, kill the floor, kill PostgreSQL: nothing is lost, as in docs/crash.md
	$(BIN)/python -m tests.faults

register: $(READY)  ## Write down which tests show which clause
	$(BIN)/python -m tests.clauses.register

decisions: $(READY)  ## Record what the engine decides, as CONTRIBUTING.md says
	$(BIN)/python -m tests.decisions

mutate: $(READY)  ## Change the law one thing at a time; every change must fail a test
	$(BIN)/python -m tests.mutation

mutate-table: $(READY)  ## The same with a table's procedure
	$(BIN)/python -m tests.mutation.table --jobs 2

shuffles: $(READY)  ## A million shuffles put to every test of fairness, and to dieharder, as in docs/shuffle.md
	$(BIN)/python -m tests.floor.shuffles

books: $(READY)  ## A million commands posted, the books checked after each, as in docs/books.md
	$(BIN)/python -m tests.ledger.long_run
	$(BIN)/python -m tests.floor.test_books

school: $(READY)  ## A thousand papers a game, sat by a perfect student and one who guesses, as in docs/school.md
	$(BIN)/python -m tests.school.long_run

sessions: $(READY)  ## Ten million sessions at random against the exact distribution, as in docs/sessions.md
	$(BIN)/python -m tests.risk.long_run

race: $(READY)  ## 100,000 stakes thrown at "No more bets" from many sockets, as in docs/web.md
	$(BIN)/python -m tests.web.long_race

leaks: $(READY)  ## Thousands of rounds, every frame of every seat searched for cards, as in docs/web.md
	$(BIN)/python -m tests.web.long_leaks

schemas: $(READY)  ## Requests made up from the OpenAPI document, as in docs/web.md
	$(BIN)/python -m tests.web.schemas --examples 60

# uv takes a quarter of pip's time, and does not read pip's settings: where it fails, pip is asked.
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
LOCKED := -c constraints.txt -e '.[dev]'
$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) -c constraints.txt uv && $(BIN)/uv pip install --quiet --python $(BIN)/python $(LOCKED) || $(PIP) $(LOCKED)
	touch $(READY)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis terminals/node_modules src/punto/web/pages

help:
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/:/'
