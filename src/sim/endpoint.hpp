// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A simulated place's endpoint of the simulated network: implements the contract of every transport
// in virtual time.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/looks.hpp"
#include "sim/network.hpp"
#include "sim/simulator.hpp"
#include "transport/transport.hpp"

namespace skua::sim {

class sim_endpoint;

struct fabric;

/// A message in flight, and afterwards in the receiver's queue. The event is its arrival.
struct sim_message final : sim_event {
  explicit sim_message(fabric& fabric) : owner(&fabric) {}
  void happen() override;

  fabric* owner;
  int from = 0;
  int to = 0;
  std::uint32_t kind = 0;
  std::vector<std::byte> body;
  sim_message* next = nullptr;
};

/// A look of a sleeping place at its messages: an event, at most one for each sleep.
struct sim_look final : sim_event {
  sim_look(fabric& fabric, int number) : owner(&fabric), place(number) {}
  void happen() override;

  fabric* owner;
  int place;
};

/// The state that all endpoints share. It owns all messages, so none leaks if the simulation ends
/// with messages in flight.
struct fabric {
  fabric(simulator& simulator, network_settings const& settings, int places)
      : machine(simulator),
        network(settings),
        endpoints(static_cast<std::size_t>(places)),
        uplink_free(static_cast<std::size_t>((places + settings.node - 1) / settings.node)),
        downlink_free(uplink_free.size()) {
    for (int place = 0; network.mpi && place < places; ++place) looks.emplace_back(*this, place);
  }
  int node_of(int place) const noexcept { return place / network.node; }
  /// The place fails: no message leaves it or reaches it any more. Place 0 gets a report after 100
  /// latencies.
  void lose(int place);
  /// A pseudo-random number from 0 to 1, determined by the seed.
  double chance() noexcept;

  simulator& machine;
  network_settings network;
  std::vector<sim_endpoint*> endpoints;    // by place; null: destroyed
  std::vector<std::uint64_t> uplink_free;  // by node
  std::vector<std::uint64_t> downlink_free;
  std::deque<sim_look> looks;  // by place; none if messages wake
  /// An empty message; the caller fills it in. put_back takes it after it has been delivered.
  sim_message* blank(int from, int to, std::uint32_t kind);
  void put_back(sim_message* message) noexcept;

  int lost_place = -1;
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;

 private:
  std::deque<sim_message> messages_;
  sim_message* blanks_ = nullptr;
};

class sim_endpoint final : public transport::endpoint {
 public:
  sim_endpoint(std::shared_ptr<fabric> shared, int own_place);
  ~sim_endpoint() override;

  char const* name() const noexcept override { return "sim"; }
  int here() const noexcept override { return own_place_; }
  int places() const noexcept override { return static_cast<int>(shared_->endpoints.size()); }
  transport::endpoint_limits limits() const noexcept override;
  bool same_host(int place) const noexcept override { return shared_->node_of(place) == shared_->node_of(own_place_); }
  std::string location(int place) const override;
  bool try_send(int to, std::uint32_t kind, transport::bytes head, transport::bytes body) noexcept override;
  int poll(transport::sink& to, int max_messages) noexcept override;
  bool has_incoming() const noexcept override { return arrived_ != nullptr || loss_pending_; }
  void sleep(std::uint64_t timeout_ns) noexcept override;
  void wake() noexcept override;
  void suppress_wakeups(bool on) noexcept override;
  std::byte* memory(int place) noexcept override;
  transport::traffic sent() const noexcept override { return traffic_; }
  void begin_shutdown() noexcept override {}

 private:
  struct channel {
    std::uint64_t last = 0;  // arrival time of the last message: messages to one receiver stay in order
    std::size_t bytes = 0;   // sent and not yet delivered
  };
  using channels = std::unordered_map<int, channel>;
  friend struct fabric;
  friend struct sim_message;
  friend struct sim_look;
  void post(sim_message* message, std::uint64_t late_ns) noexcept;
  void arrive(sim_message* message) noexcept;
  double latency_to(int place) noexcept;
  std::uint64_t arrival_at(int to, std::size_t bytes, std::uint64_t after) noexcept;
  channel& channel_to(int place);
  void delivered(int receiver, std::size_t bytes) noexcept;
  void ring() noexcept;
  void ring(std::uint64_t delay_ns) noexcept;
  void ring_at_next_look() noexcept;

  std::shared_ptr<fabric> shared_;
  int own_place_;
  channels channels_;          // by receiver: channels with messages in flight
  channels::node_type blank_;  // the node of an erased channel, for reuse
  transport::traffic traffic_;
  std::uint64_t link_free_out_ = 0;
  std::uint64_t link_free_in_ = 0;
  sim_message* arrived_ = nullptr;  // queue of arrived messages: the oldest
  sim_message* newest_ = nullptr;   // the newest of that queue
  base::atomic<std::uint32_t> bell_{0};
  looks looks_;
  bool is_asleep_ = false;
  std::uint64_t look_at_ = 0;  // the check that is queued for this sleep; 0: none
  bool woken_ = false;
  bool wakeups_suppressed_ = false;
  bool loss_pending_ = false;
  void* memory_ = nullptr;
};

}  // namespace skua::sim
