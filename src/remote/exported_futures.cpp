// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/exported_futures.hpp"

#include <algorithm>
#include <vector>

#include <skua/detail/base/check.hpp>

#include "remote/node.hpp"

namespace skua::remote {
namespace {

using sched::future_state;

constexpr std::uint64_t share_of_a_name = std::uint64_t{1} << 36;  // so 2^28 names may be under way at once
constexpr std::uint64_t max_shares = share_of_a_name << 8;         // of one copy; the rest goes home
// a copy gives 1 / 2^10 of its shares to each name
constexpr unsigned name_shift = 10;

bool destroyed_without_user_code(future_state::dispose_fn own) noexcept {
  return reinterpret_cast<std::uintptr_t>(own) <= 3;
}

}  // namespace

/// A state that has a name, from this place or from another one.
struct exported_futures::record {
  future_state::dispose_fn dispose = nullptr;  // the state's own function

  // At its home: of a state made here, or of a copy that had no share to give.
  exported_futures* home = nullptr;
  std::uint64_t number = 0;
  give_fn give = nullptr;
  std::uint64_t remote_shares = 0;  // shares at other places
  std::vector<int> kept_at;         // places that have a copy

  // Members of a copy.
  bool shared = false;
  exported_futures* table = nullptr;  // nullptr: that place is gone
  state_name name;                    // with the shares that are here
  int calls_due = 1;                  // of copy_left: one for each time the reference count rose from zero
};

struct exported_futures::registry {
  base::spinlock lock;
  std::unordered_map<future_state*, record> records;
};

exported_futures::registry& exported_futures::states() {
  static registry& table = *new registry;  // never destroyed: a static object may hold a future
  return table;
}

/// The lock is held, and the state has no other holder. Forgets it and tells the places with
/// copies; the caller destroys it.
void exported_futures::remove(future_state* state) noexcept {
  auto const entry = states().records.find(state);
  record& record = entry->second;
  if (record.home != nullptr) {
    record.home->numbers_.erase(record.number);
    for (int const place : record.kept_at)
      record.home->sender_.send(place, kind::forget, wire::bytes_of(record.number));
  }
  if (record.table != nullptr && record.shared) record.table->copies_.erase({record.name.place, record.name.number});
  state->dispose = record.dispose;
  states().records.erase(entry);
}

/// Sends shares of a copy home; the lock is held.
void exported_futures::give_back(std::uint64_t share, state_name const& name) noexcept {
  wire::writer message;
  message.put(name.number);
  message.put(share);
  sender_.send(static_cast<int>(name.place), kind::release_share, message.view());
}

void exported_futures::home_gone(future_state* state) noexcept {
  {
    base::spin_guard const hold(states().lock);
    remove(state);
  }
  state->destroy();
}

void exported_futures::copy_left(future_state* state) noexcept {
  {
    base::spin_guard const hold(states().lock);
    record& record = states().records.find(state)->second;
    if (--record.calls_due > 0) return;  // EXPORT-3
    if (record.table != nullptr && record.name.share != 0)
      record.table->give_back(std::exchange(record.name.share, 0), record.name);
    if (record.table != nullptr && record.shared) return;  // EXPORT-2
    remove(state);
  }
  state->destroy();
}

state_name exported_futures::export_state(future_state* state, give_fn give) {
  base::spin_guard const hold(states().lock);
  auto const [entry, first] = states().records.try_emplace(state);
  record& record = entry->second;
  if (record.table != nullptr && record.name.share > 1) {
    std::uint64_t const part = std::max<std::uint64_t>(record.name.share >> name_shift, 1);
    record.name.share -= part;
    return {record.name.place, record.name.number, part};
  }
  if (first) record.dispose = std::exchange(state->dispose, &home_gone);
  if (record.home == nullptr) {
    record.home = this;
    record.number = next_++;
    record.give = give;
    numbers_.emplace(record.number, state);
  }
  if (record.remote_shares == 0) state->retain();
  record.remote_shares += share_of_a_name;
  return {record.home->place_.number, record.number, share_of_a_name};
}

future_state* exported_futures::import_state(state_name name, copy_kind const& type) {
  if (name.place == place_.number) return come_home(name, type);
  future_state* state;
  {
    base::spin_guard const hold(states().lock);
    if (type.shared) {
      auto const entry = copies_.find({name.place, name.number});
      if (entry != copies_.end()) {
        state = entry->second;
        record& record = states().records.find(state)->second;
        record.name.share += name.share;
        if (record.name.share > max_shares)
          give_back(std::exchange(record.name.share, share_of_a_name) - share_of_a_name, record.name);
        // relaxed: EXPORT-2; ready orders the result
        if (state->refs.fetch_add(1, std::memory_order_relaxed) == future_state::retained_flag) ++record.calls_due;
        return state;
      }
    }
    state = type.make();
    record& record = states().records.try_emplace(state).first->second;
    record.dispose = std::exchange(state->dispose, &copy_left);
    record.shared = type.shared;
    record.table = this;
    record.name = name;
    if (type.shared) {
      state->refs.fetch_add(future_state::retained_flag, std::memory_order_relaxed);  // relaxed: not shared yet
      copies_.emplace(std::pair{name.place, name.number}, state);
    }
  }
  wire::writer request;
  request.put(name.number);
  request.put(expect_result(&place_, state, type.accept, type.trivially_serializable));
  request.put(static_cast<std::uint8_t>(type.shared));
  sender_.send(static_cast<int>(name.place), kind::request_result, request.view());
  return state;
}

/// A name of a state of this place has come back. A shared state gets a handle of the state itself.
/// The value of any other may be moved out, perhaps while it is under way to another place, so the
/// name gets a copy, as one of another place does.
future_state* exported_futures::come_home(state_name name, copy_kind const& type) {
  future_state* state;
  give_fn give;
  bool last;
  {
    base::spin_guard const hold(states().lock);
    state = numbers_.at(name.number);
    record& record = states().records.find(state)->second;
    give = record.give;
    last = (record.remote_shares -= name.share) == 0;
    if (!last) state->retain();  // otherwise the reference held for the shares that were out
  }
  if (type.shared) return state;
  future_state* const copy = type.make();
  when_ready(&place_, state, give,
             {place_.number, expect_result(&place_, copy, type.accept, type.trivially_serializable)});
  return copy;
}

void exported_futures::on_request_result(int from, std::span<std::byte const> message) {
  wire::reader reader(message);
  auto const number = reader.get<std::uint64_t>();
  auto const call = reader.get<std::uint64_t>();
  bool const keeps = reader.get<std::uint8_t>() != 0;
  future_state* state;
  give_fn give;
  {
    base::spin_guard const hold(states().lock);
    auto const entry = numbers_.find(number);
    base::check(entry != numbers_.end(), "internal: a question for a future that has gone");
    state = entry->second;
    record& record = states().records.find(state)->second;
    if (keeps) record.kept_at.push_back(from);
    give = record.give;
    state->retain();
  }
  when_ready(&place_, state, give, {from, call});
}

void exported_futures::on_release_share(std::span<std::byte const> message) {
  wire::reader reader(message);
  auto const number = reader.get<std::uint64_t>();
  auto const share = reader.get<std::uint64_t>();
  future_state* state;
  bool trivial_destroy;
  {
    base::spin_guard const hold(states().lock);
    auto const entry = numbers_.find(number);
    base::check(entry != numbers_.end(), "internal: shares of a future that has gone");
    state = entry->second;
    record& record = states().records.find(state)->second;
    if ((record.remote_shares -= share) != 0) return;
    trivial_destroy = destroyed_without_user_code(record.dispose);
  }
  if (trivial_destroy) return state->release();
  run_service_task(&place_, [state] { state->release(); });
}

void exported_futures::on_forget(int from, std::span<std::byte const> message) {
  wire::reader reader(message);
  auto const number = reader.get<std::uint64_t>();
  future_state* state;
  {
    base::spin_guard const hold(states().lock);
    auto const entry = copies_.find({from, number});
    base::check(entry != copies_.end(), "internal: a copy of a future has gone too early");
    state = entry->second;
    remove(state);
  }
  if (destroyed_without_user_code(state->dispose)) return state->destroy();
  run_service_task(&place_, [state] { state->destroy(); });
}

exported_futures::census exported_futures::count() const {
  base::spin_guard const hold(states().lock);
  census census;
  census.exported = numbers_.size();
  census.copies = copies_.size();
  for (auto const& [number, state] : numbers_)
    census.with_shares += states().records.find(state)->second.remote_shares != 0;
  return census;
}

/// The place ends, and sends no more messages. A remaining holder of a state can still use it.
exported_futures::~exported_futures() {
  std::vector<future_state*> shared_states, idle;
  {
    base::spin_guard const hold(states().lock);
    for (auto& [state, record] : states().records) {
      if (record.home == this) {
        record.home = nullptr;
        record.kept_at.clear();
        if (std::exchange(record.remote_shares, 0) != 0) shared_states.push_back(state);
      }
      if (record.table == this) {
        record.table = nullptr;
        if (record.calls_due == 0) idle.push_back(state);
      }
    }
    for (future_state* const state : idle) remove(state);
  }
  for (future_state* const state : idle) state->destroy();
  for (future_state* const state : shared_states) state->release();
}

}  // namespace skua::remote
