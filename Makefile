# `make run` shows what flowc does; `make check` is for whoever edits; `make test` runs the tests, `make test-deep` what takes longer.
# All of them install what is missing.

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

# What reads others' bytes under libFuzzer and the address sanitizer (Fuzz/README.md): each target for FUZZ_SECONDS.
fuzz: install
	@Fuzz/run --all $${FUZZ_SECONDS:-60}

# What takes too long for every test run: the pool under load, every request of every conversation failing in every way, the scenarios
# that are made of the largest flows, the large enumerations of the token cache, a thousand kills of a store, a kill at every
# step of every scenario, what the fuzzer's inputs reach and which planted faults it finds, all tests under the sanitizers, the
# client over URL loading, apps with the oldest and the newest swift-crypto, the public API beside that of the
# baseline, and fresh packages with the plugins, as those of the tutorial and of `flowc init` use them.
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

# Ten thousand random flows of two kinds (Docs/Evidence/GeneratedFlows.md), each run a hundred times and more, those of
# the first kind against a service that answers anything, with ten million events: hours, for nights.
prove: install
	@PROOF_FLOWS=10000 PROOF_RUNS=130 GRAMMAR_FLOWS=10000 GRAMMAR_RUNS=100 GRAMMAR_REFUSED=2000 MUTATIONS=all PROOF_SEED=$${PROOF_SEED:-20261} \
		$(SWIFT) test -c release --filter FlowProofTests

# Changes of the analysis by fixed operators, drawn by the commit's hash: each must fail a test (Docs/Evidence/Mutants.md). Half an hour or more.
mutants: install
	@.ci/mutants --count $${MUTANTS:-120} --report .build-mutants/report.txt

# The checks of every test run with the newest version of each peer, to see early what others have changed. They are no part of
# `make test`, whose outcome must not depend on the day.
peers-newest: install
	@$(SWIFT) build -c release --product flowc
	@$(SWIFT) build -c release --product flowc-run
	@.ci/check-peers .build/release/flowc --newest

# A host app on the command line for each style, each with the answers of Examples/Answers.
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

# Names, versions and licences of what the package is made of.
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
