// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A rank's end: rings to the ranks of its host, where there are any, and MPI to all others.
//
// With all ranks on one host MPI only boots, and a sleeper really sleeps. MPI cannot wake anybody:
// with ranks elsewhere the sleeper looks again and again, less and less often while nothing comes
// (patience.hpp).
//
// Threads: M1  MPI is called by one thread at a time, the holder of `calls_`, so a level of
//    MPI_THREAD_SERIALIZED is enough.
// M2  Only the poller takes messages off the link, and it does not hold `calls_` while it delivers
//    one: the receiver may send.
// Edge WAKE: wake -> sleep.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <skua/base/atomic.hpp>
#include <skua/base/spinlock.hpp>

#include "transport/mpi/host_rings.hpp"
#include "transport/mpi/link.hpp"
#include "transport/mpi/patience.hpp"
#include "transport/mpi/roster.hpp"
#include "transport/mpi/watch.hpp"
#include "transport/transport.hpp"

namespace skua::transport::mpi {

class rank_endpoint final : public endpoint {
 public:
  /// `ended` is told by the destructor whether all ranks have come to their end in order.
  rank_endpoint(std::unique_ptr<link> over, std::vector<card> all, void (*ended)(bool in_order) noexcept);
  ~rank_endpoint() override;

  char const* name() const noexcept override { return "mpi"; }
  int here() const noexcept override { return here_; }
  int places() const noexcept override { return static_cast<int>(all_.size()); }
  limits bounds() const noexcept override;
  bool near(int place) const noexcept override;
  std::string whereabouts(int place) const override;

  bool try_send(int to, std::uint32_t kind, bytes head, bytes body) noexcept override;
  int poll(sink& to, int most) noexcept override;
  bool pending() const noexcept override;
  void sleep(std::uint64_t timeout_ns) noexcept override;
  void wake() noexcept override;
  void quiet(bool on) noexcept override;
  std::byte* memory(int place) noexcept override;
  traffic sent() const noexcept override { return host_.endpoint ? host_.endpoint->sent() : traffic{}; }
  void leave() noexcept override;
  int code_of_lost(int place) const noexcept override;

 private:
  bool look() const noexcept;
  bool something() const noexcept;
  int poll_link(sink& to, int most) noexcept;
  int report_failures(sink& to, int most) noexcept;
  void nap(std::uint64_t until) noexcept;
  bool finish_orderly() noexcept;

  std::unique_ptr<link> const link_;
  std::vector<card> const all_;
  void (*const ended_)(bool) noexcept;
  int const here_;
  host_rings host_;
  std::unique_ptr<watch> watch_;
  bool far_;                                       // some rank is reached by MPI
  mutable base::spinlock calls_;                   // M1
  mutable base::atomic<std::uint64_t> looked_{0};  // when pending last asked MPI
  mutable base::atomic<std::uint64_t> cost_{0};    // of that, in ns
  base::atomic<std::uint32_t> woken_{0};
  base::atomic<std::uint32_t> received_{0};  // whether anything came since the sleeper last looked
  base::atomic<std::uint32_t> left_{0};
  patience patience_;  // the sleeper's
  base::spinlock own_memory_lock_;
  system::mapping own_memory_;  // where no host segment has it
};

}  // namespace skua::transport::mpi
