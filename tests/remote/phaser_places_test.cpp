// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A phaser and its representatives in one thread, without a transport. Messages wait in queues, in
// order between two places and in any order otherwise; a seed decides the next step.
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <skua/wire/reader.hpp>

#include "remote/phaser_home.hpp"
#include "remote/phaser_representative.hpp"
#include "sched/place.hpp"
#include "support/idle_hooks.hpp"

namespace {

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

  void retire(scope_object*) noexcept override {}
  scope_object* replica(std::uint64_t, std::uint64_t, replica_kind const&) override { return nullptr; }
  void scope_marked(scope_frame*) noexcept override {}
  void proxy_ended(proxy_frame*) noexcept override {}
  void cancel_remote(std::uint64_t) noexcept override {}

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
    queues_[{from, to}].push_back({type, {body.begin(), body.end()}});
  }
  /// Delivers the first message of the n-th queue that has one; false if there is none.
  bool deliver(std::size_t n) {
    std::vector<std::pair<int, int>> ready;
    for (auto const& [ends, q] : queues_) {
      if (!q.empty()) ready.push_back(ends);
    }
    if (ready.empty()) return false;
    auto const [from, to] = ready[n % ready.size()];
    queued_message const l = std::move(queues_[{from, to}].front());
    queues_[{from, to}].pop_front();
    wire::reader reader(l.body);
    EXPECT_EQ(reader.get<std::uint64_t>(), name);
    if (l.type == kind::phaser_report) {
      phaser_home::of(home()).on_report(from, reader);
    } else if (l.type == kind::phaser_phase) {
      representative(to).on_phase(reader);
    } else {
      representative(to).on_release(reader.get<std::uint64_t>());
    }
    return true;
  }
  void deliver_all() {
    while (deliver(0)) {
    }
  }
  int places() const { return places_; }

  std::map<kind, int> messages;  // sent so far

 private:
  static constexpr std::uint64_t name = 0x1230;  // at place 0
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
};

void simulated_place::send(int to, kind type, std::span<std::byte const> body) noexcept {
  network_.queue(number_, to, type, body);
}

/// The number of phases that every signaller has signalled, including signallers in flight.
std::uint64_t slowest(std::vector<member> const& members, std::uint64_t default_phase) {
  std::uint64_t least = ~std::uint64_t{0};
  for (member const& m : members) {
    if (m.r->signals() && m.r->signalled < least) least = m.r->signalled;
  }
  return least == ~std::uint64_t{0} ? default_phase : least;
}

void expect_final_state(phaser_network& w, std::vector<member> const& members) {
  EXPECT_EQ(w.home().phase(), slowest(members, w.home().phase()));
  for (member const& m : members) {
    if (m.r->waits()) {
      EXPECT_EQ(w.at(m.place_number).phase(), w.home().phase()) << "at place " << m.place_number;
    }
  }
}

void random_life(int places, std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << places << " places, seed " << seed);
  phaser_network w(places);
  std::mt19937_64 dice(seed);
  auto const below = [&](std::size_t n) { return static_cast<std::size_t>(dice() % n); };
  auto const any_place = [&] { return static_cast<int>(below(static_cast<std::size_t>(places))); };
  std::vector<member> members{w.make(0, phaser_mode::signal)};
  for (int step = 0; step < 600 && !testing::Test::HasFailure(); ++step) {
    member& m = members[below(members.size())];
    switch (below(10)) {
      case 0:
        if (members.size() < 12) members.push_back(w.make(any_place(), static_cast<phaser_mode>(1 + below(2))));
        break;
      case 1:
      case 2:
        if (!m.is_in_flight && members.size() < 12) members.push_back(w.child(m, any_place(), m.r->mode));
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
        if (!m.is_in_flight && m.r->signals()) (void)w.at(m.place_number).signal(m.r);
        break;
      default:
        (void)w.deliver(below(64));
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

TEST(phaser_places, no_phase_ends_without_whoever_has_not_signalled_it) {
  for (std::uint64_t seed = 1; seed <= 400 && !HasFailure(); ++seed) random_life(2 + static_cast<int>(seed % 4), seed);
}

TEST(phaser_places, a_phase_costs_messages_by_places_not_by_tasks) {
  constexpr int phases = 50;
  phaser_network w(4);
  std::vector<member> members;
  for (int p = 0; p < w.places(); ++p) {
    for (int i = 0; i < 20; ++i) members.push_back(w.make(p, phaser_mode::signal));
    for (int i = 0; i < 5; ++i) members.push_back(w.make(p, phaser_mode::wait));
  }
  w.deliver_all();
  w.messages = {};
  for (int i = 1; i <= phases; ++i) {
    for (member const& m : members) {
      if (m.r->signals()) (void)w.at(m.place_number).signal(m.r);
    }
    w.deliver_all();
    expect_final_state(w, members);
    EXPECT_EQ(w.home().phase(), static_cast<std::uint64_t>(i));
  }
  EXPECT_EQ(w.messages[kind::phaser_report], 3 * phases);
  // Each report that ends a phase may get its own answer; other reports get none.
  EXPECT_EQ(w.messages[kind::phaser_phase], 3 * phases);
  EXPECT_EQ(w.messages[kind::phaser_release], 0);
  for (member& m : members) w.drop(m);
  w.deliver_all();
}

TEST(phaser_places, one_on_his_way_holds_the_phase_and_one_that_never_starts_lets_it_go) {
  phaser_network w(3);
  std::vector<member> members{w.make(1, phaser_mode::signal)};
  w.deliver_all();
  members.push_back(w.child(members[0], 2, phaser_mode::signal));
  (void)w.at(1).signal(members[0].r);
  w.deliver_all();
  EXPECT_EQ(w.home().phase(), 0u);
  w.arrive(members[1]);
  w.deliver_all();
  EXPECT_EQ(w.home().phase(), 0u);
  w.drop(members[1]);
  w.deliver_all();
  EXPECT_EQ(w.home().phase(), 1u);
  w.drop(members[0]);
  w.deliver_all();
}

}  // namespace
