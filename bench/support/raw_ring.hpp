// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The baseline for everything between processes of one host: a bare ring of one-line cells each way, with nothing of the
// library in it. What it costs to go there and back is what the machine takes.
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
#include <stdexcept>
#include <vector>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/latency.hpp"

namespace bench {

/// A single-producer single-consumer ring; nobody is ever more than a few cells ahead here, so nothing checks for room.
struct raw_ring {
  static constexpr std::uint64_t cells = 64;
  struct alignas(64) cell {
    std::atomic<std::uint64_t> sequence;
    std::uint64_t value;
  };
  cell at[cells];

  void put(std::uint64_t index, std::uint64_t value) noexcept {
    cell& c = at[index % cells];
    c.value = value;
    c.sequence.store(index + 1, std::memory_order_release);
  }
  bool get(std::uint64_t index, std::uint64_t& value) noexcept {
    cell& c = at[index % cells];
    if (c.sequence.load(std::memory_order_acquire) != index + 1) return false;
    value = c.value;
    return true;
  }
};

/// How the answering process waits.
enum class raw_wait { spinning, asleep };

/// A second process that answers every message, until destroyed.
class raw_partner {
 public:
  explicit raw_partner(raw_wait how) : how_(how) {
    void* p = mmap(nullptr, sizeof(shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::runtime_error("no shared memory for the raw ring");
    s_ = static_cast<shared*>(p);
    pid_t const parent = getpid();
    child_ = fork();
    if (child_ < 0) throw std::runtime_error("no process for the raw ring");
    if (child_ > 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    for (std::uint64_t i = 0;; ++i) s_->back.put(i, answer(receive(i)));
  }
  raw_partner(raw_partner const&) = delete;
  raw_partner& operator=(raw_partner const&) = delete;
  ~raw_partner() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    munmap(s_, sizeof(shared));
  }

  /// There and back, in nanoseconds; the caller spins. Throws if the answer is wrong.
  double round_trip() {
    std::uint64_t const i = next_++;
    std::uint64_t const question = i * 7;
    std::uint64_t reply = 0;
    auto const begin = wall_ns();
    s_->there.put(i, question);
    if (how_ == raw_wait::asleep) {
      std::atomic_thread_fence(std::memory_order_seq_cst);
      if (s_->sleeping.load(std::memory_order_relaxed) != 0) {
        s_->bell.fetch_add(1, std::memory_order_release);
        futex(FUTEX_WAKE, INT_MAX);
      }
    }
    while (!s_->back.get(i, reply)) relax();
    auto const end = wall_ns();
    if (reply != answer(question)) throw std::runtime_error("the raw ring answered wrongly");
    return static_cast<double>(end - begin);
  }

 private:
  struct shared {
    raw_ring there;
    raw_ring back;
    alignas(64) std::atomic<std::uint32_t> bell;
    std::atomic<std::uint32_t> sleeping;
  };

  static std::uint64_t answer(std::uint64_t question) noexcept { return question * 3 + 1; }

  static void relax() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

  void futex(int operation, std::uint32_t value) noexcept {
    syscall(SYS_futex, &s_->bell, operation, value, nullptr, nullptr, 0);
  }

  std::uint64_t receive(std::uint64_t index) noexcept {
    std::uint64_t question = 0;
    if (how_ == raw_wait::spinning) {
      while (!s_->there.get(index, question)) relax();
      return question;
    }
    for (;;) {
      std::uint32_t const bell = s_->bell.load(std::memory_order_acquire);
      s_->sleeping.store(1, std::memory_order_relaxed);
      std::atomic_thread_fence(std::memory_order_seq_cst);
      if (s_->there.get(index, question)) break;
      futex(FUTEX_WAIT, bell);
    }
    s_->sleeping.store(0, std::memory_order_relaxed);
    return question;
  }

  raw_wait how_;
  shared* s_;
  pid_t child_;
  std::uint64_t next_ = 0;
};

/// Round trips of one repetition: many in a row when both spin; far enough apart to fall asleep otherwise.
inline std::vector<double> raw_round_trips(raw_wait how) {
  bool const asleep = how == raw_wait::asleep;
  int const warm_up = asleep ? 5 : 1000;
  int const samples = asleep ? size(200, 20) : size(20'000, 500);
  raw_partner partner(how);
  std::vector<double> ns;
  for (int i = -warm_up; i < samples; ++i) {
    if (asleep) usleep(500);
    double const took = partner.round_trip();
    if (i >= 0) ns.push_back(took);
  }
  return ns;
}

/// The baseline as one number, for cases that report their ratio to it: the median in nanoseconds, measured now.
inline double raw_round_trip_ns(raw_wait how) { return quantile(raw_round_trips(how), 0.5); }

}  // namespace bench
