// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// node: which component handles which kind of message. The other members are in node.cpp.
#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>

#include <skua/detail/base/check.hpp>
#include <skua/wire/exception.hpp>

#include "instruments/status.hpp"
#include "remote/exporter.hpp"
#include "remote/node.hpp"

namespace skua::remote {

/// Who handles which kind of message: one row for each kind, in the order of `kind`.
struct node::handlers {
  using function = void (*)(node&, int from, transport::bytes body);

  /// Hands the message to a member function of its owner, which takes the sender, the body, both
  /// or neither.
  template <auto Owner, auto Member>
  static void call(node& receiver, int from, transport::bytes body) {
    auto& owner = std::invoke(Owner, receiver);
    if constexpr (std::is_invocable_v<decltype(Member), decltype(owner), int, transport::bytes>) {
      std::invoke(Member, owner, from, body);
    } else if constexpr (std::is_invocable_v<decltype(Member), decltype(owner), transport::bytes>) {
      std::invoke(Member, owner, body);
    } else if constexpr (std::is_invocable_v<decltype(Member), decltype(owner), int>) {
      std::invoke(Member, owner, from);
    } else {
      std::invoke(Member, owner);
    }
  }
  [[noreturn]] static void unknown(node& /*receiver*/, int /*from*/, transport::bytes /*body*/) {
    base::broken_contract("internal: a message of an unknown kind");
  }
  static node& itself(node& receiver) noexcept { return receiver; }
  static lost_posts& losses(node& receiver) noexcept { return receiver.ending_.losses(); }

  struct row {
    kind type;
    function handle;
  };
  static constexpr row table[] = {
      {kind::fragment, &unknown},  // the mailbox assembles fragments, so a handler sees none
      {kind::tasks, &call<&itself, &node::on_tasks>},
      {kind::joined, &call<&node::scopes_, &scope_tree::on_joined>},
      {kind::engaged, &call<&node::scopes_, &scope_tree::on_engaged>},
      {kind::done, &call<&node::scopes_, &scope_tree::on_done>},
      {kind::cancel, &call<&node::scopes_, &scope_tree::on_cancel>},
      {kind::post, &call<&itself, &node::on_post>},
      {kind::result, &call<&itself, &node::on_result>},
      {kind::request_result, &call<&node::exported_, &exported_futures::on_request_result>},
      {kind::release_share, &call<&node::exported_, &exported_futures::on_release_share>},
      {kind::forget, &call<&node::exported_, &exported_futures::on_forget>},
      {kind::steal, &call<&node::thief_, &thief::on_steal>},
      {kind::nothing, &call<&node::thief_, &thief::on_nothing>},
      {kind::ask_load, &call<&node::thief_, &thief::on_ask_load>},
      {kind::load, &call<&node::thief_, &thief::on_load>},
      {kind::describe, &call<&node::names_, &object_names::on_describe>},
      {kind::description, &call<&node::names_, &object_names::on_description>},
      {kind::ask_parts, &call<&node::names_, &object_names::on_ask_parts>},
      {kind::parts, &call<&node::names_, &object_names::on_parts>},
      {kind::use, &call<&node::names_, &object_names::on_use>},
      {kind::reset, &call<&node::names_, &object_names::on_reset>},
      {kind::retire, &call<&node::names_, &object_names::on_retire>},
      {kind::retired, &call<&node::names_, &object_names::on_retired>},
      {kind::phaser_report, &call<&node::phasers_, &phaser_exchange::on_report>},
      {kind::phaser_phase, &call<&node::phasers_, &phaser_exchange::on_phase>},
      {kind::phaser_release, &call<&node::phasers_, &phaser_exchange::on_release>},
      {kind::phaser_ask, &call<&node::phasers_, &phaser_exchange::on_ask>},
      {kind::memory, &call<&itself, &node::on_memory>},
      {kind::collective, &call<&itself, &node::on_collective>},
      {kind::show_status, &call<&itself, &node::on_show_status>},
      {kind::failed, &call<&itself, &node::on_failed>},
      {kind::signalled, &call<&itself, &node::on_signalled>},
      {kind::ask_blockers, &call<&node::forced_, &forced_end::on_ask_blockers>},
      {kind::blockers, &call<&node::forced_, &forced_end::on_blockers>},
      {kind::force_end, &call<&node::forced_, &forced_end::on_end>},
      {kind::wave, &call<&node::ending_, &run_end::on_wave>},
      {kind::wave_answer, &call<&node::ending_, &run_end::on_wave_answer>},
      {kind::ask_losses, &call<&losses, &lost_posts::on_ask>},
      {kind::losses, &call<&losses, &lost_posts::on_losses>},
      {kind::post_count, &call<&losses, &lost_posts::on_count>},
      {kind::post_count_answer, &call<&losses, &lost_posts::on_count_answer>},
      {kind::losses_reported, &call<&losses, &lost_posts::on_announced>},
      {kind::over, &call<&node::ending_, &run_end::on_over>},
      {kind::over_acknowledged, &call<&node::ending_, &run_end::on_over_acknowledged>},
      {kind::left, &call<&node::ending_, &run_end::on_left>},
      {kind::census, &call<&itself, &node::on_census>},
      {kind::census_answer, &call<&itself, &node::on_census_answer>},
      {kind::ask_waiting, &call<&node::deadlocks_, &deadlock_detector::on_ask_waiting>},
      {kind::waiting, &call<&node::deadlocks_, &deadlock_detector::on_waiting>},
  };
  static constexpr bool is_in_order() {
    for (std::size_t i = 0; i < std::size(table); ++i) {
      if (static_cast<std::size_t>(table[i].type) != i) return false;
    }
    return static_cast<std::size_t>(kind::waiting) + 1 == std::size(table);
  }
};

void node::handle(int from, kind type, transport::bytes body) {
  static_assert(handlers::is_in_order(), "one row for each kind, in their order");
  auto const number = static_cast<std::size_t>(type);
  auto const handler = number < std::size(handlers::table) ? handlers::table[number].handle : &handlers::unknown;
  handler(*this, from, body);
}

void node::on_post(int from, transport::bytes body) { ending_.post_received(from, import_posts(place_, body)); }

void node::on_result(transport::bytes body) { deliver_result(&place_, calls_, body); }

void node::on_memory(int from, transport::bytes body) { layers_.memory_message(*this, from, body); }

void node::on_collective(int from, transport::bytes body) { layers_.collective_message(*this, from, body); }

void node::on_show_status() { sched::print_status(place_); }

void node::on_failed(transport::bytes body) {
  wire::reader reader(body);
  fail_here(decode_exception(reader));
}

void node::on_census(int from, transport::bytes body) {
  phasers_.publish_reports();  // DEADLOCK-2
  deadlocks_.on_census(from, body);
}

void node::on_census_answer(transport::bytes body) {
  phasers_.publish_reports();  // DEADLOCK-2
  deadlocks_.on_census_answer(body);
}

}  // namespace skua::remote
