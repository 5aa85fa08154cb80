// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A phaser and its representatives in one thread, without any transport: messages wait in queues,
// in order between two places and in any order otherwise, and a seed decides what happens next.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include <skua/wire/reader.hpp>

#include "sched/phaser_object.hpp"
#include "sched/place.hpp"

namespace {

using namespace skua::sched;
using skua::phaser_mode;
namespace wire = skua::wire;

class world;

/// One place: what its phasers send goes into the world's queues.
class post final : public far_hooks, public phaser_mail {
 public:
  post(world& w, int number) : world_(w), number_(number) {}
  phaser_mail* phasers() noexcept override { return this; }
  phaser_object* representative(std::uint64_t) override { return nullptr; }
  void send(int to, phaser_news what, wire::writer const& body) noexcept override;
  phaser_grant ask(std::uint64_t, std::uint32_t) override { return {}; }

  void polling(bool) noexcept override {}
  bool poll() noexcept override { return false; }
  void short_of_work() noexcept override {}
  void soon_short_of_work() noexcept override {}
  void serve_hungry() noexcept override {}
  void busy_again() noexcept override {}
  void long_asleep() noexcept override {}
  bool run_failed(std::exception_ptr const&) noexcept override { return false; }
  void root_ended() noexcept override {}
  void retire(owned*) noexcept override {}
  owned* replica(std::uint64_t, std::uint64_t, replica_kind const&) override { return nullptr; }
  void scope_marked(scope_frame*) noexcept override {}
  void proxy_ended(proxy_frame*) noexcept override {}
  void cancel_elsewhere(std::uint64_t) noexcept override {}

 private:
  world& world_;
  int number_;
};

/// A task: where it is, or on its way to, and its registration (there, or the one it left behind).
struct member {
  int at;
  bool travels;
  int from;
  registration* r;
};

class world {
 public:
  explicit world(int places) : places_(places) {
    for (int p = 0; p < places; ++p) {
      hooks_.push_back(std::make_unique<post>(*this, p));
      ground_.push_back(std::make_unique<place>(skua::options{.workers = 1}, p, places));
      ground_.back()->far = hooks_.back().get();
    }
    objects_.push_back(std::make_unique<phaser_object>());
    home().made_at = ground_[0].get();
    home().set_name(name);
    for (int p = 1; p < places; ++p)
      objects_.push_back(std::make_unique<phaser_object>(ground_[static_cast<std::size_t>(p)].get(), name));
  }
  ~world() {
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
    registration* const r = make_registration(nullptr, &at(parent.at), mode);
    at(parent.at).join(r, parent.r);
    if (to != parent.at) at(parent.at).expect_other_places();
    return {to, to != parent.at, parent.at, r};
  }
  void arrive(member& m) {
    registration* const r = make_registration(nullptr, &at(m.at), m.r->mode);
    r->signalled = m.r->signalled;
    r->waited = m.r->waited;
    registration* const left = std::exchange(m.r, r);
    m.travels = false;
    at(m.at).arrive(r, {reinterpret_cast<std::uintptr_t>(left), m.from});
  }
  void drop(member& m) {
    at(m.at).leave(m.r);
    free_registration(nullptr, m.r);
  }

  void queue(int from, int to, phaser_news what, wire::writer const& body) {
    ++sent[static_cast<std::size_t>(what)];
    auto const bytes = body.view();
    queues_[{from, to}].push_back({what, {bytes.begin(), bytes.end()}});
  }
  /// Delivers the first message of the n-th queue that has one; false if there is none.
  bool deliver(std::size_t n) {
    std::vector<std::pair<int, int>> ready;
    for (auto const& [between, q] : queues_) {
      if (!q.empty()) ready.push_back(between);
    }
    if (ready.empty()) return false;
    auto const [from, to] = ready[n % ready.size()];
    letter const l = std::move(queues_[{from, to}].front());
    queues_[{from, to}].pop_front();
    wire::reader in(l.body);
    EXPECT_EQ(in.get<std::uint64_t>(), name);
    if (l.what == phaser_news::report) {
      home().on_report(from, in);
    } else if (l.what == phaser_news::phase) {
      at(to).on_phase(in);
    } else {
      at(to).on_release(in.get<std::uint64_t>());
    }
    return true;
  }
  void deliver_all() {
    while (deliver(0)) {
    }
  }
  int places() const { return places_; }

  std::array<int, 3> sent{};

 private:
  static constexpr std::uint64_t name = 0x1230;  // at place 0
  struct letter {
    phaser_news what;
    std::vector<std::byte> body;
  };
  int places_;
  std::vector<std::unique_ptr<post>> hooks_;
  std::vector<std::unique_ptr<place>> ground_;
  std::vector<std::unique_ptr<phaser_object>> objects_;
  std::map<std::pair<int, int>, std::deque<letter>> queues_;
};

void post::send(int to, phaser_news what, wire::writer const& body) noexcept { world_.queue(number_, to, what, body); }

/// The phases that every signaller has signalled, those on their way included.
std::uint64_t slowest(std::vector<member> const& all, std::uint64_t none) {
  std::uint64_t least = ~std::uint64_t{0};
  for (member const& m : all) {
    if (m.r->signals() && m.r->signalled < least) least = m.r->signalled;
  }
  return least == ~std::uint64_t{0} ? none : least;
}

void expect_quiet_state(world& w, std::vector<member> const& all) {
  EXPECT_EQ(w.home().phase(), slowest(all, w.home().phase()));
  for (member const& m : all) {
    if (m.r->waits()) {
      EXPECT_EQ(w.at(m.at).phase(), w.home().phase()) << "at place " << m.at;
    }
  }
}

void random_life(int places, std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << places << " places, seed " << seed);
  world w(places);
  std::mt19937_64 dice(seed);
  auto const below = [&](std::size_t n) { return static_cast<std::size_t>(dice() % n); };
  auto const any_place = [&] { return static_cast<int>(below(static_cast<std::size_t>(places))); };
  std::vector<member> all{w.make(0, phaser_mode::signal)};
  for (int step = 0; step < 600 && !testing::Test::HasFailure(); ++step) {
    member& m = all[below(all.size())];
    switch (below(10)) {
      case 0:
        if (all.size() < 12) all.push_back(w.make(any_place(), static_cast<phaser_mode>(1 + below(2))));
        break;
      case 1:
      case 2:
        if (!m.travels && all.size() < 12) all.push_back(w.child(m, any_place(), m.r->mode));
        break;
      case 3:
        if (m.travels) w.arrive(m);
        break;
      case 4:
        if (!m.travels && all.size() > 1) {
          w.drop(m);
          m = all.back();
          all.pop_back();
        }
        break;
      case 5:
      case 6:
        if (!m.travels && m.r->signals()) (void)w.at(m.at).signal(m.r);
        break;
      default:
        (void)w.deliver(below(64));
        break;
    }
    std::uint64_t const phase = w.home().phase();
    EXPECT_LE(phase, slowest(all, phase)) << "a phase has ended without somebody, after step " << step;
    if (step % 100 == 99) {
      for (member& on_his_way : all) {
        if (on_his_way.travels) w.arrive(on_his_way);
      }
      w.deliver_all();
      expect_quiet_state(w, all);
    }
  }
  for (member& x : all) {
    if (x.travels) w.arrive(x);
  }
  for (member& x : all) w.drop(x);
  w.deliver_all();
}

TEST(phaser_places, no_phase_ends_without_whoever_has_not_signalled_it) {
  for (std::uint64_t seed = 1; seed <= 400 && !HasFailure(); ++seed) random_life(2 + static_cast<int>(seed % 4), seed);
}

TEST(phaser_places, a_phase_costs_messages_by_places_not_by_tasks) {
  constexpr int phases = 50;
  world w(4);
  std::vector<member> all;
  for (int p = 0; p < w.places(); ++p) {
    for (int i = 0; i < 20; ++i) all.push_back(w.make(p, phaser_mode::signal));
    for (int i = 0; i < 5; ++i) all.push_back(w.make(p, phaser_mode::wait));
  }
  w.deliver_all();
  w.sent = {};
  for (int i = 1; i <= phases; ++i) {
    for (member const& m : all) {
      if (m.r->signals()) (void)w.at(m.at).signal(m.r);
    }
    w.deliver_all();
    expect_quiet_state(w, all);
    EXPECT_EQ(w.home().phase(), static_cast<std::uint64_t>(i));
  }
  EXPECT_EQ(w.sent[static_cast<std::size_t>(phaser_news::report)], 3 * phases);
  // Each report may be answered by itself: one that ends no phase by nothing.
  EXPECT_EQ(w.sent[static_cast<std::size_t>(phaser_news::phase)], 3 * phases);
  EXPECT_EQ(w.sent[static_cast<std::size_t>(phaser_news::release)], 0);
  for (member& m : all) w.drop(m);
  w.deliver_all();
}

TEST(phaser_places, one_on_his_way_holds_the_phase_and_one_that_never_starts_lets_it_go) {
  world w(3);
  std::vector<member> all{w.make(1, phaser_mode::signal)};
  w.deliver_all();
  all.push_back(w.child(all[0], 2, phaser_mode::signal));
  (void)w.at(1).signal(all[0].r);
  w.deliver_all();
  EXPECT_EQ(w.home().phase(), 0u);
  w.arrive(all[1]);
  w.deliver_all();
  EXPECT_EQ(w.home().phase(), 0u);
  w.drop(all[1]);
  w.deliver_all();
  EXPECT_EQ(w.home().phase(), 1u);
  w.drop(all[0]);
  w.deliver_all();
}

}  // namespace
