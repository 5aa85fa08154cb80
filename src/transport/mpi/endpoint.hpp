// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A rank's endpoint: rings to the other ranks of its host, and MPI to all other ranks.
//
// If all ranks are on one host, MPI serves for start-up only, and a message wakes a sleeper. MPI
// cannot wake a thread: with remote ranks the sleeper polls at intervals, which grow while nothing
// arrives (poll_backoff.hpp).
//
// Invariants
//   MPI-1  One thread at a time calls MPI, the holder of `calls_`, so the level
//     MPI_THREAD_SERIALIZED is enough.
//   MPI-2  Only the poller takes messages off the link. It does not hold `calls_` while it delivers
//     one: the receiver may send.
//   MPI-3  At rest nobody calls MPI. `resting_` and `delivering_` are written under `calls_`.
// Edge WAKE: wake -> sleep.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/spinlock.hpp>

#include "transport/mpi/host_connections.hpp"
#include "transport/mpi/host_rings.hpp"
#include "transport/mpi/link.hpp"
#include "transport/mpi/poll_backoff.hpp"
#include "transport/mpi/rank_directory.hpp"
#include "transport/process_monitor.hpp"
#include "transport/transport.hpp"

namespace skua::transport::mpi {

class rank_endpoint final : public endpoint {
 public:
  /// The destructor calls `ended` and passes whether all ranks have ended in order.
  rank_endpoint(std::unique_ptr<link> connection, std::vector<rank_info> rank_infos,
                void (*ended)(bool in_order) noexcept);
  ~rank_endpoint() override;

  char const* name() const noexcept override { return "mpi"; }
  int here() const noexcept override { return own_place_; }
  int places() const noexcept override { return static_cast<int>(rank_infos_.size()); }
  endpoint_limits limits() const noexcept override;
  bool same_host(int place) const noexcept override;
  std::string location(int place) const override;

  bool try_send(int to, std::uint32_t kind, bytes head, bytes body) noexcept override {
    return try_send_joinable(to, kind, head, body, 0);
  }
  bool try_send_joinable(int to, std::uint32_t kind, bytes head, bytes body, std::uint64_t key) noexcept override;
  bool try_join(int to, std::uint64_t key, bytes body) noexcept override;
  int poll(sink& to, int max_messages) noexcept override;
  bool has_incoming() const noexcept override;
  void sleep(std::uint64_t timeout_ns) noexcept override;
  void wake() noexcept override;
  /// Only messages through shared memory can wake a worker.
  bool sleep_as_worker(base::atomic<std::uint32_t> const& parked, std::uint64_t deadline_ns,
                       bool& must_poll) noexcept override {
    return !uses_mpi_ && host_.endpoint && host_.endpoint->sleep_as_worker(parked, deadline_ns, must_poll);
  }
  void wake_worker() noexcept override {
    if (host_.endpoint) host_.endpoint->wake_worker();
  }
  void suppress_wakeups(bool on) noexcept override;
  std::byte* memory(int place) noexcept override;
  traffic sent() const noexcept override;
  void rest(bool on) noexcept override;
  void begin_shutdown() noexcept override;
  bool tells_lowest_place() const noexcept override { return connections_.complete(); }
  int code_of_lost(int place) const noexcept override;

 private:
  bool link_has_message() const noexcept;
  bool has_message() const noexcept;
  int poll_link(sink& to, int max_messages) noexcept;
  int report_failures(sink& to, int max_reports) noexcept;
  void report_ends(peer_failures ends) noexcept;
  void note_ends_elsewhere(peer_failures const& ends) noexcept;
  void sleep_until(std::uint64_t deadline_ns) noexcept;
  bool finish_orderly() noexcept;
  bool at_rest() const noexcept;

  std::unique_ptr<link> const link_;
  std::vector<rank_info> const rank_infos_;  // by rank
  void (*const ended_)(bool) noexcept;
  int const own_place_;
  host_rings host_;
  host_connections connections_;
  std::unique_ptr<process_monitor> monitor_;             // of the other ranks of this host, and of the connections
  bool uses_mpi_;                                        // MPI, not a ring, leads to at least one rank
  mutable base::spinlock calls_;                         // MPI-1
  mutable base::atomic<std::uint64_t> last_poll_ns_{0};  // when has_incoming last called MPI
  mutable base::atomic<std::uint64_t> poll_cost_ns_{0};  // of that call
  base::atomic<std::uint32_t> resting_{0};               // MPI-3
  bool delivering_ = false;                              // under calls_: a message is between ready and release
  traffic over_mpi_;                                     // under calls_
  base::atomic<std::uint32_t> woken_{0};
  base::atomic<std::uint32_t> received_{0};  // whether a message has arrived since the last sleep began
  base::atomic<std::uint32_t> end_announced_{0};
  enum class peer_end : std::uint32_t { none, seen, told };
  base::atomic<peer_end> peer_ended_{peer_end::none};  // of this host: seen; a notice from another one: told
  base::atomic<std::uint32_t> has_ends_{0};            // whether ends_elsewhere_ may hold something
  base::spinlock ends_lock_;
  peer_failures ends_elsewhere_;  // under ends_lock_: of ranks to which no ring leads, not yet reported
  int told_code_ = 0;             // of the poller: the code in the notice that it reports
  poll_backoff backoff_;          // of the sleeper
  base::spinlock own_memory_lock_;
  system::mapping own_memory_;  // this place's global memory, if there is no host segment
};

}  // namespace skua::transport::mpi
