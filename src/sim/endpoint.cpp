// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sim/endpoint.hpp"

#include <unistd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "system/memory.hpp"

namespace skua::sim {
namespace {

constexpr std::size_t memory_bytes = std::size_t{1} << 28;  // of a place's global memory; committed at first touch
constexpr std::size_t largest = 64 * 1024;                  // of a message
constexpr std::size_t largest_of_mpi = 32 * 1024;           // transport/mpi/module/link.cpp
constexpr std::size_t most_kept = 4096;                     // largest buffer that a delivered message keeps for reuse
// bytes from one place to another: the size of a real transport's buffers
constexpr std::size_t most_in_flight = 256 * 1024;

}  // namespace

sim_endpoint::sim_endpoint(std::shared_ptr<fabric> shared, int own_place)
    : shared_(std::move(shared)), own_place_(own_place) {
  shared_->endpoints[static_cast<std::size_t>(own_place)] = this;
}

sim_endpoint::~sim_endpoint() {
  shared_->endpoints[static_cast<std::size_t>(own_place_)] = nullptr;
  if (memory_ != nullptr) system::release(memory_, memory_bytes);
}

transport::endpoint_limits sim_endpoint::limits() const noexcept {
  bool const mpi = shared_->network.mpi;
  return {mpi ? largest_of_mpi : largest, !mpi, memory_bytes};
}

std::string sim_endpoint::location(int place) const {
  return "simulated node " + std::to_string(place / shared_->network.node) + ", pid " + std::to_string(::getpid());
}

double sim_endpoint::latency_to(int place) noexcept {
  network_settings const& settings = shared_->network;
  if (same_host(place)) return settings.near_latency;
  int const own_node = shared_->node_of(own_place_);
  int const peer_node = shared_->node_of(place);
  return settings.rack > 0 && own_node / settings.rack != peer_node / settings.rack ? settings.far_latency
                                                                                    : settings.latency;
}

/// The arrival time of a message that is sent now, not before `after`: it queues at each link.
std::uint64_t sim_endpoint::arrival_at(int to, std::size_t bytes, std::uint64_t after) noexcept {
  fabric& fabric = *shared_;
  network_settings const& settings = fabric.network;
  sim_endpoint& receiver = *fabric.endpoints[static_cast<std::size_t>(to)];
  std::uint64_t const wire = ns(static_cast<double>(bytes) / settings.bandwidth);
  double latency = latency_to(to);
  double const base_latency = latency;
  if (settings.jitter > 0) latency += base_latency * settings.jitter * fabric.chance();
  // the sender notices the loss and resends
  while (settings.loss > 0 && fabric.chance() < settings.loss) latency += 4 * base_latency;
  link_free_out_ = std::max(link_free_out_, fabric.machine.now()) + wire;
  std::uint64_t departs = link_free_out_;
  bool const through_uplinks = settings.uplink > 0 && !same_host(to);
  std::uint64_t const shared_wire = through_uplinks ? ns(static_cast<double>(bytes) / settings.uplink) : 0;
  if (through_uplinks) {
    std::uint64_t& up = fabric.uplink_free[static_cast<std::size_t>(fabric.node_of(own_place_))];
    departs = up = std::max(up, departs) + shared_wire;
  }
  std::uint64_t at_receiver = departs + ns(latency);
  if (through_uplinks) {
    std::uint64_t& down = fabric.downlink_free[static_cast<std::size_t>(fabric.node_of(to))];
    at_receiver = std::max(down, at_receiver);
    down = at_receiver + shared_wire;
  }
  std::uint64_t const arrives = std::max({at_receiver, after, receiver.link_free_in_});
  receiver.link_free_in_ = arrives + wire;
  return arrives;
}

bool sim_endpoint::try_send(int to, std::uint32_t kind, transport::bytes head, transport::bytes body) noexcept {
  fabric& fabric = *shared_;
  // ended or lost
  if (fabric.endpoints[static_cast<std::size_t>(to)] == nullptr || to == fabric.lost_place) return true;
  std::size_t const bytes = head.size() + body.size() + transport::header_bytes;
  if (channel_to(to).bytes + bytes > most_in_flight) return false;
  sim_message* const message = fabric.blank(own_place_, to, kind);
  message->body.assign(head.begin(), head.end());
  message->body.insert(message->body.end(), body.begin(), body.end());
  fault_injector::message_fault message_fault;
  if (fabric.machine.injector != nullptr)
    message_fault = fabric.machine.injector->sends(own_place_, to, kind, message->body);
  for (; message_fault.copies > 1; --message_fault.copies) {
    sim_message* const copy = fabric.blank(own_place_, to, kind);
    copy->body = message->body;
    post(copy, message_fault.late_ns);
  }
  message_fault.copies == 1 ? post(message, message_fault.late_ns) : fabric.put_back(message);
  return true;
}

void sim_endpoint::post(sim_message* message, std::uint64_t late_ns) noexcept {
  fabric& fabric = *shared_;
  std::size_t const bytes = message->body.size() + transport::header_bytes;
  channel& outgoing = channel_to(message->to);
  outgoing.bytes += bytes;
  ++fabric.messages;
  fabric.bytes += bytes;
  ++traffic_.messages;
  traffic_.bytes += bytes;
  fabric.machine.charge(ns(fabric.network.overhead));
  outgoing.last = arrival_at(message->to, bytes, outgoing.last);
  fabric.machine.at(outgoing.last + late_ns, *message);
}

void sim_message::happen() {
  sim_endpoint* const endpoint = owner->endpoints[static_cast<std::size_t>(to)];
  if (endpoint != nullptr && to != owner->lost_place) return endpoint->arrive(this);
  owner->put_back(this);
}

sim_message* fabric::blank(int from, int to, std::uint32_t kind) {
  sim_message* const message =
      blanks_ != nullptr ? std::exchange(blanks_, blanks_->next) : &messages_.emplace_back(*this);
  message->from = from;
  message->to = to;
  message->kind = kind;
  return message;
}

void fabric::put_back(sim_message* message) noexcept {
  if (message->body.capacity() > most_kept) message->body = {};
  message->next = std::exchange(blanks_, message);
}

void fabric::lose(int place) {
  lost_place = place;
  machine.lose(place);
  double const detection_time = 100 * std::max(network.latency, network.far_latency);
  machine.at(machine.now() + ns(detection_time), [this] {
    sim_endpoint& first = *endpoints.front();
    first.loss_pending_ = true;
    first.ring();
  });
}

double fabric::chance() noexcept { return static_cast<double>(machine.random() >> 11) * 0x1p-53; }

void sim_endpoint::arrive(sim_message* message) noexcept {
  message->next = nullptr;
  (arrived_ == nullptr ? arrived_ : newest_->next) = message;
  newest_ = message;
  if (wakeups_suppressed_) return;
  if (shared_->network.mpi && !same_host(message->from)) return ring_at_next_look();
  ring();
}

void sim_endpoint::ring_at_next_look() noexcept {
  simulator& simulator = shared_->machine;
  if (look_at_ != 0 || !is_asleep_) return;
  if (looks_.spins(simulator.now())) return ring(0);
  look_at_ = looks_.at_or_after(simulator.now());
  simulator.at(look_at_, shared_->looks[static_cast<std::size_t>(own_place_)]);
}

/// It may belong to an earlier sleep, which something else has ended.
void sim_look::happen() {
  sim_endpoint* const endpoint = owner->endpoints[static_cast<std::size_t>(place)];
  if (endpoint == nullptr || endpoint->look_at_ == 0 || owner->machine.now() < endpoint->look_at_) return;
  endpoint->look_at_ = 0;
  if (endpoint->has_incoming()) endpoint->ring(0);  // else a worker has polled since then
}

/// Erases a channel without messages in flight: all its arrival times lie in the past.
void sim_endpoint::delivered(int receiver, std::size_t bytes) noexcept {
  auto const entry = channels_.find(receiver);
  entry->second.bytes -= bytes;
  if (entry->second.bytes == 0) blank_ = channels_.extract(entry);
}

sim_endpoint::channel& sim_endpoint::channel_to(int place) {
  if (auto const entry = channels_.find(place); entry != channels_.end()) return entry->second;
  if (blank_.empty()) return channels_[place];
  blank_.key() = place;
  blank_.mapped() = {};
  return channels_.insert(std::move(blank_)).position->second;
}

void sim_endpoint::ring(std::uint64_t delay_ns) noexcept {
  bell_.fetch_add(1, std::memory_order_relaxed);  // relaxed: one thread
  shared_->machine.wake_after(bell_, delay_ns);
}
void sim_endpoint::ring() noexcept { ring(shared_->machine.time_to_wake()); }

int sim_endpoint::poll(transport::sink& to, int max_messages) noexcept {
  int count = 0;
  if (std::exchange(loss_pending_, false)) {
    to.lost(shared_->lost_place, "was lost");
    ++count;
  }
  for (; count < max_messages && arrived_ != nullptr; ++count) {
    sim_message* const message = std::exchange(arrived_, arrived_->next);
    if (shared_->network.mpi && !same_host(message->from)) looks_.heard();
    if (sim_endpoint* const sender = shared_->endpoints[static_cast<std::size_t>(message->from)])
      sender->delivered(own_place_, message->body.size() + transport::header_bytes);
    shared_->machine.charge(ns(shared_->network.overhead));
    to.receive(message->from, message->kind, message->body);
    shared_->put_back(message);
  }
  return count;
}

void sim_endpoint::sleep(std::uint64_t timeout_ns) noexcept {
  simulator& simulator = shared_->machine;
  std::uint64_t const deadline = timeout_ns != 0 ? simulator.now() + timeout_ns : 0;
  if (!woken_ && (wakeups_suppressed_ || !has_incoming())) {
    bool const mpi = shared_->network.mpi;
    if (mpi) looks_.begin(simulator.now());
    is_asleep_ = true;
    simulator.sleep(bell_, bell_.load(std::memory_order_relaxed), deadline);  // relaxed: one thread
    is_asleep_ = false;
    look_at_ = 0;
    if (mpi) (void)looks_.at_or_after(simulator.now());  // the intervals have grown until now
  }
  woken_ = false;
}

void sim_endpoint::wake() noexcept {
  woken_ = true;
  ring();
}

void sim_endpoint::suppress_wakeups(bool on) noexcept { wakeups_suppressed_ = on; }

/// Only messages reach the memory of other places, because the simulation models their cost.
std::byte* sim_endpoint::memory(int place) noexcept {
  if (place != own_place_) return nullptr;
  if (memory_ == nullptr) {
    try {
      memory_ = system::reserve(memory_bytes);
    } catch (std::bad_alloc const&) {
      return nullptr;
    }
  }
  return static_cast<std::byte*>(memory_);
}

}  // namespace skua::sim
