# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Read by `dev`: installs missing Debian packages. Needs `die` and dev_progress.sh.

installed() { [[ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]; }

# missing PACKAGE…: prints the packages that are not installed. One call of dpkg-query if none is
# missing.
missing() {
  local states package
  if states="$(dpkg-query -W -f='${db:Status-Status}\n' "$@" 2>/dev/null)" && ! grep -qvx installed <<<"$states"; then
    return
  fi
  for package in "$@"; do installed "$package" || printf '%s ' "$package"; done
}

# as_root COMMAND…: runs it directly for root, else through sudo, which asks for a password only on
# a terminal.
as_root() {
  if [[ $EUID -eq 0 ]]; then "$@"
  elif [[ -t 0 ]]; then sudo "$@"
  else sudo -n "$@"
  fi
}

can_be_root() {
  [[ $EUID -eq 0 ]] && return
  command -v sudo >/dev/null || return 1
  [[ -t 0 ]] || sudo -n true 2>/dev/null
}

# install PACKAGE…: fails with one line that says why.
install() {
  echo "dev: installing with apt-get: $*"
  [[ $EUID -eq 0 || ! -t 0 ]] || sudo -v
  local log reason
  log="$(mktemp)" || die "cannot write to ${TMPDIR:-/tmp}: make room there"
  local script='apt-get update -qq &&
    exec apt-get -o DPkg::Lock::Timeout=120 install -y -q --no-install-recommends "$@"'
  if shown "installing $# packages" "$log" as_root env DEBIAN_FRONTEND=noninteractive sh -c "$script" sh "$@"; then
    rm -f "$log"
    return
  fi
  reason="$(grep -m 1 -E '^E: ' "$log" || true)"
  if grep -qE 'Temporary failure resolving|Could not resolve|Could not connect|Network is unreachable' "$log"; then
    reason='its servers cannot be reached'
  elif grep -q 'No space left on device' "$log"; then
    reason='the disk is full'
  fi
  rm -f "$log"
  echo "dev: apt-get could not install: $* (${reason:-it gave no reason}): install them and run this command again" >&2
  return 1
}

# need PACKAGE…: installs missing packages, or ends the script with one clear line. With
# DEV_NO_INSTALL=1 it checks nothing.
need() {
  [[ -n "${DEV_NO_INSTALL:-}" ]] && return
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    die "not a Debian system: install the equivalents of '$*' and set DEV_NO_INSTALL=1"
  fi
  local lacking
  lacking="$(missing "$@")"
  [[ -z "$lacking" ]] && return
  can_be_root || die "missing packages and neither root nor sudo: ask for 'apt-get install ${lacking% }'"
  # shellcheck disable=SC2086  # a list of words
  install $lacking || exit 1
}

# want PACKAGE…: the same, but if it is not possible, it prints a line and continues.
want() {
  [[ -n "${DEV_NO_INSTALL:-}" ]] && return
  command -v dpkg-query >/dev/null || return 0
  local lacking
  lacking="$(missing "$@")"
  [[ -z "$lacking" ]] && return
  # shellcheck disable=SC2086
  { can_be_root && install $lacking; } || echo "dev: going on without: ${lacking% }"
}

