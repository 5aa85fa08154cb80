// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fault injection and observation for tests of the simulator: a test can corrupt messages, to show
// that the checks find such bugs, and inspect all state after each step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skua::remote {
struct job;
}

namespace skua::sim {

class fault_injector {
 public:
  /// The treatment of a message.
  struct message_fault {
    int copies = 1;
    std::uint64_t late_ns = 0;  ///< delay, by which later messages may overtake it
  };
  /// Called before a message is sent; may change its bytes. `kind`: remote::kind.
  virtual message_fault sends([[maybe_unused]] int from, [[maybe_unused]] int to, [[maybe_unused]] std::uint32_t kind,
                              [[maybe_unused]] std::vector<std::byte>& body) {
    return {};
  }
  /// Called after each step of the simulator. No simulated thread holds a lock then.
  virtual void stepped() {}

 protected:
  ~fault_injector() = default;
};

}  // namespace skua::sim
