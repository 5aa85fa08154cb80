// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The endpoint of a place in a host segment: the common part of inproc and shm.
//
// The process monitor of the other places (inproc has none) calls mark_lost().
//   HOST-1  A lost place is reported after all messages that it had published.
//   HOST-2  Of the ends reported in one call (PEER-FAILURE-1 in peer_failure.hpp) those that are
//     consequences come last, so the first report names the cause.
// Edges: GONE (mark_lost -> deliver_losses), LOST (the same, for all of one call), LEFT
// (begin_shutdown -> has_left), WOKEN (wake -> sleep), PEER-LOSS (deliver_losses -> deliver_losses
// of another place).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/spinlock.hpp>

#include "transport/peer_failure.hpp"
#include "transport/ring.hpp"
#include "transport/segment.hpp"
#include "transport/transport.hpp"

namespace skua::transport {

class host_endpoint : public endpoint {
 public:
  host_endpoint(char const* name, std::shared_ptr<segment const> shared, int own_place);
  ~host_endpoint() override;

  char const* name() const noexcept final { return name_; }
  int here() const noexcept final { return own_place_; }
  int places() const noexcept final { return static_cast<int>(peers_.size()); }
  endpoint_limits limits() const noexcept final { return {shared_->shape().largest(), true, shared_->header().memory}; }
  bool same_host(int) const noexcept final { return true; }
  std::string location(int place) const final;

  bool try_send(int to, std::uint32_t kind, bytes head, bytes body) noexcept final {
    return try_send_joinable(to, kind, head, body, 0);
  }
  bool try_send_joinable(int to, std::uint32_t kind, bytes head, bytes body, std::uint64_t key) noexcept final;
  bool try_join(int to, std::uint64_t key, bytes body) noexcept final;
  int poll(sink& to, int max_messages) noexcept final;
  bool has_incoming() const noexcept final;
  void sleep(std::uint64_t timeout_ns) noexcept final;
  void wake() noexcept final;
  bool sleep_as_worker(base::atomic<std::uint32_t> const& parked, std::uint64_t deadline_ns,
                       bool& must_poll) noexcept final;
  void wake_worker() noexcept final;
  void suppress_wakeups(bool on) noexcept final;
  std::byte* memory(int place) noexcept final { return shared_->memory(place); }
  int code_of_lost(int place) const noexcept final;
  traffic sent() const noexcept final;
  void begin_shutdown() noexcept final;

  segment const& shared() const noexcept { return *shared_; }
  /// The processes of these places have ended: messages to them are dropped from now on. A place
  /// that has not left is reported as lost, unless this place has left. Any thread; once for each
  /// place.
  void mark_lost(peer_failures ends) noexcept;
  bool has_left(int place) const noexcept;

 private:
  struct peer;

  static constexpr int burst = 16;  // most messages of one sender before poll turns to the next sender

  int deliver(int from, sink& to, int max_messages) noexcept;
  int deliver_losses(sink& to, int max_reports) noexcept;

  char const* name_;
  std::shared_ptr<segment const> shared_;
  int own_place_;
  std::vector<std::unique_ptr<peer>> peers_;           // null at own_place_
  std::vector<std::unique_ptr<ring_reader>> readers_;  // by sender; null at own_place_
  int next_sender_ = 0;                                // poll begins with this place
  base::atomic<std::uint32_t> woken_{0};
  base::atomic<std::int32_t> losses_{0};  // lost places that are not yet reported
};

}  // namespace skua::transport
