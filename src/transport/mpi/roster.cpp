// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/mpi/roster.hpp"

#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include <skua/error.hpp>

#include "base/environment.hpp"
#include "base/escape.hpp"
#include "system/machine.hpp"

namespace skua::transport::mpi {

card own_card(std::uint64_t identity) {
  card mine{};
  mine.identity = identity;
  mine.pid = ::getpid();
  // env SKUA_MPI_RINGS: whether ranks of one host exchange messages through shared memory (on, the
  // default) or through MPI (off)
  char const* const rings = base::variable("SKUA_MPI_RINGS");
  std::string const wish = rings != nullptr ? rings : "on";
  if (wish != "on" && wish != "off")
    throw error("skua: SKUA_MPI_RINGS=" + base::escaped(wish) + ": expected on or off");
  mine.rings = wish == "on" ? 1 : 0;
  if (::gethostname(mine.host, sizeof mine.host - 1) != 0) std::strcpy(mine.host, "?");
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  boot.copy(mine.boot, sizeof mine.boot - 1);
  return mine;
}

void require_one_build(std::vector<card> const& all) {
  for (std::size_t place = 1; place < all.size(); ++place) {
    if (all[place].identity == all[0].identity) continue;
    throw error("skua: place " + std::to_string(place) + " (" + whereabouts(all[place]) +
                ") runs another build of the program than place 0 (" + whereabouts(all[0]) +
                "): start the same file at every place");
  }
}

bool same_host(card const& a, card const& b) noexcept {
  return std::strcmp(a.host, b.host) == 0 && std::strcmp(a.boot, b.boot) == 0;
}

std::string whereabouts(card const& of) { return "host " + std::string(of.host) + ", pid " + std::to_string(of.pid); }

bool wait_until_done(link& over, std::uint64_t limit_ns, void (*meanwhile)(link&)) {
  std::uint64_t const begin = system::monotonic_ns();
  long pause_ns = 0;
  for (;;) {
    meanwhile(over);
    if (over.done()) return true;
    std::uint64_t const passed = system::monotonic_ns() - begin;
    if (limit_ns != 0 && passed > limit_ns) return false;
    if (passed < 200'000) {
      ::sched_yield();
      continue;
    }
    pause_ns = pause_ns == 0 ? 20'000 : pause_ns < 1'000'000 ? pause_ns + pause_ns / 4 : pause_ns;
    timespec const t{0, pause_ns};
    ::nanosleep(&t, nullptr);
  }
}

}  // namespace skua::transport::mpi
