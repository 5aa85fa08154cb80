// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The description of each rank, which all ranks exchange before the first message.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "transport/mpi/link.hpp"

namespace skua::transport::mpi {

/// The description of one rank.
struct rank_info {
  std::uint64_t identity;  ///< of the build
  std::int32_t pid;
  std::uint32_t rings;    ///< whether it uses rings to the ranks of its host
  std::uint32_t silence;  ///< seconds after which a host that does not answer is lost; 0: never
  char host[128];         ///< host name, with its terminating zero
  char boot[40];          ///< boot id of the kernel that it runs on: host names need not be unique
};

/// The description of this process. Throws skua::error for a variable that it cannot use.
[[nodiscard]] rank_info own_rank_info(std::uint64_t identity);

/// Allgather: the `own_value` of every rank, in the order of ranks. T must be trivially copyable.
/// Collective.
template <class T>
[[nodiscard]] std::vector<T> gather(link& connection, T const& own_value);

/// Throws skua::error if the ranks do not all run the same build.
void require_one_build(std::vector<rank_info> const& rank_infos);

/// Whether two ranks run on one host. Containers of one kernel with different host names count as
/// different hosts.
[[nodiscard]] bool same_host(rank_info const& left, rank_info const& right) noexcept;
/// "host node1, pid 4711"
[[nodiscard]] std::string location(rank_info const& rank);

/// Whether a rank of this host has ended or is about to. The launcher learns of an end, and kills
/// the other ranks, as soon as the kernel has closed the connections of the process; later the
/// kernel reports the end.
[[nodiscard]] bool is_ending(rank_info const& rank) noexcept;

/// The text after "place R (location)" in the message that the `ended` ranks, R among them, have
/// ended. The launcher kills all other ranks, in any order, when it has lost one: the first of
/// several ends is not known, so the text names all of them (their number, above 8).
[[nodiscard]] std::string text_of_ends(std::vector<int> const& ended, int rank,
                                       std::vector<rank_info> const& rank_infos);

/// Polls until the last collective operation has ended, or until `limit_ns` have passed (0: no
/// limit); returns whether it has ended. Calls `before_poll` before each poll. The sleeps between
/// polls grow from 20 µs to 1 ms.
bool wait_until_done(link& connection, std::uint64_t limit_ns, std::function<void(link&)> const& before_poll);

template <class T>
std::vector<T> gather(link& connection, T const& own_value) {
  std::vector<T> values(static_cast<std::size_t>(connection.places()));
  connection.gather(&own_value, sizeof own_value, values.data());
  wait_until_done(connection, 0, [](link&) {});
  return values;
}

}  // namespace skua::transport::mpi
