# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by the other scripts, from the repository's root.
#   run COMMAND…              echoes a command, then runs it
#   install_packages SECTION… installs what is missing of these sections of scripts/packages.txt

run() {
  printf '$ %s\n' "$*"
  "$@"
}

packages_of() { # the names in the given sections, one a line
  local line section='' wanted=" $* "
  while read -r line; do
    line="${line%%#*}"
    line="${line//[[:space:]]/}"
    case "$line" in
      '') ;;
      '['*']') section="${line:1:-1}" ;;
      *) if [[ "$wanted" == *" $section "* ]]; then echo "$line"; fi ;;
    esac
  done < scripts/packages.txt
}

install_packages() {
  local package privilege=() missing=()
  if ! command -v apt-get > /dev/null || ! command -v dpkg-query > /dev/null; then
    if command -v cmake > /dev/null && command -v ninja > /dev/null && command -v c++ > /dev/null; then
      echo "No apt-get here; going on with what is installed. CMake names what it lacks."
      return 0
    fi
    echo "No apt-get here. Please install, under the names that your system gives them:" >&2
    packages_of "$@" | sed 's/^/  /' >&2
    return 1
  fi
  for package in $(packages_of "$@"); do
    if [[ "$(dpkg-query -W -f '${Status}' "$package" 2> /dev/null)" != *' installed' ]]; then
      missing+=("$package")
    fi
  done
  if [[ ${#missing[@]} -eq 0 ]]; then return 0; fi # nothing asks the network
  if [[ $EUID -ne 0 ]]; then
    if ! command -v sudo > /dev/null; then
      echo "Neither root nor sudo here. Please install: ${missing[*]}" >&2
      return 1
    fi
    privilege=(sudo)
  fi
  run "${privilege[@]}" apt-get update &&
    run "${privilege[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install --yes --no-install-recommends "${missing[@]}"
}
