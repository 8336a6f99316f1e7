# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by .ci/run and .ci/nightly, from the repository's root.
#   find_models     says where the files lie that tests of real models read
#   run_stages NAME…  calls these functions; one that fails does not keep the others from running, and
#                   the summary names it. Status 1 if any failed

find_models() { # beside a checkout, if anywhere
  local kind name
  for kind in corpus cases; do
    name="MORPH_${kind^^}"
    if [[ -d ../shared/$kind ]]; then
      export "$name=$(realpath "../shared/$kind")"
    elif [[ -z "${!name:-}" ]]; then
      echo "No ../shared/$kind, so the tests that need $name skip."
    fi
  done
}

run_stages() {
  local stage started result took failures=0 summary=()
  for stage in "$@"; do
    printf '\n==== %s\n' "$stage"
    started=$SECONDS
    result=passed
    if ! "$stage"; then
      result=FAILED
      failures=$((failures + 1))
    fi
    took=$((SECONDS - started))
    summary+=("$(printf '%3d.%d min  %s  %s' $((took / 60)) $((took % 60 / 6)) $result "$stage")")
  done
  printf '\n==== summary\n'
  printf '%s\n' "${summary[@]}"
  return $((failures > 0))
}
