// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common part of the programs of these tests: checks that end the job, a mailbox, a barrier
// made of messages.
#pragma once

#include <sched.h>
#include <time.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

#include "transport/transport.hpp"

namespace job {

using skua::transport::bytes;
using skua::transport::endpoint;

inline double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Processor time of this thread.
inline double thread_seconds() {
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

inline int& place_of_messages() {
  static int place = -1;
  return place;
}

inline void check(bool good, char const* condition, int line) {
  if (good) return;
  std::fprintf(stderr, "place %d, line %d: not true: %s\n", place_of_messages(), line, condition);
  std::_Exit(1);  // the launcher ends the other ranks
}
#define CHECK(x) ::job::check((x), #x, __LINE__)

template <class T>
bytes bytes_of(T const& value) {
  return std::as_bytes(std::span<T const, 1>(&value, 1));
}

enum kind : std::uint32_t { barrier_kind = 1, data_kind = 2, echo_kind = 3, reply_kind = 4 };

/// Counts barrier messages and hands all others to `on_message`.
class box final : public skua::transport::sink {
 public:
  explicit box(endpoint& e) : end_(e), barriers_(static_cast<std::size_t>(e.places())) {
    place_of_messages() = e.here();
  }

  std::function<void(int, std::uint32_t, bytes)> on_message = [](int, std::uint32_t, bytes) { CHECK(false); };
  std::function<void(int, char const*)> on_loss = [](int place, char const* cause) {
    std::fprintf(stderr, "place %d %s\n", place, cause);
    CHECK(false);  // a place was lost
  };

  void receive(int from, std::uint32_t kind, bytes body) noexcept override {
    if (kind == barrier_kind)
      ++barriers_[static_cast<std::size_t>(from)];
    else
      on_message(from, kind, body);
  }
  void lost(int place, char const* cause) noexcept override { on_loss(place, cause); }

  endpoint& end() noexcept { return end_; }
  /// Polls until the condition holds, 60 s at most; yields the processor between polls.
  template <class Condition>
  void until(Condition condition) {
    for (double const begin = seconds(); !condition();) {
      CHECK(seconds() - begin < 60);
      if (end_.poll(*this, 64) == 0) ::sched_yield();
    }
  }
  void send(int to, std::uint32_t kind, bytes head, bytes body) {
    until([&] { return end_.try_send(to, kind, head, body); });
  }
  void barrier() {
    ++rounds_;
    for (int p = 0; p < end_.places(); ++p) {
      if (p != end_.here()) send(p, barrier_kind, {}, {});
    }
    until([&] {
      for (int p = 0; p < end_.places(); ++p) {
        if (p != end_.here() && barriers_[static_cast<std::size_t>(p)] < rounds_) return false;
      }
      return true;
    });
  }

 private:
  endpoint& end_;
  std::vector<int> barriers_;
  int rounds_ = 0;
};

}  // namespace job
