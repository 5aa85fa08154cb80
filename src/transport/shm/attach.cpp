// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Edges: PRESENT (announce -> missing), ARRIVAL (announce, note_end -> rendezvous).
#include "transport/shm/attach.hpp"

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <string>
#include <vector>

#include <skua/error.hpp>

#include "system/machine.hpp"

namespace skua::transport {
namespace {

constexpr std::uint64_t look_every_ns = 20'000'000;

void announce(segment const& shared, int place, std::uint64_t identity) {
  place_block& block = shared.block(place);
  presence before = presence::absent;
  if (!block.state.compare_exchange_strong(before, presence::claimed,
                                           std::memory_order_relaxed)) {  // relaxed: only one process claims it
    std::string const number = std::to_string(place);
    throw error(before == presence::gone
                    ? "skua: the process that was started as place " + number + " has ended; this one comes too late"
                    : "skua: two processes were started as place " + number + ": give each its own number");
  }
  block.pid = ::getpid();
  block.identity = identity;
  block.state.store(presence::present, std::memory_order_release);   // sync: PRESENT -> missing
  shared.header().arrivals.fetch_add(1, std::memory_order_release);  // sync: ARRIVAL -> rendezvous
  system::shared_futex_wake(shared.header().arrivals, INT_MAX);
}

/// The places that are not yet attached. Throws if a place runs another build, or can attach no
/// more.
std::vector<int> missing(segment const& shared, int own_place, std::uint64_t identity) {
  std::vector<int> result;
  for (int place = 0; place < shared.places(); ++place) {
    place_block const& block = shared.block(place);
    presence const state = block.state.load(std::memory_order_acquire);  // sync: PRESENT <- announce
    if (state == presence::gone) {
      throw error("skua: place " + std::to_string(place) + " has ended without a call of skua::run, and place " +
                  std::to_string(own_place) + " waits for it: every place must call it");
    }
    if (state != presence::present) {
      result.push_back(place);
    } else if (block.identity != identity) {
      throw error("skua: place " + std::to_string(place) + " (pid " + std::to_string(block.pid) +
                  ") does not run the same build of the program as place " + std::to_string(own_place) +
                  ": start all places from the same files");
    }
  }
  return result;
}

std::string list(std::vector<int> const& places) {
  constexpr std::size_t most_listed = 8;
  std::string text = places.size() == 1 ? "place " : "places ";
  for (std::size_t i = 0; i < std::min(places.size(), most_listed); ++i) {
    if (i != 0) text += i + 1 == places.size() ? " and " : ", ";
    text += std::to_string(places[i]);
  }
  if (places.size() > most_listed) text += " and " + std::to_string(places.size() - most_listed) + " more";
  return text;
}

std::string seconds(std::uint64_t ns) {
  std::string text = std::to_string(ns / 1'000'000'000);
  if (auto const tenth = ns / 100'000'000 % 10; tenth != 0) text += '.' + std::to_string(tenth);
  return text + " s";
}

}  // namespace

void rendezvous(segment const& shared, int place, std::uint64_t identity, std::uint64_t timeout_ns,
                std::function<std::string()> const& look) {
  announce(shared, place, identity);
  std::uint64_t const deadline = timeout_ns != 0 ? system::monotonic_ns() + timeout_ns : ~std::uint64_t{0};
  for (;;) {
    std::uint32_t const arrivals =
        shared.header().arrivals.load(std::memory_order_acquire);  // sync: ARRIVAL <- announce, note_end
    auto const absent = missing(shared, place, identity);
    if (absent.empty()) return;
    std::uint64_t const now = system::monotonic_ns();
    if (now >= deadline)
      throw error("skua: place " + std::to_string(place) + " of " + std::to_string(shared.places()) + " has waited " +
                  seconds(timeout_ns) + " for " + list(absent) +
                  " to start: is every place running, and does each call skua::run?");
    if (shared.claimed_end() != 0) throw error("skua: another place could not start and has printed the reason");
    // A place may have come after the places were counted, met all others, and ended already.
    if (std::string const fault = look(); !fault.empty() && !missing(shared, place, identity).empty())
      throw error("skua: " + fault + " while starting");
    system::shared_futex_wait(shared.header().arrivals, arrivals, std::min(deadline, now + look_every_ns));
  }
}

void note_end(segment const& shared, int place) noexcept {
  presence before = presence::absent;
  if (!shared.block(place).state.compare_exchange_strong(
          before, presence::gone, std::memory_order_relaxed))  // relaxed: nothing is published with it
    return;
  shared.header().arrivals.fetch_add(1, std::memory_order_release);  // sync: ARRIVAL -> rendezvous
  system::shared_futex_wake(shared.header().arrivals, INT_MAX);
}

std::string awaited_places(segment const& shared, int own_place) {
  std::vector<int> absent;
  for (int place = 0; place < shared.places(); ++place) {
    // relaxed: only for the message
    presence const state = shared.block(place).state.load(std::memory_order_relaxed);
    if (state != presence::present) {
      absent.push_back(place);
    } else if (place < own_place) {
      return {};
    }
  }
  return absent.empty() ? std::string() : list(absent);
}

}  // namespace skua::transport
