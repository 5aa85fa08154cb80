// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "protocol/sim_place.hpp"

#include <exception>

#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "core/cancel.hpp"
#include "core/scope_frame.hpp"
#include "remote/exporter.hpp"
#include "steal/policy.hpp"

namespace protocol {

using skua::remote::kind;
using skua::sched::proxy_frame;
using skua::sched::scope_frame;

void clock::sleep(skua::base::atomic<std::uint32_t>&, std::uint32_t, std::uint64_t) noexcept {
  std::terminate();
}  // no other thread could wake it

namespace {

std::unique_ptr<skua::sched::place> make_place(surroundings const& s, int number) {
  skua::options o;
  o.workers = 1;
  auto p = std::make_unique<skua::sched::place>(o, number, s.net.places());
  p->machine = &s.time;
  // relaxed: no thread runs yet; an urgent task must not start a spare worker
  p->worker_limit = p->started_workers.load(std::memory_order_relaxed);
  return p;
}

std::unique_ptr<skua::steal::policy> make_policy(surroundings const& s, int number, sim_place::stealing const& config) {
  skua::steal::settings settings;
  settings.own_place = number;
  settings.places = s.net.places();
  settings.seed = config.seed;
  settings.distance = [number](int q) { return q == number ? 0 : (q ^ number) & 2 ? 2 : 1; };
  return skua::steal::make_policy(config.policy, settings);
}

}  // namespace

sim_place::sim_place(surroundings const& s, int number, stealing const& config)
    : around_(s),
      place_(make_place(s, number)),
      names_(*place_, *this, calls_),
      tree_(*place_, *this, *this, config.deepest),
      thief_(*place_, *this, tree_, make_policy(s, number, config), skua::steal::parse_amount(config.amount)) {
  place_->remote = this;
}

sim_place::~sim_place() { place_->remote = nullptr; }

scope_frame* sim_place::frame_of(std::uint64_t id) {
  std::lock_guard const hold(place_->scopes.lock);
  return skua::sched::find_scope_locked(*place_, id);
}

void sim_place::receive(int from, message m) {
  switch (m.kind) {
    case kind::tasks:
      batch_ = std::move(m);
      return on_tasks(from);
    case kind::joined:
    case kind::done:
      return on_acknowledgement(m);
    case kind::engaged:
      return tree_.on_engaged(from, m.body);
    case kind::cancel:
      return tree_.on_cancel(m.body);
    case kind::steal:
      return thief_.on_steal(from, m.body);
    case kind::nothing:
      --unanswered_;
      return thief_.on_nothing(from, m.body);
    case kind::fragment: {  // here: the contributions that mutation::done_before_merge took out of a "done"
      skua::wire::reader in(m.body);
      auto const id = in.get<std::uint64_t>();
      scope_frame* const f = frame_of(id);
      if (f == nullptr)
        return around_.book.complain("a contribution came to place " + std::to_string(place_->number) +
                                     " after the end of its scope");
      return names_.merge(in, skua::sched::context_of(f));
    }
    case kind::retire:
      return names_.on_retire(m.body);
    case kind::retired:
      return names_.on_retired(m.body);
    default:
      around_.book.complain("a message that nobody sends here: " + std::to_string(static_cast<int>(m.kind)));
  }
}

/// Like node::on_tasks, up to the point where workers can see the tasks.
void sim_place::on_tasks(int from) {
  std::uint64_t const id = raw_id_ = word_at(batch_.body, 0);
  bool const home = skua::sched::place_of_scope(id) == place_->number;
  switch (around_.planted) {
    case mutation::early_acknowledgement:
      acknowledge(from, id);
      break;
    case mutation::deaf_batch:
      batch_.body[batch_flags_at] &= ~batch_is_cancelled;
      break;
    case mutation::proxy_per_pair:
      set_word(batch_.body, 0, home ? pair_names::plain(id) : pair_names::tagged(id, from));
      break;
    case mutation::join_the_ending:
      for (proxy_frame* const f : ending_) {
        if (f == frame_of(id) && f->state.load() < skua::sched::scope_token) f->state.add(1);
      }
      break;
    default:
      break;
  }
  if (home && frame_of(word_at(batch_.body, 0)) == nullptr)
    return around_.book.complain("tasks came home to a scope that has ended");
  from_ = from;
  arrival_ = tree_.arrive(from, batch_.body);
  if (around_.planted == mutation::proxy_per_pair && !home) {
    if (arrival_.joined) {
      pairs_.to_join[arrival_.scope].push_back(id);
    } else {
      pairs_.engager[arrival_.scope] = id;
    }
  }
  if (!arrival_.joined) parents_[arrival_.scope] = from;
  imported_ = skua::remote::import_tasks(*place_, arrival_);
  // One queue is enough here: no worker has anything else to do.
  auto& p = *place_;
  p.arrived.tasks.insert(p.arrived.tasks.end(), p.arrived.loot.begin(), p.arrived.loot.end());
  // relaxed: one thread
  p.arrived.count.fetch_add(p.arrived.loot_count.exchange(0, std::memory_order_relaxed), std::memory_order_relaxed);
  p.arrived.loot.clear();
  half_received_ = true;
}

void sim_place::finish_receiving() {
  half_received_ = false;
  tree_.queued(arrival_);
  if (arrival_.contents.answers) --unanswered_;
  if (arrival_.contents.loot) thief_.on_loot(from_, imported_, arrival_.contents.answers);
}

void sim_place::on_acknowledgement(message const& m) {
  std::uint64_t const id = word_at(m.body, 0);
  scope_frame* const f = frame_of(id);
  char const* const name = m.kind == kind::done ? "done" : "joined";
  if (f == nullptr || f->state.load() < skua::sched::scope_token) {
    return around_.book.complain(std::string("\"") + name + "\" came to place " + std::to_string(place_->number) +
                                 " for a scope that has ended");
  }
  if (m.kind == kind::joined) return tree_.on_joined(m.body);
  if (around_.planted == mutation::early_acknowledgement) f->state.add(1);  // it was acknowledged before
  tree_.on_done(m.body);
}

void sim_place::report_done(std::size_t which) {
  proxy_frame* const f = ending_[which];
  ending_.erase(ending_.begin() + static_cast<std::ptrdiff_t>(which));
  if (f->state.load() >= skua::sched::scope_token)
    return around_.book.complain("a proxy with tasks reports that it has none");
  tree_.ended(f);
}

void sim_place::scope_marked(scope_frame* f) noexcept {
  marking_ = f->state.has(skua::sched::scope_proxy);
  tree_.marked(f);
  marking_ = false;
}

}  // namespace protocol
