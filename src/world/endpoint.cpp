// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "world/endpoint.hpp"

#include <unistd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "system/memory.hpp"

namespace skua::world {
namespace {

constexpr std::size_t memory_bytes = std::size_t{1} << 28;  // of a place's global memory, address space until touched
constexpr std::size_t largest = 64 * 1024;
constexpr std::size_t most_kept = 4096;  // of memory of a parcel that has been read
// bytes from one place to another: the room of a real transport's buffers
constexpr std::size_t most_on_the_way = 256 * 1024;

}  // namespace

sim_endpoint::sim_endpoint(std::shared_ptr<fabric> shared, int here) : shared_(std::move(shared)), here_(here) {
  shared_->ends[static_cast<std::size_t>(here)] = this;
}

sim_endpoint::~sim_endpoint() {
  shared_->ends[static_cast<std::size_t>(here_)] = nullptr;
  if (memory_ != nullptr) system::release(memory_, memory_bytes);
}

transport::limits sim_endpoint::bounds() const noexcept { return {largest, true, memory_bytes}; }

std::string sim_endpoint::whereabouts(int place) const {
  return "simulated node " + std::to_string(place / shared_->network.node) + ", pid " + std::to_string(::getpid());
}

double sim_endpoint::latency_to(int place) noexcept {
  network_settings const& n = shared_->network;
  if (near(place)) return n.near_latency;
  int const mine = shared_->node_of(here_);
  int const its = shared_->node_of(place);
  return n.rack > 0 && mine / n.rack != its / n.rack ? n.far_latency : n.latency;
}

/// When a message that is sent now has arrived, not before `after`: it takes its turn on each link.
std::uint64_t sim_endpoint::arrival_at(int to, std::size_t bytes, std::uint64_t after) noexcept {
  fabric& f = *shared_;
  network_settings const& n = f.network;
  sim_endpoint& there = *f.ends[static_cast<std::size_t>(to)];
  std::uint64_t const wire = ns(static_cast<double>(bytes) / n.bandwidth);
  double latency = latency_to(to);
  double const once = latency;
  if (n.jitter > 0) latency += once * n.jitter * f.chance();
  while (n.loss > 0 && f.chance() < n.loss) latency += 4 * once;  // until the sender has noticed, and sent it again
  link_free_out_ = std::max(link_free_out_, f.machine.now()) + wire;
  std::uint64_t gone = link_free_out_;
  bool const through_uplinks = n.uplink > 0 && !near(to);
  std::uint64_t const shared_wire = through_uplinks ? ns(static_cast<double>(bytes) / n.uplink) : 0;
  if (through_uplinks) {
    std::uint64_t& up = f.uplink_free[static_cast<std::size_t>(f.node_of(here_))];
    gone = up = std::max(up, gone) + shared_wire;
  }
  std::uint64_t there_at = gone + ns(latency);
  if (through_uplinks) {
    std::uint64_t& down = f.downlink_free[static_cast<std::size_t>(f.node_of(to))];
    there_at = std::max(down, there_at);
    down = there_at + shared_wire;
  }
  std::uint64_t const arrives = std::max({there_at, after, there.link_free_in_});
  there.link_free_in_ = arrives + wire;
  return arrives;
}

bool sim_endpoint::try_send(int to, std::uint32_t kind, transport::bytes head, transport::bytes body) noexcept {
  fabric& f = *shared_;
  if (f.ends[static_cast<std::size_t>(to)] == nullptr || to == f.lost_place) return true;  // it has gone already
  std::size_t const bytes = head.size() + body.size() + transport::header_bytes;
  if (channel_to(to).bytes + bytes > most_on_the_way) return false;
  parcel* const p = f.blank(here_, to, kind);
  p->body.assign(head.begin(), head.end());
  p->body.insert(p->body.end(), body.begin(), body.end());
  meddler::fate fate;
  if (f.machine.meddles != nullptr) fate = f.machine.meddles->sends(here_, to, kind, p->body);
  for (; fate.copies > 1; --fate.copies) {
    parcel* const copy = f.blank(here_, to, kind);
    copy->body = p->body;
    post(copy, fate.late_ns);
  }
  fate.copies == 1 ? post(p, fate.late_ns) : f.put_back(p);
  return true;
}

void sim_endpoint::post(parcel* p, std::uint64_t late_ns) noexcept {
  fabric& f = *shared_;
  std::size_t const bytes = p->body.size() + transport::header_bytes;
  channel& way = channel_to(p->to);
  way.bytes += bytes;
  ++f.messages;
  f.bytes += bytes;
  ++sent_.messages;
  sent_.bytes += bytes;
  f.machine.charge(ns(f.network.overhead));
  way.last = arrival_at(p->to, bytes, way.last);
  f.machine.at(way.last + late_ns, *p);
}

void parcel::happen() {
  sim_endpoint* const e = through->ends[static_cast<std::size_t>(to)];
  if (e != nullptr && to != through->lost_place) return e->arrive(this);
  through->put_back(this);
}

parcel* fabric::blank(int from, int to, std::uint32_t kind) {
  parcel* const p = blanks_ != nullptr ? std::exchange(blanks_, blanks_->next) : &parcels_.emplace_back(*this);
  p->from = from;
  p->to = to;
  p->kind = kind;
  return p;
}

void fabric::put_back(parcel* p) noexcept {
  if (p->body.capacity() > most_kept) p->body = {};
  p->next = std::exchange(blanks_, p);
}

void fabric::lose(int place) {
  lost_place = place;
  machine.lose(place);
  double const noticed = 100 * std::max(network.latency, network.far_latency);
  machine.at(machine.now() + ns(noticed), [this] {
    sim_endpoint& first = *ends.front();
    first.hears_of_loss_ = true;
    first.ring();
  });
}

double fabric::chance() noexcept { return static_cast<double>(machine.random() >> 11) * 0x1p-53; }

void sim_endpoint::arrive(parcel* p) noexcept {
  p->next = nullptr;
  (arrived_ == nullptr ? arrived_ : newest_->next) = p;
  newest_ = p;
  if (!quiet_) ring();
}

/// With nothing on the way, all has arrived in the past: there is nothing to remember.
void sim_endpoint::taken(int by, std::size_t bytes) noexcept {
  auto const way = channels_.find(by);
  way->second.bytes -= bytes;
  if (way->second.bytes == 0) blank_ = channels_.extract(way);
}

sim_endpoint::channel& sim_endpoint::channel_to(int place) {
  if (auto const known = channels_.find(place); known != channels_.end()) return known->second;
  if (blank_.empty()) return channels_[place];
  blank_.key() = place;
  blank_.mapped() = {};
  return channels_.insert(std::move(blank_)).position->second;
}

void sim_endpoint::ring() noexcept {
  bell_.fetch_add(1, std::memory_order_relaxed);  // relaxed: one thread
  shared_->machine.wake(bell_);
}

int sim_endpoint::poll(transport::sink& to, int most) noexcept {
  int count = 0;
  if (std::exchange(hears_of_loss_, false)) {
    to.lost(shared_->lost_place, "was lost");
    ++count;
  }
  for (; count < most && arrived_ != nullptr; ++count) {
    parcel* const p = std::exchange(arrived_, arrived_->next);
    if (sim_endpoint* const sender = shared_->ends[static_cast<std::size_t>(p->from)])
      sender->taken(here_, p->body.size() + transport::header_bytes);
    shared_->machine.charge(ns(shared_->network.overhead));
    to.receive(p->from, p->kind, p->body);
    shared_->put_back(p);
  }
  return count;
}

void sim_endpoint::sleep(std::uint64_t timeout_ns) noexcept {
  world& w = shared_->machine;
  std::uint64_t const deadline = timeout_ns != 0 ? w.now() + timeout_ns : 0;
  // relaxed: one thread
  if (!woken_ && (quiet_ || !pending())) w.sleep(bell_, bell_.load(std::memory_order_relaxed), deadline);
  woken_ = false;
}

void sim_endpoint::wake() noexcept {
  woken_ = true;
  ring();
}

void sim_endpoint::quiet(bool on) noexcept { quiet_ = on; }

/// Of the others only messages reach it: what they cost is what is simulated.
std::byte* sim_endpoint::memory(int place) noexcept {
  if (place != here_) return nullptr;
  if (memory_ == nullptr) {
    try {
      memory_ = system::reserve(memory_bytes);
    } catch (std::bad_alloc const&) {
      return nullptr;
    }
  }
  return static_cast<std::byte*>(memory_);
}

}  // namespace skua::world
