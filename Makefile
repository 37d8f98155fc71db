# Hotspotter. Each target does all the set-up that it needs.
.DEFAULT_GOAL := help
.PHONY: help demo down status up build images generate verify fmt test unit it sidecar-test chart-test cluster-test demo-test e2e test-faults test-upgrade test-month test-kubernetes-1.34 test-vm bench-render bench-jobs reproducible sbom scan release bundle release-test clean
SHELL := bash
.SHELLFLAGS := -euo pipefail -c

CLUSTER := operator/local-cluster
MVN := . $(CLUSTER)/env.sh && mvn -B -ntp -f operator/pom.xml
DEMO_MVN := . $(CLUSTER)/env.sh && mvn -B -ntp -f docs/demo/pom.xml
CRD := crds/hotspotter.dev_profilejobs.yaml
CHART_CRD := charts/hotspotter/files/crds/hotspotter.dev_profilejobs.yaml

help: ## List the targets
	@awk -F ':.*## ' '/^##@/ { printf "\n%s\n", substr($$0, 5) } /^[a-z0-9.-]+:.*## / { printf "  %-20s %s\n", $$1, $$2 }' Makefile

##@ Try it
demo: ## Set up all, profile the demo workload on a local Kubernetes, print the links (20 minutes at first, then one); CONTEXT= or KUBECONFIG=, and REGISTRY=: on your own cluster
	@$(if $(filter command,$(firstword $(origin KUBECONFIG)) $(firstword $(origin CONTEXT))),CONTEXT='$(CONTEXT)' docs/demo/existing.sh '$(REGISTRY)',docs/demo/run.sh)
down: ## Stop the local Kubernetes and take away all it put on the machine
	@$(CLUSTER)/down.sh
status: ## Show the local Kubernetes
	@$(CLUSTER)/status.sh
up: images ## Start the local Kubernetes with the images built here
	@$(CLUSTER)/up.sh

##@ Build
build: ## Build the operator, the sidecar (amd64 and arm64) and the demo workload
	@$(CLUSTER)/setup.sh && $(CLUSTER)/build.sh
images: build ## Build the container images
	@$(CLUSTER)/tools.sh && $(CLUSTER)/images.sh
generate: ## Write the CRD and the reference pages of ProfileJob and metrics from the code, into crds/, the chart and docs/
	@$(CLUSTER)/setup.sh
	@$(MVN) -q test-compile exec:java@generate-crd exec:java@generate-reference exec:java@generate-metrics-page
	@cp $(CRD) $(CHART_CRD)
verify: generate ## Fail if generated files, formats or commits are not as they should be
	@$(CLUSTER)/setup.sh test && $(CLUSTER)/tools.sh gofumpt staticcheck
	@git diff --exit-code -- crds charts/hotspotter/files docs/reference/profilejob.md docs/reference/metrics.md || { echo "generated files are not up to date: run 'make generate' and commit"; exit 1; }
	@.ci/lint
fmt: ## Format the code
	@$(CLUSTER)/setup.sh test && $(CLUSTER)/tools.sh gofumpt
	@.ci/lint --fix

##@ Test (* takes down the local Kubernetes that runs, a demo's too, and ends without one)
test: ## * Set up all and pass all tests; ends with the test runners' summaries
	@.ci/test
unit: ## Tests of the operator without I/O
	@$(CLUSTER)/setup.sh
	@$(MVN) test
it: ## Tests of the operator with a real API server, object stores and JVM
	@$(CLUSTER)/setup.sh chart && $(CLUSTER)/tools.sh etcd kube-apiserver kubectl versitygw minio && charts/tests/grafana/panel/bundle.sh
	@$(MVN) verify -DskipUnitTests
sidecar-test: ## Tests of the sidecar, with real JVMs, async-profiler and object stores
	@$(CLUSTER)/setup.sh test && $(CLUSTER)/tools.sh versitygw minio
	@sidecar/test.sh
chart-test: ## Tests of the chart without a cluster
	@$(CLUSTER)/setup.sh chart && $(CLUSTER)/tools.sh helm kubeconform helm-unittest
	@bats charts
cluster-test: images ## * Tests of the local Kubernetes itself
	@$(CLUSTER)/setup.sh test
	@bats $(CLUSTER)
demo-test: images ## * Tests of the demo workload, and of 'make demo' itself
	@$(DEMO_MVN) verify
	@$(CLUSTER)/setup.sh test
	@bats docs/demo
e2e: images ## * Tests of everything together on the local Kubernetes
	@$(CLUSTER)/setup.sh test && operator/e2e.sh
test-faults: images ## * Each fault alone, at random moments, up to 50 times: nothing is lost, no target is harmed (hours)
	@$(CLUSTER)/setup.sh test && operator/e2e.sh -Dit.test=FaultsE2E -Dfaults=whole
test-upgrade: ## * An upgrade from the version of the commit or tag FROM=, while jobs record (10 minutes)
	@operator/upgrade.sh '$(FROM)'
test-month: images ## * 700 jobs against one pod: what they cost up to the limit of sidecars per pod, and what they say beyond (15 minutes)
	@$(CLUSTER)/setup.sh test && operator/e2e.sh -Dit.test=MonthE2E
test-kubernetes-1.34: images ## * The compatibility matrix on Kubernetes 1.34, which no other target builds (10 minutes more at first)
	@export KUBERNETES=1.34; $(CLUSTER)/setup.sh test && $(CLUSTER)/tools.sh && operator/e2e.sh -Dit.test=MatrixE2E
test-vm: images ## The sidecar's tests and a ProfileJob on cgroup v2, and the sidecar's tests on arm64, in emulated machines (hours)
	@$(CLUSTER)/setup.sh vm
	@$(CLUSTER)/vm/sidecar.sh amd64
	@$(CLUSTER)/vm/kubernetes.sh
	@$(CLUSTER)/vm/sidecar.sh arm64

##@ Measure
bench-render: ## Bytes per CPU second of rendering beside those of jfrconv, and what it takes to merge a thousand recordings
	@$(CLUSTER)/setup.sh
	@$(MVN) -q test-compile exec:exec@bench-render
bench-jobs: ## Memory and start of an operator with 10,000 finished jobs, against their limits (4 minutes)
	@$(CLUSTER)/setup.sh test && $(CLUSTER)/tools.sh etcd kube-apiserver versitygw
	@$(MVN) -q verify -DskipUnitTests -Dit.test=ManyFinishedJobsIT -Dfinished.jobs=10000

##@ Release
reproducible: ## Build the images of operator and sidecar twice, and compare them bit for bit (3 to 7 minutes)
	@$(CLUSTER)/setup.sh && .ci/release/reproducible
sbom: images ## Write the SPDX documents of images and chart into build/sbom
	@$(CLUSTER)/images.sh --oci build/oci operator sidecar && .ci/release/sbom build/oci
scan: sbom ## Look up all that the images hold among the known vulnerabilities of osv.dev
	@$(CLUSTER)/tools.sh osv-scanner && .ci/release/scan
release: ## Write images, chart, SPDX documents and checksums into build/release; VERSION=, and GPG_KEY=, COSIGN_KEY= to sign, REGISTRY= to push
	@$(CLUSTER)/setup.sh && $(CLUSTER)/tools.sh helm $(if $(REGISTRY),crane) $(if $(COSIGN_KEY),cosign)
	@.ci/release/release '$(VERSION)'
bundle: ## Write the bundle for the Operator Lifecycle Manager into build/bundle
	@$(CLUSTER)/setup.sh && $(CLUSTER)/tools.sh helm && .ci/release/bundle
release-test: ## Tests of a release: signatures, checksums, digests, documents, scan, bundle (10 minutes on a busy machine, and the tools at first)
	@$(CLUSTER)/setup.sh test && $(CLUSTER)/tools.sh helm kubeconform osv-scanner crane cosign
	@bats .ci/release

##@ Clean up
clean: ## Remove what was built in the checkout; the cache outside stays
	rm -rf build operator/target docs/demo/target sidecar/profiler/target
