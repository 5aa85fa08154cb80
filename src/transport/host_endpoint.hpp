// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a place in a host segment: what inproc and shm have in common.
//
// Who watches over the other places (nobody for inproc) calls gone(). H1: a lost place is reported
// after everything that it had published. H2: of the ends told together (W1 in loss.hpp) those that
// are consequences come last, so the first report names the cause. Edges: GONE (gone ->
// deliver_losses), LOST (the same, for all of one call), LEFT (leave -> has_left), WOKEN (wake ->
// sleep), BEREAVED (deliver_losses -> deliver_losses of another place).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <skua/base/atomic.hpp>
#include <skua/base/spinlock.hpp>

#include "transport/loss.hpp"
#include "transport/ring.hpp"
#include "transport/segment.hpp"
#include "transport/transport.hpp"

namespace skua::transport {

class host_endpoint : public endpoint {
 public:
  host_endpoint(char const* name, std::shared_ptr<segment const> shared, int here);
  ~host_endpoint() override;

  char const* name() const noexcept final { return name_; }
  int here() const noexcept final { return here_; }
  int places() const noexcept final { return static_cast<int>(peers_.size()); }
  limits bounds() const noexcept final { return {shared_->shape().largest(), true, shared_->header().memory}; }
  bool near(int) const noexcept final { return true; }
  std::string whereabouts(int place) const final;

  bool try_send(int to, std::uint32_t kind, bytes head, bytes body) noexcept final;
  int poll(sink& to, int most) noexcept final;
  bool pending() const noexcept final;
  void sleep(std::uint64_t timeout_ns) noexcept final;
  void wake() noexcept final;
  void quiet(bool on) noexcept final;
  std::byte* memory(int place) noexcept final { return shared_->memory(place); }
  int code_of_lost(int place) const noexcept final;
  traffic sent() const noexcept final;
  void leave() noexcept final;

  segment const& shared() const noexcept { return *shared_; }
  /// These places are no more: sends to them vanish, and whoever has not left (unless we have) is
  /// reported as lost. From any thread, once per place.
  void gone(losses all) noexcept;
  bool has_left(int place) const noexcept;

 private:
  struct peer;

  static constexpr int burst = 16;  // messages of one sender before the next one's turn

  int deliver(int from, sink& to, int most) noexcept;
  int deliver_losses(sink& to, int most) noexcept;

  char const* name_;
  std::shared_ptr<segment const> shared_;
  int here_;
  std::vector<std::unique_ptr<peer>> peers_;        // null at here_
  std::vector<std::unique_ptr<ring_reader>> from_;  // null at here_
  int turn_ = 0;                                    // whom poll serves first
  base::atomic<std::uint32_t> woken_{0};
  base::atomic<std::int32_t> losses_{0};  // gone and not yet reported
};

}  // namespace skua::transport
