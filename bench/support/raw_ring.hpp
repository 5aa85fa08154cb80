// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The baseline for everything between places of one host: a bare ring of one-line cells each way,
// without library code, to another process or another thread. Its round trip is the cost of the
// machine alone.
#pragma once

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/rounds.hpp"

namespace bench {

/// A single-producer single-consumer ring. It never checks for room: its user knows that there is
/// some.
template <std::uint64_t Cells>
struct raw_ring_of {
  static constexpr std::uint64_t cells = Cells;
  struct alignas(64) cell {
    std::atomic<std::uint64_t> sequence;
    std::uint64_t value;
  };
  cell entries[cells];

  void put(std::uint64_t index, std::uint64_t value) noexcept {
    cell& c = entries[index % cells];
    c.value = value;
    c.sequence.store(index + 1, std::memory_order_release);
  }
  bool get(std::uint64_t index, std::uint64_t& value) noexcept {
    cell& c = entries[index % cells];
    if (c.sequence.load(std::memory_order_acquire) != index + 1) return false;
    value = c.value;
    return true;
  }
};
using raw_ring = raw_ring_of<64>;

/// How the answering side waits.
enum class raw_wait { spinning, asleep };
/// The answering side: another process, or a thread of this one.
enum class raw_side { process, thread };

/// A partner that answers every message until it is destroyed.
class raw_partner {
 public:
  explicit raw_partner(raw_wait wait_mode, raw_side side = raw_side::process) : wait_mode_(wait_mode) {
    void* p = mmap(nullptr, sizeof(shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::runtime_error("no shared memory for the raw ring");
    s_ = static_cast<shared*>(p);
    if (side == raw_side::thread) {
      thread_ = std::thread([this] { serve(); });
      return;
    }
    pid_t const parent = getpid();
    child_ = fork();
    if (child_ < 0) throw std::runtime_error("no process for the raw ring");
    if (child_ > 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    serve();
  }
  raw_partner(raw_partner const&) = delete;
  raw_partner& operator=(raw_partner const&) = delete;
  ~raw_partner() {
    if (thread_.joinable()) {
      send(stop_request);
      thread_.join();
    } else {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
    munmap(s_, sizeof(shared));
  }

  /// A round trip, in nanoseconds; the caller spins. Throws if the answer is wrong.
  double round_trip() {
    std::uint64_t reply = 0;
    double const ns = nanoseconds_of([&] {
      ask();
      reply = await();
    });
    check(reply);
    return ns;
  }
  /// The halves of a round trip, for a caller with several partners.
  void ask() noexcept { send(next_ * 7); }
  std::uint64_t await() noexcept {
    std::uint64_t reply = 0;
    while (!s_->replies.get(next_ - 1, reply)) relax();
    return reply;
  }
  void check(std::uint64_t reply) const {
    if (reply != answer((next_ - 1) * 7)) throw std::runtime_error("the raw ring answered wrongly");
  }

 private:
  struct shared {
    raw_ring requests;
    raw_ring replies;
    alignas(64) std::atomic<std::uint32_t> bell;
    std::atomic<std::uint32_t> sleeping;
  };

  static constexpr std::uint64_t stop_request = ~std::uint64_t{0};
  static std::uint64_t answer(std::uint64_t request) noexcept { return request * 3 + 1; }

  static void relax() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

  void send(std::uint64_t request) noexcept {
    s_->requests.put(next_++, request);
    if (wait_mode_ == raw_wait::spinning) return;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (s_->sleeping.load(std::memory_order_relaxed) == 0) return;
    s_->bell.fetch_add(1, std::memory_order_release);
    futex(FUTEX_WAKE, INT_MAX);
  }

  void serve() noexcept {
    for (std::uint64_t i = 0;; ++i) {
      std::uint64_t const request = receive(i);
      if (request == stop_request) return;
      s_->replies.put(i, answer(request));
    }
  }

  void futex(int operation, std::uint32_t value) noexcept {
    syscall(SYS_futex, &s_->bell, operation, value, nullptr, nullptr, 0);
  }

  std::uint64_t receive(std::uint64_t index) noexcept {
    std::uint64_t request = 0;
    if (wait_mode_ == raw_wait::spinning) {
      while (!s_->requests.get(index, request)) relax();
      return request;
    }
    for (;;) {
      std::uint32_t const bell = s_->bell.load(std::memory_order_acquire);
      s_->sleeping.store(1, std::memory_order_relaxed);
      std::atomic_thread_fence(std::memory_order_seq_cst);
      if (s_->requests.get(index, request)) break;
      futex(FUTEX_WAIT, bell);
    }
    s_->sleeping.store(0, std::memory_order_relaxed);
    return request;
  }

  raw_wait wait_mode_;
  shared* s_;
  pid_t child_ = -1;
  std::thread thread_;
  std::uint64_t next_ = 0;
};

/// Round trips of one repetition: many in a row if both sides spin, otherwise far enough apart to
/// fall asleep.
inline std::vector<double> raw_round_trips(raw_wait wait_mode, raw_side side = raw_side::process) {
  bool const is_asleep = wait_mode == raw_wait::asleep;
  counts const n = is_asleep ? counts{size(200, 20), 5} : counts{size(20'000, 500), 1000};
  raw_partner partner(wait_mode, side);
  return take_samples(n, [&](int) {
    if (is_asleep) usleep(500);
    return partner.round_trip();
  });
}

/// The baseline as one number, for cases that report their ratio to it: the median in nanoseconds,
/// measured now.
inline double raw_round_trip_ns(raw_wait wait_mode, raw_side side = raw_side::process) {
  return median(raw_round_trips(wait_mode, side));
}

/// One message to each of this many processes, which sleep until it comes, and all their answers:
/// the median in nanoseconds.
inline double raw_fan_ns(int processes) {
  std::vector<std::unique_ptr<raw_partner>> partners;
  for (int i = 0; i < processes; ++i) partners.push_back(std::make_unique<raw_partner>(raw_wait::asleep));
  std::vector<std::uint64_t> replies(partners.size());
  return median(take_samples({size(2'000, 50), 20}, [&](int) {
    double const ns = nanoseconds_of([&] {
      for (auto const& p : partners) p->ask();
      for (std::size_t k = 0; k < partners.size(); ++k) replies[k] = partners[k]->await();
    });
    for (std::size_t k = 0; k < partners.size(); ++k) partners[k]->check(replies[k]);
    return ns;
  }));
}

}  // namespace bench
