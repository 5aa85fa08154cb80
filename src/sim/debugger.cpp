// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sim/debugger.hpp"

#include <csignal>
#include <cstdio>

#include <skua/detail/base/config.hpp>

#include "base/number_text.hpp"

std::uint64_t skua_simulated_events = 0;
std::uint64_t skua_simulated_time = 0;
std::uint64_t skua_stop_at_event = 0;

namespace skua::sim {

void stop_in_debugger() noexcept {
  std::fprintf(stderr, "skua: the simulation stops at event %llu, at %s s (stop=, or skua step)\n",
               static_cast<unsigned long long>(skua_simulated_events),
               base::fixed(static_cast<double>(skua_simulated_time) * 1e-9, 9).c_str());
  std::fflush(stderr);
  (void)std::raise(SIGTRAP);
}

}  // namespace skua::sim
