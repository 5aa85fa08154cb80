// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A simulated place's end of the simulated network: the contract of every transport, kept in
// virtual time.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "transport/transport.hpp"
#include "world/network.hpp"
#include "world/world.hpp"

namespace skua::world {

class sim_endpoint;

struct fabric;

/// A message on its way, and in the receiver's queue afterwards.
struct parcel final : happening {
  explicit parcel(fabric& of) : through(&of) {}
  void happen() override;

  fabric* through;
  int from = 0;
  int to = 0;
  std::uint32_t kind = 0;
  std::vector<std::byte> body;
  parcel* next = nullptr;
};

/// What the ends share. It keeps all parcels, so that nothing is left when the world ends with
/// messages on the way.
struct fabric {
  fabric(world& in, network_settings const& n, int places)
      : machine(in),
        network(n),
        ends(static_cast<std::size_t>(places)),
        uplink_free(static_cast<std::size_t>((places + n.node - 1) / n.node)),
        downlink_free(uplink_free.size()) {}
  int node_of(int place) const noexcept { return place / network.node; }
  /// The place is gone: nothing comes from it or reaches it; place 0 hears of it after a while.
  void lose(int place);
  /// From 0 to 1, by the seed.
  double chance() noexcept;

  world& machine;
  network_settings network;
  std::vector<sim_endpoint*> ends;
  std::vector<std::uint64_t> uplink_free;  // by node
  std::vector<std::uint64_t> downlink_free;
  /// A message to fill in; it goes back when it has been read.
  parcel* blank(int from, int to, std::uint32_t kind);
  void put_back(parcel* p) noexcept;

  int lost_place = -1;
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;

 private:
  std::deque<parcel> parcels_;
  parcel* blanks_ = nullptr;
};

class sim_endpoint final : public transport::endpoint {
 public:
  sim_endpoint(std::shared_ptr<fabric> shared, int here);
  ~sim_endpoint() override;

  char const* name() const noexcept override { return "sim"; }
  int here() const noexcept override { return here_; }
  int places() const noexcept override { return static_cast<int>(shared_->ends.size()); }
  transport::limits bounds() const noexcept override;
  bool near(int place) const noexcept override { return shared_->node_of(place) == shared_->node_of(here_); }
  std::string whereabouts(int place) const override;
  bool try_send(int to, std::uint32_t kind, transport::bytes head, transport::bytes body) noexcept override;
  int poll(transport::sink& to, int most) noexcept override;
  bool pending() const noexcept override { return arrived_ != nullptr || hears_of_loss_; }
  void sleep(std::uint64_t timeout_ns) noexcept override;
  void wake() noexcept override;
  void quiet(bool on) noexcept override;
  std::byte* memory(int place) noexcept override;
  transport::traffic sent() const noexcept override { return sent_; }
  void leave() noexcept override {}

 private:
  struct channel {
    std::uint64_t last = 0;  // arrival: messages to one receiver do not overtake one another
    std::size_t bytes = 0;   // sent and not yet taken there
  };
  using channels = std::unordered_map<int, channel>;
  friend struct fabric;
  friend struct parcel;
  void post(parcel* p, std::uint64_t late_ns) noexcept;
  void arrive(parcel* p) noexcept;
  double latency_to(int place) noexcept;
  std::uint64_t arrival_at(int to, std::size_t bytes, std::uint64_t after) noexcept;
  channel& channel_to(int place);
  void taken(int by, std::size_t bytes) noexcept;
  void ring() noexcept;

  std::shared_ptr<fabric> shared_;
  int here_;
  channels channels_;          // by receiver: those with something on the way
  channels::node_type blank_;  // the memory of one that has gone
  transport::traffic sent_;
  std::uint64_t link_free_out_ = 0;
  std::uint64_t link_free_in_ = 0;
  parcel* arrived_ = nullptr;  // the oldest
  parcel* newest_ = nullptr;   // of those
  base::atomic<std::uint32_t> bell_{0};
  bool woken_ = false;
  bool quiet_ = false;
  bool hears_of_loss_ = false;
  void* memory_ = nullptr;
};

}  // namespace skua::world
