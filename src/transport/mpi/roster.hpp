// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who the ranks are: what each tells the others before the first message.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "transport/mpi/link.hpp"

namespace skua::transport::mpi {

/// What a rank says about itself.
struct card {
  std::uint64_t identity;  ///< of the build
  std::int32_t pid;
  std::uint32_t rings;  ///< whether it wants rings with the ranks of its host
  char host[128];       ///< as long as a host name may be, and a zero
  char boot[40];        ///< of the kernel it runs on: host names need not be unique
};

/// This process's card. SKUA_MPI_RINGS=off: no rings.
[[nodiscard]] card own_card(std::uint64_t identity);

/// Every rank's `mine`, in the order of ranks; for plain data. Collective.
template <class T>
[[nodiscard]] std::vector<T> gather(link& over, T const& mine);

/// Throws skua::error if the ranks do not all run the same build.
void require_one_build(std::vector<card> const& all);

/// Whether two ranks run on one host. Two hosts made by name spaces of one kernel are two, for they
/// have two names.
[[nodiscard]] bool same_host(card const& a, card const& b) noexcept;
/// "host node1, pid 4711"
[[nodiscard]] std::string whereabouts(card const& of);

/// Looks until the collective call that was begun last has ended or `limit_ns` have passed (0: no
/// limit), calling `meanwhile` before each look; whether it has ended. Sleeps longer and longer
/// between looks.
bool wait_until_done(link& over, std::uint64_t limit_ns, void (*meanwhile)(link&));

template <class T>
std::vector<T> gather(link& over, T const& mine) {
  std::vector<T> all(static_cast<std::size_t>(over.places()));
  over.gather(&mine, sizeof mine, all.data());
  wait_until_done(over, 0, [](link&) {});
  return all;
}

}  // namespace skua::transport::mpi
