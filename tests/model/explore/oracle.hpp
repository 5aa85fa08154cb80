// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of the explorer to the memory model: it makes a choice, or ends this execution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace skua::model {

/// One step as it appears in a trace.
struct event {
  char const* operation;
  std::uint32_t location;  // no_location when there is none
  std::uint64_t value;
  int order;           // a std::memory_order, or -1
  std::size_t missed;  // for reads: how many newer stores it did not see
};

inline constexpr std::uint32_t no_location = ~std::uint32_t{0};

class oracle {
 public:
  virtual std::size_t choose(std::size_t alternatives) = 0;
  [[noreturn]] virtual void fail(std::string text) = 0;
  virtual void note(event const& e) = 0;

  oracle() = default;
  oracle(oracle const&) = delete;
  oracle& operator=(oracle const&) = delete;

 protected:
  ~oracle() = default;
};

}  // namespace skua::model
