# CONTRIBUTING.md lists what each command does. The commands install missing packages on Debian and Ubuntu (.ci/install).

SWIFT ?= swift
export SWIFT
FLOWC = .build/debug/flowc

.PHONY: run check test test-deep bench fuzz heavy prove mutants peers-newest docs examples sbom install build clean

run: install build
	@.ci/show $(FLOWC)

check: install
	@.ci/check

test: install
	@.ci/test

test-deep: install
	@.ci/test-deep

bench: install
	@Benchmarks/run
	@Benchmarks/srp
	@$(SWIFT) build -c release --product flowc-run >&2
	@Benchmarks/port .build/release/flowc-run

# Runs every parser of untrusted input under libFuzzer and the address sanitizer (Fuzz/README.md), each for FUZZ_SECONDS.
fuzz: install
	@Fuzz/run --all $${FUZZ_SECONDS:-60}

# Runs the checks that take too long for `make test`: the fuzzer's coverage and the planted faults that it finds; the pool under load;
# each request of each conversation with each failure; the generated scenarios of the largest flows; the large enumerations of
# the token cache; a thousand kills of a store, and a kill at each step of each scenario; all tests under the sanitizers; the client
# over URL loading; apps with the oldest and the newest swift-crypto; the public API compared with the baseline; and new packages that
# use the plugins, including those of the tutorial and of `flowc init`.
heavy: install
	@Fuzz/coverage
	@Fuzz/planted $${PLANTED_INPUTS:-200000}
	@Benchmarks/load 1000
	@Benchmarks/load --sanitize
	@$(SWIFT) build -c release --product flowc-run >&2
	@Benchmarks/port .build/release/flowc-run --attacks
	@FAULTS=all GENERATED=all TOKEN_MODEL=1 STORE_KILLS=1000 KEPT_KILLS=all $(SWIFT) test -c release \
		--filter "FaultTests|GeneratedScenarioTests|InterfaceClaimTests|TokenModelTests|StoreKillTests|KilledScenarioTests"
	@.ci/sanitize address --whole
	@.ci/sanitize thread --whole
	@.ci/sanitize without-curl
	@.ci/check-clients
	@.ci/check-api
	@.ci/check-plugins
	@.ci/tutorial --plugin
	@.ci/check-init .build/release/flowc --plugin

# Tests the proofs with ten thousand random flows of each of two kinds (Docs/Evidence/GeneratedFlows.md), with at least a hundred runs
# of each flow. The flows of the first kind run against a service that can return any reply. This takes hours.
prove: install
	@PROOF_FLOWS=10000 PROOF_RUNS=130 GRAMMAR_FLOWS=10000 GRAMMAR_RUNS=100 GRAMMAR_REFUSED=2000 MUTATIONS=all PROOF_SEED=$${PROOF_SEED:-20261} \
		$(SWIFT) test -c release --filter FlowProofTests

# Changes the analysis at random places with fixed operators. A test must fail for each change (Docs/Evidence/Mutants.md). The hash of the
# commit determines the places. This takes at least half an hour.
mutants: install
	@.ci/mutants --count $${MUTANTS:-120} --report .build-mutants/report.txt

# Runs the checks with third-party clients and servers again, with the newest version of each. `make test-deep` uses fixed versions, so
# that its result does not depend on the day.
peers-newest: install
	@$(SWIFT) build -c release --product flowc
	@$(SWIFT) build -c release --product flowc-run
	@.ci/check-peers .build/release/flowc --newest

# Runs the example app of each style, with the answers in Examples/Answers.
examples: install
	@.ci/examples

docs: install build
	@.ci/generate
	@.ci/architecture
	@.ci/tables $(FLOWC)
	@.ci/docs $(FLOWC)
	@.ci/gallery $(FLOWC)
	@.ci/check-readme $(FLOWC) --record
	@rm -rf out/site
	@$(FLOWC) docs flows --output out/site --pages Docs --title flowc
	@echo out/site/index.html
	@PASSKEY_CASES=$(CURDIR)/.build/passkey-cases.json $(SWIFT) test --filter PasskeyPeerTests
	@.ci/check-peers $(FLOWC) --passkey-cases .build/passkey-cases.json

# Lists the names, versions and licenses of all dependencies.
sbom: build
	@mkdir -p out
	@.ci/sbom > out/sbom.json
	@echo "out/sbom.json"

install:
	@.ci/need-swift
	@.ci/install

build:
	@.ci/build flowc flowc-run

clean:
	rm -rf .build .build-* out
