# Everything that is to be done with a checkout. `make run` and `make test` bring what they need.

PREFIX ?= /usr/local
BIN = .build/release/uwbrig
FLEET = Fleet/.build/release/uwbrig-fleet
# What works with what: TABLE=FILE writes the page anew.
PAGE = Sources/Program/uwbrig/Documentation.docc/Interoperability.md
PEERS = .ci/acceptance --strict-tools -n 8 -m 'peers or dfu' --whole \
  $(if $(TABLE),--table $(TABLE),--check-table $(PAGE))

.PHONY: help program run test test-usb test-peers fleet fleet-program lint docs nightly bench fuzz install deb release
.DEFAULT_GOAL := help

help: ## Prints this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

program:
	@.ci/setup run
	@echo "Building uwbrig (the first build takes some minutes)"
	@.ci/build -c release --product uwbrig

run: program ## Runs the conformance cases on virtual boards: simulated time, then over serial ports
	@.ci/loopback $(BIN)

test: ## Builds and runs the tests
	@.ci/setup test
	@.ci/build --build-tests
	@swift test --skip-build
	@.ci/umockdev-tests

test-usb: program ## Boots a guest with a real kernel and runs on emulated USB boards in it
	@.ci/setup usb
	@.ci/acceptance --strict-tools --whole -m 'kits or dfu'

test-peers: program ## Lets the vendors' own tools flash the virtual boards, and ours beside them
	@.ci/setup ci
	@.ci/setup usb
	@.ci/build -c release --product virtual-jlink
	@$(PEERS)

# The program that talks to labgrid's coordinators is a separate package: gRPC takes minutes to compile, and
# one bench does not need it.
fleet-program:
	@.ci/setup run
	@echo "Building uwbrig-fleet (the first build takes some minutes)"
	@cd Fleet && ../.ci/build -c release --product uwbrig-fleet

fleet: program fleet-program ## Builds uwbrig-fleet and tests it with labgrid's coordinator, client and exporter
	@.ci/setup fleet
	@.ci/acceptance --strict-tools -m fleet

lint: ## Checks format and forbidden constructs
	@.ci/setup run
	@.ci/lint

docs: ## Builds the documentation as a site in out/docs, and checks its links
	@.ci/docs

nightly: program ## What takes too long for every change: slow cases, devices of others, Bluetooth, fuzzing
	@.ci/setup ci
	@.ci/setup usb
	@.ci/setup bluetooth
	@.ci/build --build-tests
	@UWBRIG_STRIDE=1 UWBRIG_SEEDS=10000 swift test --skip-build --filter 'KillTests|AccuracySuiteTests'
	@$(MAKE) --no-print-directory fleet-program
	@.ci/setup fleet
	@.ci/lease-schedules $(or $(LEASE_SCHEDULES),20000)
	@.ci/acceptance --strict-tools --whole --out out/nightly -m 'not peers and not dfu and not devices'
	@.ci/acceptance --strict-tools --whole --out out/devices -n 8 --dist load -m devices
	@.ci/build -c release --product virtual-jlink
	@$(PEERS)
	@.ci/fuzz --prove
	@.ci/fuzz --seconds 120
	@SANITIZE=address .ci/fuzz --seconds 30

fuzz: ## Fuzzes every decoder for SECONDS each (60), or TARGET alone; SANITIZE=address for memory
	@.ci/setup test
	@SANITIZE=$(SANITIZE) .ci/fuzz --seconds $(or $(SECONDS),60) $(TARGET)

bench: program ## Runs the benchmarks
	@cd Benchmarks && swift run -c release Benchmarks
	@cd Benchmarks && swift build -c release --product ServeClock
	@cd Benchmarks && swift run -c release ServeBench ../$(BIN)

# Built beforehand by `make run`, or here; `sudo make install` builds nothing that is there already.
# The program is told nothing of where it stands: it can be moved, and needs no Swift.
SYSTEM ?= $(PREFIX)/lib
SHARE = $(DESTDIR)$(PREFIX)/share
COMPLETIONS = bash:bash-completion/completions/uwbrig zsh:zsh/vendor-completions/_uwbrig \
  fish:fish/vendor_completions.d/uwbrig.fish

install: ## Installs program, manual, completions, rig files, udev rules and units below PREFIX (/usr/local)
	@test -x $(BIN) || $(MAKE) --no-print-directory program
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(SYSTEM)/udev/rules.d \
	  $(DESTDIR)$(SYSTEM)/systemd/system $(SHARE)/man/man1 $(SHARE)/doc/uwbrig $(SHARE)/uwbrig/rigs
	strip -o $(DESTDIR)$(PREFIX)/bin/uwbrig $(BIN)
	chmod 755 $(DESTDIR)$(PREFIX)/bin/uwbrig
	if [ -x $(FLEET) ]; then \
	  strip -o $(DESTDIR)$(PREFIX)/bin/uwbrig-fleet $(FLEET); \
	  chmod 755 $(DESTDIR)$(PREFIX)/bin/uwbrig-fleet; \
	fi
	install -m 644 udev-rules/*.rules $(DESTDIR)$(SYSTEM)/udev/rules.d
	for unit in systemd/*; do \
	  sed 's|/usr/local|$(PREFIX)|' $$unit >$(DESTDIR)$(SYSTEM)/systemd/system/$${unit##*/}; \
	done
	for shell in $(COMPLETIONS); do \
	  install -d $$(dirname $(SHARE)/$${shell#*:}); \
	  $(BIN) --generate-completion-script $${shell%%:*} | sed '1{/^#!/d}' >$(SHARE)/$${shell#*:}; \
	done
	$(BIN) export wireshark >$(SHARE)/uwbrig/uwbrig.lua
	install -m 644 Rigs/*.yaml $(SHARE)/uwbrig/rigs
	install -m 644 LICENSE Packaging/copyright $(SHARE)/doc/uwbrig
	python3 Packaging/man $(BIN) $(SHARE)/man/man1
	gzip -9nf $(SHARE)/man/man1/uwbrig*.1

deb: program ## Makes a Debian package of the program in out/package
	@Packaging/package

release: program ## Makes all that a release consists of in out/release, and checks it
	@.ci/lint
	@.ci/docs
	@Packaging/release
