// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a test may do to a simulated world from outside: spoil messages, to show that such bugs are
// found, and look at everything after each step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skua::remote {
struct job;
}

namespace skua::world {

class meddler {
 public:
  /// What becomes of a message.
  struct fate {
    int copies = 1;
    std::uint64_t late_ns = 0;  ///< those behind it overtake it
  };
  /// One is about to leave; its bytes may be altered. `kind`: remote::kind.
  virtual fate sends([[maybe_unused]] int from, [[maybe_unused]] int to, [[maybe_unused]] std::uint32_t kind,
                     [[maybe_unused]] std::vector<std::byte>& body) {
    return {};
  }
  /// The world has made a step. Nobody is in the middle of anything that a lock protects.
  virtual void stepped() {}

 protected:
  ~meddler() = default;
};

}  // namespace skua::world
