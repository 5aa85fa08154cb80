// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/phasers.hpp"

#include <skua/detail/core/suspend.hpp>
#include <skua/future.hpp>
#include <skua/wire/reader.hpp>

#include "remote/pending_calls.hpp"
#include "remote/phaser_home.hpp"
#include "remote/phaser_representative.hpp"

namespace skua::remote {

sched::phaser_object* phaser_exchange::representative(std::uint64_t name) {
  std::lock_guard const hold(lock_);
  auto& phaser = representatives_[name];
  if (phaser == nullptr) {
    phaser = std::make_unique<sched::phaser_object>(&place_, name);
    phaser->connect(std::make_unique<phaser_representative>(*phaser, sender_));
  }
  return phaser.get();
}

phaser_representative* phaser_exchange::find(std::uint64_t name) {
  std::lock_guard const hold(lock_);
  auto const entry = representatives_.find(name);
  return entry != representatives_.end() ? static_cast<phaser_representative*>(entry->second->links()) : nullptr;
}

std::unique_ptr<sched::phaser_links> phaser_exchange::home_links(sched::phaser_object& home) {
  return std::make_unique<phaser_home>(home, sender_);
}

sched::phaser_grant phaser_exchange::ask(std::uint64_t name, std::uint32_t mode) {
  auto* const state = sched::promise_state<sched::phaser_grant>::make();
  auto answer = future<sched::phaser_grant>::adopt(state);
  auto const accept = [](sched::future_state* to, wire::reader& in) {
    static_cast<sched::future_value<sched::phaser_grant>*>(to)->emplace(in.get<sched::phaser_grant>());
  };
  wire::writer request;
  request.put(name);
  request.put(calls_.add({state, accept, true}));
  request.put(mode);
  sender_.send(sched::home_of_name(name), kind::phaser_ask, request.view());
  sched::wait_done_firmly(state->ready, "the phase of a phaser of another place", state);
  return answer.get();
}

void phaser_exchange::on_ask(int from, std::span<std::byte const> message) {
  wire::reader in(message);
  auto const name = in.get<std::uint64_t>();
  wire::writer answer;
  answer.put(in.get<std::uint64_t>());
  answer.put(std::uint8_t{0});
  answer.put(sched::phaser_made_here(name)->grant(in.get<std::uint32_t>()));
  sender_.send(from, kind::result, answer.view());
}

void phaser_exchange::on_report(int from, std::span<std::byte const> message) {
  wire::reader in(message);
  auto const name = in.get<std::uint64_t>();
  if (sched::home_of_name(name) == place_.number) {
    phaser_home::of(*sched::phaser_made_here(name)).on_report(from, in);
  } else {
    auto* const links = static_cast<phaser_representative*>(representative(name)->links());
    links->on_report(from, in);
    reported_to_.push_back(links);
  }
}

void phaser_exchange::publish_reports() noexcept {
  for (phaser_representative* const representative : reported_to_) representative->publish();
  reported_to_.clear();
}

void phaser_exchange::on_phase(std::span<std::byte const> message) {
  wire::reader in(message);
  if (phaser_representative* const representative = find(in.get<std::uint64_t>())) representative->on_phase(in);
}

/// There may be no representative here yet: a report from below may be slower than one from
/// elsewhere that names a traveller there.
void phaser_exchange::on_release(std::span<std::byte const> message) {
  wire::reader in(message);
  auto const name = in.get<std::uint64_t>();
  for (std::uint64_t const traveller : take_releases(sender_, place_, name, in)) {
    if (phaser_representative* const representative = find(name)) representative->on_release(traveller);
  }
}

void phaser_exchange::forget(std::span<std::uint64_t const> names) {
  publish_reports();
  std::vector<std::unique_ptr<sched::phaser_object>> garbage;  // destroyed after the lock
  std::lock_guard const hold(lock_);
  for (std::uint64_t const name : names) {
    auto const entry = representatives_.find(name);
    if (entry == representatives_.end()) continue;
    garbage.push_back(std::move(entry->second));
    representatives_.erase(entry);
  }
  for (auto const& [name, phaser] : representatives_)
    static_cast<phaser_representative*>(phaser->links())->forget_parts(names);
}

}  // namespace skua::remote
