# `make run` shows what flowc does; `make test` passes the tests. Both install what is missing.

SWIFT ?= swift
FLOWC = .build/debug/flowc

.PHONY: run test bench docs install build clean

run: install build
	@.ci/show $(FLOWC)

test: install
	@.ci/test

bench: install
	@Benchmarks/run

docs: install build
	@.ci/docs $(FLOWC)
	@.ci/make-readme-picture $(FLOWC)

install:
	@.ci/install

build:
	@$(SWIFT) build --product flowc

clean:
	rm -rf .build .build-* out
