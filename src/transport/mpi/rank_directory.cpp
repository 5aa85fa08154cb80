// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/mpi/rank_directory.hpp"

#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <skua/error.hpp>

#include "base/environment.hpp"
#include "base/escape.hpp"
#include "base/parse.hpp"
#include "system/files.hpp"
#include "system/machine.hpp"
#include "system/proc.hpp"

namespace skua::transport::mpi {

rank_info own_rank_info(std::uint64_t identity) {
  rank_info own{};
  own.identity = identity;
  own.pid = ::getpid();
  // env SKUA_MPI_RINGS: whether ranks of one host exchange messages through shared memory (on, the
  // default) or through MPI (off)
  char const* const rings = base::variable("SKUA_MPI_RINGS");
  std::string const setting = rings != nullptr ? rings : "on";
  if (setting != "on" && setting != "off")
    throw error("skua: SKUA_MPI_RINGS=" + base::escaped(setting) + ": expected on or off");
  own.rings = setting == "on" ? 1 : 0;
  // env SKUA_MPI_SILENCE: seconds after which the places of a host that does not answer are lost
  // (default 30; that of place 0 counts); 0: lost places of other hosts are left to the launcher
  char const* const silence = base::variable("SKUA_MPI_SILENCE");
  auto const seconds = base::parse_c_number(silence != nullptr ? silence : "30", 0, 86'400);
  if (!seconds) throw error("skua: SKUA_MPI_SILENCE=" + base::escaped(silence) + ": expected seconds from 0 to 86400");
  own.silence = static_cast<std::uint32_t>(*seconds);
  if (::gethostname(own.host, sizeof own.host - 1) != 0) std::strcpy(own.host, "?");
  std::string const boot = system::first_line("/proc/sys/kernel/random/boot_id");
  boot.copy(own.boot, sizeof own.boot - 1);
  return own;
}

void require_one_build(std::vector<rank_info> const& rank_infos) {
  for (std::size_t place = 1; place < rank_infos.size(); ++place) {
    if (rank_infos[place].identity == rank_infos[0].identity) continue;
    throw error("skua: place " + std::to_string(place) + " (" + location(rank_infos[place]) +
                ") does not run the same build of the program as place 0 (" + location(rank_infos[0]) +
                "): start the same file at every place");
  }
}

bool same_host(rank_info const& left, rank_info const& right) noexcept {
  return std::strcmp(left.host, right.host) == 0 && std::strcmp(left.boot, right.boot) == 0;
}

std::string location(rank_info const& rank) {
  return "host " + std::string(rank.host) + ", pid " + std::to_string(rank.pid);
}

bool is_ending(rank_info const& rank) noexcept {
  if (::kill(rank.pid, 0) != 0 && errno == ESRCH) return true;
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/stat", rank.pid);
  return system::read_stat(path).is_ending;
}

std::string text_of_ends(std::vector<int> const& ended, int rank, std::vector<rank_info> const& rank_infos) {
  constexpr std::size_t most_named = 8;
  if (ended.size() == 1) return "has ended without leaving";
  if (ended.size() > most_named)
    return "and " + std::to_string(ended.size() - 1) + " other places have ended without leaving";
  std::string text;
  for (int const other : ended) {
    if (other == rank) continue;
    text += "and place " + std::to_string(other) + " (pid " +
            std::to_string(rank_infos[static_cast<std::size_t>(other)].pid) + ") ";
  }
  return text + "have ended without leaving";
}

bool wait_until_done(link& connection, std::uint64_t limit_ns, std::function<void(link&)> const& before_poll) {
  std::uint64_t const begin = system::monotonic_ns();
  long pause_ns = 0;
  for (;;) {
    before_poll(connection);
    if (connection.done()) return true;
    std::uint64_t const passed = system::monotonic_ns() - begin;
    if (limit_ns != 0 && passed > limit_ns) return false;
    if (passed < 200'000) {
      ::sched_yield();
      continue;
    }
    pause_ns = pause_ns == 0 ? 20'000 : pause_ns < 1'000'000 ? pause_ns + pause_ns / 4 : pause_ns;
    timespec const time{0, pause_ns};
    ::nanosleep(&time, nullptr);
  }
}

}  // namespace skua::transport::mpi
