// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A phaser and its representatives in one thread, without a transport, for tests. Messages wait in
// queues, in order between two places and in any order otherwise; a seed decides the next step.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <skua/wire/reader.hpp>

#include "core/place.hpp"
#include "remote/phaser_home.hpp"
#include "remote/phaser_representative.hpp"
#include "support/idle_hooks.hpp"

namespace phaser_tests {

using namespace skua::sched;
using skua::phaser_mode;
using skua::remote::kind;
using skua::remote::phaser_home;
using skua::remote::phaser_representative;
namespace wire = skua::wire;

class phaser_network;

/// One place: the messages of its phasers go into the queues of the network.
class simulated_place final : public idle_hooks, public phaser_mail, public skua::remote::sender {
 public:
  simulated_place(phaser_network& w, int number) : network_(w), number_(number) {}
  phaser_mail* phasers() noexcept override { return this; }
  phaser_object* representative(std::uint64_t) override { return nullptr; }
  std::unique_ptr<phaser_links> home_links(phaser_object& home) override {
    return std::make_unique<phaser_home>(home, *this);
  }
  void send(int to, kind type, std::span<std::byte const> body) noexcept override;
  void send_parts(int, kind, std::span<std::byte const>, std::span<std::byte const>) noexcept override {}
  phaser_grant ask(std::uint64_t, std::uint32_t) override { return {}; }

 private:
  phaser_network& network_;
  int number_;
};

/// A task: its place or target place, and its registration (at its place or, while it is in flight,
/// at the place that it left).
struct member {
  int place_number;
  bool is_in_flight;
  int from;
  registration* r;
};

class phaser_network {
 public:
  explicit phaser_network(int places) : places_(places) {
    for (int p = 0; p < places; ++p) {
      hooks_.push_back(std::make_unique<simulated_place>(*this, p));
      ground_.push_back(std::make_unique<place>(skua::options{.workers = 1}, p, places));
      ground_.back()->remote = hooks_.back().get();
    }
    objects_.push_back(std::make_unique<phaser_object>());
    home().made_at = ground_[0].get();
    home().set_name(name);
    for (std::size_t p = 1; p < ground_.size(); ++p) {
      objects_.push_back(std::make_unique<phaser_object>(ground_[p].get(), name));
      objects_[p]->connect(std::make_unique<phaser_representative>(*objects_[p], *hooks_[p]));
    }
  }
  ~phaser_network() {
    home().leaving();
    objects_.clear();
  }

  phaser_object& home() { return *objects_[0]; }
  phaser_object& at(int p) { return *objects_[static_cast<std::size_t>(p)]; }

  member make(int p, phaser_mode mode) {
    if (p == 0) {
      registration* const r = make_registration(nullptr, &home(), mode);
      home().join(r, nullptr);
      return {0, false, 0, r};
    }
    phaser_grant const g = home().grant(static_cast<std::uint32_t>(mode));
    registration* const r = make_registration(nullptr, &at(p), mode);
    r->signalled = r->waited = g.phase;
    at(p).arrive(r, {g.token, 0});
    return {p, false, 0, r};
  }
  member child(member const& parent, int to, phaser_mode mode) {
    registration* const r = make_registration(nullptr, &at(parent.place_number), mode);
    at(parent.place_number).join(r, parent.r);
    if (to != parent.place_number) at(parent.place_number).expect_other_places();
    return {to, to != parent.place_number, parent.place_number, r};
  }
  void arrive(member& m) {
    registration* const r = make_registration(nullptr, &at(m.place_number), m.r->mode);
    r->signalled = m.r->signalled;
    r->waited = m.r->waited;
    registration* const origin = std::exchange(m.r, r);
    m.is_in_flight = false;
    at(m.place_number).arrive(r, {reinterpret_cast<std::uintptr_t>(origin), m.from});
  }
  void drop(member& m) {
    at(m.place_number).leave(m.r);
    free_registration(nullptr, m.r);
  }

  void queue(int from, int to, kind type, std::span<std::byte const> body) {
    ++messages[type];
    if (from == 0 || to == 0) ++messages_of_home[type];
    queues_[{from, to}].push_back({type, {body.begin(), body.end()}});
  }
  /// Delivers the first message of the n-th queue that has one; false if there is none.
  /// A representative in the tree may pass a report on later (`defer`), at the latest when no
  /// message is left.
  bool deliver(std::size_t n, bool defer = false) {
    std::vector<std::pair<int, int>> ready;
    for (auto const& [ends, q] : queues_) {
      if (!q.empty()) ready.push_back(ends);
    }
    if (ready.empty()) {
      auto const places = std::exchange(deferred_, {});
      for (int const p : places) representative(p).publish();
      return !places.empty();
    }
    auto const [from, to] = ready[n % ready.size()];
    queued_message const l = std::move(queues_[{from, to}].front());
    queues_[{from, to}].pop_front();
    wire::reader reader(l.body);
    EXPECT_EQ(reader.get<std::uint64_t>(), name);
    if (l.type == kind::phaser_report) {
      if (to == 0) {
        phaser_home::of(home()).on_report(from, reader);
      } else {
        representative(to).on_report(from, reader);
        if (defer) {
          deferred_.insert(to);
        } else {
          representative(to).publish();
        }
      }
    } else if (l.type == kind::phaser_phase) {
      representative(to).on_phase(reader);
    } else {
      auto const place = static_cast<std::size_t>(to);
      for (std::uint64_t const traveller : skua::remote::take_releases(*hooks_[place], *ground_[place], name, reader))
        representative(to).on_release(traveller);
    }
    return true;
  }
  void deliver_all() {
    while (deliver(0)) {
    }
  }
  int places() const { return places_; }

  std::map<kind, int> messages;          // sent so far
  std::map<kind, int> messages_of_home;  // those that place 0 has sent or that are for it

 private:
  static constexpr std::uint64_t name = name_of_place(0) | 0x1230;
  struct queued_message {
    kind type;
    std::vector<std::byte> body;
  };
  phaser_representative& representative(int p) { return *static_cast<phaser_representative*>(at(p).links()); }

  int places_;
  std::vector<std::unique_ptr<simulated_place>> hooks_;
  std::vector<std::unique_ptr<place>> ground_;
  std::vector<std::unique_ptr<phaser_object>> objects_;
  std::map<std::pair<int, int>, std::deque<queued_message>> queues_;
  std::set<int> deferred_;  // places that pass on reports later
};

inline void simulated_place::send(int to, kind type, std::span<std::byte const> body) noexcept {
  network_.queue(number_, to, type, body);
}

/// The number of phases that every signaller has signalled, including signallers in flight.
inline std::uint64_t slowest(std::vector<member> const& members, std::uint64_t default_phase) {
  std::uint64_t least = ~std::uint64_t{0};
  for (member const& m : members) {
    if (m.r->is_signaller() && m.r->signalled < least) least = m.r->signalled;
  }
  return least == ~std::uint64_t{0} ? default_phase : least;
}

inline void expect_final_state(phaser_network& w, std::vector<member> const& members) {
  EXPECT_EQ(w.home().phase(), slowest(members, w.home().phase()));
  for (member const& m : members) {
    if (m.r->waits()) {
      EXPECT_EQ(w.at(m.place_number).phase(), w.home().phase()) << "at place " << m.place_number;
    }
  }
}

/// Every signaller signals the first `phases` phases; all messages are delivered after each.
inline void signal_phases(phaser_network& w, std::vector<member> const& members, int phases) {
  for (int i = 1; i <= phases; ++i) {
    for (member const& m : members) {
      if (m.r->is_signaller()) (void)w.at(m.place_number).signal(m.r);
    }
    w.deliver_all();
    expect_final_state(w, members);
    EXPECT_EQ(w.home().phase(), static_cast<std::uint64_t>(i));
  }
}

inline void random_life(int places, std::uint64_t seed, std::size_t most_members = 12, int steps = 600) {
  bool const defers = places > 17 && seed % 2 == 0;
  SCOPED_TRACE(testing::Message() << places << " places, seed " << seed);
  phaser_network w(places);
  std::mt19937_64 dice(seed);
  auto const below = [&](std::size_t n) { return static_cast<std::size_t>(dice() % n); };
  auto const any_place = [&] { return static_cast<int>(below(static_cast<std::size_t>(places))); };
  std::vector<member> members{w.make(0, phaser_mode::signal)};
  for (int step = 0; step < steps && !testing::Test::HasFailure(); ++step) {
    member& m = members[below(members.size())];
    switch (below(10)) {
      case 0:
        if (members.size() < most_members)
          members.push_back(w.make(any_place(), static_cast<phaser_mode>(1 + below(2))));
        break;
      case 1:
      case 2:
        if (!m.is_in_flight && members.size() < most_members) members.push_back(w.child(m, any_place(), m.r->mode));
        break;
      case 3:
        if (m.is_in_flight) w.arrive(m);
        break;
      case 4:
        if (!m.is_in_flight && members.size() > 1) {
          w.drop(m);
          m = members.back();
          members.pop_back();
        }
        break;
      case 5:
      case 6:
        if (!m.is_in_flight && m.r->is_signaller()) (void)w.at(m.place_number).signal(m.r);
        break;
      default:
        (void)w.deliver(below(64), defers && below(4) != 0);
        break;
    }
    std::uint64_t const phase = w.home().phase();
    EXPECT_LE(phase, slowest(members, phase))
        << "a phase has ended without a signal of each member, after step " << step;
    if (step % 100 == 99) {
      for (member& member_in_flight : members) {
        if (member_in_flight.is_in_flight) w.arrive(member_in_flight);
      }
      w.deliver_all();
      expect_final_state(w, members);
    }
  }
  for (member& x : members) {
    if (x.is_in_flight) w.arrive(x);
  }
  for (member& x : members) w.drop(x);
  w.deliver_all();
}

}  // namespace phaser_tests
