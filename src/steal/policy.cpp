// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The defaults of policies, and the amounts.
#include "steal/policy.hpp"

#include <algorithm>

namespace skua::steal {

std::size_t amount::of(std::size_t available) const noexcept {
  switch (kind) {
    case amount_kind::one:
      return std::min<std::size_t>(1, available);
    case amount_kind::half:
      return available - available / 2;
    case amount_kind::chunk:
      break;
  }
  return std::min<std::size_t>(chunk, available);
}

void policy::answered(int, std::size_t, std::uint64_t) {}

void policy::heard(int, load const&) {}

bool policy::wants_load() const { return false; }

load_measurement policy::measurement() const { return {}; }

bool policy::gossips() const { return false; }

void policy::set_now(std::uint64_t) {}

load_hint policy::gossip(int) { return {}; }

std::span<int const> policy::probes() const { return {}; }

std::size_t policy::enough_probes() const { return probes().size(); }

void policy::probed(int place, load const& value, std::uint64_t) { heard(place, value); }

std::uint64_t policy::refresh() { return 0; }

bool policy::has_target() const { return false; }

bool policy::asks_ahead() const { return false; }

}  // namespace skua::steal
