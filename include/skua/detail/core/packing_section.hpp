// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The time that workers spend on turning values into bytes and back, for detailed statistics.
#pragma once

#include <skua/wire/wire.hpp>

namespace skua::observe {
struct worker_counters;
}
namespace skua::sched {

/// Detailed statistics: between construction and destruction the calling worker packs, or makes
/// objects of bytes. For code that does not suspend. Without detailed statistics, and on a thread
/// that is not a worker, it does nothing.
class packing_section {
 public:
  packing_section() noexcept;
  ~packing_section();
  packing_section(packing_section const&) = delete;
  packing_section& operator=(packing_section const&) = delete;

 private:
  observe::worker_counters* counters_ = nullptr;
  unsigned outer_ = 0;  // the phase before
};

/// wire::encode as a packing section. A value that is copied as its bytes takes less time than the
/// clock: it is not measured.
template <class T>
void encode_timed(wire::writer& to, T const& value) {
  if constexpr (wire::bitwise_serializable<T>) {
    wire::encode(to, value);
  } else {
    packing_section const timed;
    wire::encode(to, value);
  }
}

/// wire::decode as a packing section.
template <class T>
T decode_timed(wire::reader& from) {
  if constexpr (wire::bitwise_serializable<T>) {
    return wire::decode<T>(from);
  } else {
    packing_section const timed;
    return wire::decode<T>(from);
  }
}

}  // namespace skua::sched
