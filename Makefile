# Everything that is to be done with a checkout. `make run` and `make test` bring what they need.

PREFIX ?= /usr/local
BIN = .build/release/uwbrig
# What works with what: TABLE=FILE writes the page anew.
PAGE = Sources/Program/uwbrig/Documentation.docc/Interoperability.md
PEERS = .ci/acceptance --strict-tools -n 8 -m 'peers or dfu' --whole \
  $(if $(TABLE),--table $(TABLE),--check-table $(PAGE))

.PHONY: help run test test-usb test-peers lint nightly bench fuzz install release
.DEFAULT_GOAL := help

help: ## Prints this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

release:
	@.ci/setup run
	@echo "Building uwbrig (the first build takes some minutes)"
	@.ci/build -c release --product uwbrig

run: release ## Runs the conformance cases on virtual boards: virtual time, then over terminals
	@.ci/loopback $(BIN)

test: ## Builds and runs the tests
	@.ci/setup test
	@.ci/build --build-tests
	@swift test --skip-build
	@.ci/umockdev-tests

test-usb: release ## Boots a guest with a real kernel and runs on emulated USB boards in it
	@.ci/setup usb
	@.ci/acceptance --strict-tools --whole -m 'kits or dfu'

test-peers: release ## Lets the vendors' own tools flash the virtual boards, and ours beside them
	@.ci/setup ci
	@.ci/setup usb
	@.ci/build -c release --product virtual-jlink
	@$(PEERS)

lint: ## Checks format and forbidden constructs
	@.ci/setup run
	@.ci/lint

nightly: release ## What takes too long for every change: slow cases over terminals, all seeds, fuzzing
	@.ci/setup ci
	@.ci/setup usb
	@.ci/acceptance --strict-tools --whole --out out/nightly -m 'not peers and not dfu'
	@.ci/build -c release --product virtual-jlink
	@$(PEERS)
	@.ci/fuzz --prove
	@.ci/fuzz --seconds 120
	@SANITIZE=address .ci/fuzz --seconds 30

fuzz: ## Fuzzes every decoder for SECONDS each (60), or TARGET alone; SANITIZE=address for memory
	@.ci/setup test
	@SANITIZE=$(SANITIZE) .ci/fuzz --seconds $(or $(SECONDS),60) $(TARGET)

bench: release ## Runs the benchmarks
	@cd Benchmarks && swift run -c release Benchmarks
	@cd Benchmarks && swift build -c release --product ServeClock
	@cd Benchmarks && swift run -c release ServeBench ../$(BIN)

# Built beforehand by `make run`, or here; `sudo make install` builds nothing that is there already.
install: ## Installs the program and the udev rules below PREFIX (default /usr/local)
	@test -x $(BIN) || $(MAKE) --no-print-directory release
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/uwbrig/udev-rules
	install -m 755 $(BIN) $(DESTDIR)$(PREFIX)/bin/uwbrig
	install -m 644 udev-rules/*.rules $(DESTDIR)$(PREFIX)/share/uwbrig/udev-rules
