// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The transports under test: each starts places and runs the same body in all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <skua/detail/base/atomic.hpp>

#include "transport/transport.hpp"

namespace transport_test {

/// Words that all places see without the transport; initially zero.
struct blackboard {
  static constexpr int words = 64;
  skua::base::atomic<std::uint64_t> word[words];
};

using body = std::function<void(skua::transport::endpoint&, blackboard&)>;

struct options {
  int places = 2;
  std::size_t capacity = 0;  ///< of a ring, where there are rings; 0: as usual
  int victim = -1;           ///< the place that is expected to die on the way
};

/// One way to start places. Another transport is one more entry of worlds().
struct world {
  std::string name;
  bool processes;  ///< places can be killed
  /// Runs the body at every place. The test fails if the body fails at a place, or if a place other
  /// than the victim dies.
  void (*run)(options const&, body const&);
};

/// All that this build and this machine have.
std::vector<world> const& worlds();
/// Those with processes as places.
std::vector<world> process_worlds();

inline std::ostream& operator<<(std::ostream& out, world const& w) { return out << w.name; }
inline std::string name_of(world const& w) { return w.name; }

}  // namespace transport_test
