# make play    the simulated table in a browser, here and now; DATA=DIR keeps it there, and its drinks.txt is served
# make club    a whole club on this computer: broker, director, tables that play an evening; TABLES=8 GAME=spades SLOW=1
# make play-terminal    the same table in this terminal
# make command the command `companion` for you, in ~/.local/bin, with all that the organiser of a club needs
# make environment  .venv with what the author of a game or a change needs; `. .venv/bin/activate` then gives you its commands
# make test    everything that must be green: lint, format, types, import laws, tests, doctests; CI runs this
# make page    the tests of all pages, also those that make test leaves out, after a change there
# make torture every power cut, spoilt call and flipped bit, not only a part of them, and how strong the players are: long
# make branches how many lines and branches the tests run, with a threshold for each package; part of make torture
# make fuzz    everything that reads strangers' bytes, each for FUZZ_S=60 seconds, by a fuzzer that follows the branches
# make mutants what the tests of a module would not notice: each operator, number and condition is another once; MODULES="a.py b.py"; KIT=1
# make sabotage  break promises one by one in a copy of the tree: the tests that hold them must fail; PROMISES="P5 P9"
# make bench   the figures, each with its bar: a missed count fails, a missed time is told
# make bench-peers    a step and a playout beside OpenSpiel, which gets an environment of its own
# make oracles    10,000 deals of each trick game that OpenSpiel has, too, by its rules and by ours: no difference
# make install    on a Raspberry Pi, with sudo: the table as a service; again for an update; DRY_RUN=1 shows the steps
# make uninstall  takes the service away and keeps records, decks and settings
# make rehearse   the same installation in an arm64 Debian tree; make rehearse-service boots one and lets it hang
# make rehearse-typing    readers that type, at a Debian kernel in an emulated machine, where this one has no uinput
# make pictures   film a refused play, draw each game and the director's page, in Chromium: some minutes
# make translations  collect the texts for people and compile their translations; LANGUAGES="it" begins another
# make goldens draw the golden pictures and the wiring anew, after looking at what changed

PYTHON ?= python3
DEBIAN := /usr/lib/python3/dist-packages
VENV   := .venv
BIN    := $(VENV)/bin
PEERS  := .venv-peers
# One module that needs none of its requirements (NumPy, SciPy and others).
OPEN_SPIEL := --no-deps --only-binary :all: open_spiel==2.0.2
# Carries axe-core 4.12.1 as one file; Playwright, which it requires, is not needed for that.
AXE    := --no-deps axe-playwright-python==0.1.8
# It checks the pages without a network, and tells nobody.
DENO := DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 DO_NOT_TRACK=1 $(BIN)/deno
NO_DENO := Without a wheel of deno for this machine, the pages are not checked.
NO_PYSCARD := Without pyscard the real pcscd is not tried: sudo apt install pcscd vsmartcard-vpcd libpcsclite-dev swig
FUZZ   := .venv-fuzz
FUZZ_S ?= 60
# A pure-Python wheel. Its requirements (spidev, RPi.GPIO) need a compiler; hardware/drivers/stock_mfrc522.py replaces them.
MFRC522 := mfrc522==0.0.7
# On a Pi the environment sees Debian's spidev: no compiler there either.
ON_A_PI := $(if $(wildcard /proc/device-tree/model),--system-site-packages)
# So it does where Debian's pyscard is, which pip would have to compile, or segno, by which a phone becomes the reader:
# also an environment that was made before.
OF_DEBIAN := $(wildcard $(DEBIAN)/smartcard $(DEBIAN)/segno)
# The least percentage of lines and branches that the tests run: of packages of the core, and of everything.
BRANCHES := companion/cards=100 companion/rules=98 companion/games=94 companion/match=98 companion/table=84 .=94
# Counting them takes 2.7 times as long, until the interpreter itself counts (PEP 669, from Python 3.14 on).
COUNTED = $(shell $(BIN)/python -c 'import sys; print("--cov --cov-branch --cov-report=" * (sys.version_info >= (3, 14)))')
# The files that leave something to make torture.
TORTURED = $(shell grep -rl --include='test_*.py' '^from tests.torture import' tests)
TESTS := $(BIN)/python -m pytest --doctest-glob='*.md' tests docs $(wildcard *.md)
# The tests of what is seen in a browser.
PAGES := $(addprefix tests/companion/,web director room scoreboard)
# Without a network pip complains for a page.
NO_NETWORK := No package can be had: the first time this needs a network. Then say it once more.
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --retries 2 install
OR_WHY := >$(VENV)/pip.txt 2>&1 || { grep -q 'connection broken by' $(VENV)/pip.txt && echo "$(NO_NETWORK)" || cat $(VENV)/pip.txt; exit 1; }
COMPILES = $(shell command -v cc) $(wildcard $(shell $(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h)

# An environment whose Python was upgraded or taken away has lost its packages: it goes, and is made anew.
HAS_ITS_PACKAGES := import os, sysconfig; os.stat(sysconfig.get_path("purelib"))
LOST := $(foreach made,$(wildcard $(VENV)/.made $(PEERS)/.made $(FUZZ)/.made),$(shell $(dir $(made))bin/python -c \
	'$(HAS_ITS_PACKAGES)' 2>/dev/null || echo $(dir $(made))))
ifneq ($(strip $(LOST)),)
$(info The Python of $(strip $(LOST)) was upgraded or is gone: what lies there is made anew.)
$(shell rm -rf $(LOST))
endif

.DEFAULT_GOAL := help
.PHONY: help play play-terminal club command environment test page torture branches thresholds fuzz mutants sabotage check lint types bench bench-peers oracles goldens translations pictures install \
	uninstall rehearse rehearse-service rehearse-typing clean

help:
	@sed -n 's/^# \(make\)/\1/p' Makefile

play play-terminal: $(VENV)/.base
	@COMPANION_KEEPS_WITH=DATA=DIR $(BIN)/python -m companion play --simulate $(if $(filter play-terminal,$@),--terminal) $(if $(DATA),--data "$(DATA)")

club: $(VENV)/.club
	@$(BIN)/python -m companion club evening --game $(or $(GAME),spades) $(if $(SLOW),,--fast) $(if $(TABLES),--tables $(TABLES)) $(if $(DATA),--data "$(DATA)")

command: $(VENV)/.club
	@mkdir -p ~/.local/bin && ln -sfn "$(CURDIR)/$(BIN)/companion" ~/.local/bin/companion
	@echo "The command is ~/.local/bin/companion. If this terminal does not find it:  . ~/.profile"

environment: $(VENV)/.test

page: $(VENV)/.test
	@PAGE=1 $(BIN)/python -m pytest -n auto --dist worksteal -q $(PAGES)

torture: $(VENV)/.wires
	@TORTURE=1 $(BIN)/python -m pytest -n auto -rs --timeout=0 $(TORTURED)
	@$(MAKE) --no-print-directory branches sabotage

branches: $(VENV)/.test
	@$(BIN)/python -m pytest -n auto --dist worksteal -q -m 'not no_cover' --cov --cov-branch --cov-report= \
		tests/companion tests/hardware tests/contracts
	@$(MAKE) --no-print-directory thresholds

thresholds:
	@for package in $(BRANCHES); do $(BIN)/coverage report \
		--include="$${package%=*}/*" --fail-under="$${package#*=}" || exit 1; done

fuzz: $(FUZZ)/.made
	@for target in $$($(FUZZ)/bin/python -m tests.fuzz.fuzz --list); do echo "$$target"; \
		$(FUZZ)/bin/python -m tests.fuzz.fuzz "$$target" "$(FUZZ)/corpus/$$target" -max_total_time=$(FUZZ_S) \
			-artifact_prefix="$(FUZZ)/" -verbosity=0 -print_final_stats=1 || exit 1; done

mutants: $(VENV)/.test
	@$(BIN)/python -m tests.mutants $(MODULES)

sabotage: $(VENV)/.test
	@$(BIN)/python -m tests.sabotage $(PROMISES)

# In the poorest locale, where whatever is read or written without naming its encoding is an error.
# Types are checked meanwhile, and told at the end. Tests and program are compiled once, also where Python keeps nothing:
# else every worker and every start of the program would do so. What setuptools left beside the tree would let pytest
# compile the product again as a plug-in.
test: lint $(VENV)/.wires
	@rm -rf *.egg-info
	@$(BIN)/mypy >$(VENV)/mypy.txt 2>&1 & types=$$!; \
		$(BIN)/python -m compileall -q companion hardware tools; \
		PYTHONDONTWRITEBYTECODE= $(TESTS) --collect-only -q >/dev/null; \
		LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 PYTHONWARNDEFAULTENCODING=1 \
		$(TESTS) -n auto --dist worksteal $(COUNTED); tested=$$?; \
		wait $$types || tested=1; cat $(VENV)/mypy.txt; exit $$tested
	@$(if $(COUNTED),$(MAKE) --no-print-directory thresholds)

check: test

lint: $(VENV)/.test
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@if [ -x $(BIN)/deno ]; then \
		$(DENO) fmt --check && $(DENO) lint && $(DENO) check --quiet companion/*/static/*.js; \
	else echo "$(NO_DENO)"; [ -z "$$COMPANION_CI" ]; fi

types: $(VENV)/.test
	@$(BIN)/mypy

bench: $(VENV)/.test
	@BENCH=1 $(BIN)/python -m pytest tests/bench -s -q

bench-peers: $(PEERS)/.made
	@$(PEERS)/bin/python -m tests.bench.peers

oracles: $(PEERS)/.made
	@$(PEERS)/bin/python -m tests.oracles

goldens: $(VENV)/.test
	@$(BIN)/python -m tools.gallery --renew
	@$(BIN)/python -m tools.wiring_drawing --renew
	@$(BIN)/python -m tools.write_types --renew

translations: $(VENV)/.test
	@$(BIN)/python -m tools.translations $(LANGUAGES)

pictures: $(VENV)/.test
	@$(BIN)/python -m tools.page_pictures

install:
	@sh systemd/install.sh

uninstall:
	@sh systemd/install.sh --uninstall

rehearse:
	@sh systemd/rehearse.sh

rehearse-service:
	@sh systemd/rehearse-service.sh

rehearse-typing: $(VENV)/.test
	@sh tests/rehearsal/typing_readers.sh

clean:
	[ "$$(readlink ~/.local/bin/companion)" != "$(CURDIR)/$(BIN)/companion" ] || rm ~/.local/bin/companion
	rm -rf $(VENV) $(PEERS) $(FUZZ) .mypy_cache .ruff_cache .hypothesis .coverage build *.egg-info

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "$(PYTHON) is too old: Python 3.11 or newer is needed. Try: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
		{ echo "Python's venv is missing. Install it with: sudo apt install python3-venv"; exit 1; }
	@echo "Setting up $(VENV) (once, about a minute) ..."
	@$(PYTHON) -m venv $(ON_A_PI) $(VENV)
	@touch $@

# The fuzzer has wheels for a few Python versions only: it gets its own environment.
$(FUZZ)/.made: pyproject.toml
	@$(PYTHON) -m venv $(FUZZ)
	@$(FUZZ)/bin/python -m pip --disable-pip-version-check --quiet install 'atheris>=3' --editable .
	@touch $@

$(VENV)/.of-debian: $(VENV)/.made
	@sed -i 's/^include-system-site-packages = false/include-system-site-packages = true/' $(VENV)/pyvenv.cfg
	@touch $@

READY := $(VENV)/.made $(if $(OF_DEBIAN),$(VENV)/.of-debian) pyproject.toml

$(VENV)/.base: $(READY)
	@$(PIP) --editable '.[web]' $(OR_WHY)
	@$(PIP) --no-deps $(MFRC522) $(OR_WHY)
	@touch $@

$(VENV)/.club: $(VENV)/.base
	@$(PIP) --editable '.[web,club,director]' $(OR_WHY)
	@touch $@

# Each call of pip takes ten seconds: all is asked for at once, and the rest alone where a part cannot be had.
$(VENV)/.test: $(READY)
	@$(PIP) --editable '.[web,test,pages]' >$(VENV)/pip.txt 2>&1 || { echo "$(NO_DENO)"; $(PIP) --editable '.[web,test]' $(OR_WHY); }
	@$(PIP) --no-deps $(MFRC522) $(OR_WHY)
	@$(PIP) $(OPEN_SPIEL) >$(VENV)/pip.txt 2>&1 || echo "Without a wheel of OpenSpiel for this Python, tests/oracles is skipped."
	@$(PIP) $(AXE) >$(VENV)/pip.txt 2>&1 || echo "Without axe-core, tests/companion/web/test_axe.py is skipped."
	@touch $(VENV)/.base $@

# The real libraries of the box, as soon as there is a compiler.
ALL_WIRES := .[pcsc,wires]
$(VENV)/.wires: $(VENV)/.test
	@$(if $(word 2,$(COMPILES)),{ $(PIP) --editable '$(ALL_WIRES)' >$(VENV)/pip.txt 2>&1 || \
		{ echo "$(NO_PYSCARD)"; $(PIP) --editable '.[wires]' $(OR_WHY); }; } && touch $@,echo "Without a C compiler tests/wires is skipped: sudo apt install gcc libc6-dev python3-dev")

$(PEERS)/.made: Makefile
	@echo "Setting up $(PEERS) with OpenSpiel (once) ..."
	@$(PYTHON) -m venv $(PEERS)
	@$(PEERS)/bin/python -m pip --disable-pip-version-check --quiet install $(OPEN_SPIEL)
	@touch $@
