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
  static registry& r = *new registry;  // never destroyed: a static object may hold a future
  return r;
}

/// The lock is held, and the state has no other holder. Forgets it and tells the places with
/// copies; the caller destroys it.
void exported_futures::remove(future_state* p) noexcept {
  auto const entry = states().records.find(p);
  record& r = entry->second;
  if (r.home != nullptr) {
    r.home->numbers_.erase(r.number);
    for (int const q : r.kept_at) r.home->sender_.send(q, kind::forget, wire::bytes_of(r.number));
  }
  if (r.table != nullptr && r.shared) r.table->copies_.erase({r.name.place, r.name.number});
  p->dispose = r.dispose;
  states().records.erase(entry);
}

/// Sends shares of a copy home; the lock is held.
void exported_futures::give_back(std::uint64_t share, state_name const& name) noexcept {
  wire::writer message;
  message.put(name.number);
  message.put(share);
  sender_.send(static_cast<int>(name.place), kind::release_share, message.view());
}

void exported_futures::home_gone(future_state* p) noexcept {
  {
    base::spin_guard const g(states().lock);
    remove(p);
  }
  p->destroy();
}

void exported_futures::copy_left(future_state* p) noexcept {
  {
    base::spin_guard const g(states().lock);
    record& r = states().records.find(p)->second;
    if (--r.calls_due > 0) return;  // EXPORT-3
    if (r.table != nullptr && r.name.share != 0) r.table->give_back(std::exchange(r.name.share, 0), r.name);
    if (r.table != nullptr && r.shared) return;  // EXPORT-2
    remove(p);
  }
  p->destroy();
}

state_name exported_futures::export_state(future_state* p, give_fn give) {
  base::spin_guard const g(states().lock);
  auto const [entry, first] = states().records.try_emplace(p);
  record& r = entry->second;
  if (r.table != nullptr && r.name.share > 1) {
    std::uint64_t const part = std::max<std::uint64_t>(r.name.share >> name_shift, 1);
    r.name.share -= part;
    return {r.name.place, r.name.number, part};
  }
  if (first) r.dispose = std::exchange(p->dispose, &home_gone);
  if (r.home == nullptr) {
    r.home = this;
    r.number = next_++;
    r.give = give;
    numbers_.emplace(r.number, p);
  }
  if (r.remote_shares == 0) p->retain();
  r.remote_shares += share_of_a_name;
  return {r.home->place_.number, r.number, share_of_a_name};
}

future_state* exported_futures::import_state(state_name n, copy_kind const& type) {
  if (n.place == place_.number) return come_home(n, type);
  future_state* p;
  {
    base::spin_guard const g(states().lock);
    if (type.shared) {
      auto const entry = copies_.find({n.place, n.number});
      if (entry != copies_.end()) {
        p = entry->second;
        record& r = states().records.find(p)->second;
        r.name.share += n.share;
        if (r.name.share > max_shares)
          give_back(std::exchange(r.name.share, share_of_a_name) - share_of_a_name, r.name);
        // relaxed: EXPORT-2; ready orders the result
        if (p->refs.fetch_add(1, std::memory_order_relaxed) == future_state::retained_flag) ++r.calls_due;
        return p;
      }
    }
    p = type.make();
    record& r = states().records.try_emplace(p).first->second;
    r.dispose = std::exchange(p->dispose, &copy_left);
    r.shared = type.shared;
    r.table = this;
    r.name = n;
    if (type.shared) {
      p->refs.fetch_add(future_state::retained_flag, std::memory_order_relaxed);  // relaxed: not shared yet
      copies_.emplace(std::pair{n.place, n.number}, p);
    }
  }
  wire::writer request;
  request.put(n.number);
  request.put(expect_result(&place_, p, type.accept, type.trivially_serializable));
  request.put(static_cast<std::uint8_t>(type.shared));
  sender_.send(static_cast<int>(n.place), kind::request_result, request.view());
  return p;
}

/// A name of a state of this place has come back. A shared state gets a handle of the state itself.
/// The value of any other may be moved out, perhaps while it is under way to another place, so the
/// name gets a copy, as one of another place does.
future_state* exported_futures::come_home(state_name n, copy_kind const& type) {
  future_state* p;
  give_fn give;
  bool last;
  {
    base::spin_guard const g(states().lock);
    p = numbers_.at(n.number);
    record& r = states().records.find(p)->second;
    give = r.give;
    last = (r.remote_shares -= n.share) == 0;
    if (!last) p->retain();  // otherwise the reference held for the shares that were out
  }
  if (type.shared) return p;
  future_state* const copy = type.make();
  when_ready(&place_, p, give, {place_.number, expect_result(&place_, copy, type.accept, type.trivially_serializable)});
  return copy;
}

void exported_futures::on_request_result(int from, std::span<std::byte const> message) {
  wire::reader reader(message);
  auto const number = reader.get<std::uint64_t>();
  auto const call = reader.get<std::uint64_t>();
  bool const keeps = reader.get<std::uint8_t>() != 0;
  future_state* p;
  give_fn give;
  {
    base::spin_guard const g(states().lock);
    auto const entry = numbers_.find(number);
    base::check(entry != numbers_.end(), "internal: a question for a future that has gone");
    p = entry->second;
    record& r = states().records.find(p)->second;
    if (keeps) r.kept_at.push_back(from);
    give = r.give;
    p->retain();
  }
  when_ready(&place_, p, give, {from, call});
}

void exported_futures::on_release_share(std::span<std::byte const> message) {
  wire::reader reader(message);
  auto const number = reader.get<std::uint64_t>();
  auto const share = reader.get<std::uint64_t>();
  future_state* p;
  bool trivial_destroy;
  {
    base::spin_guard const g(states().lock);
    auto const entry = numbers_.find(number);
    base::check(entry != numbers_.end(), "internal: shares of a future that has gone");
    p = entry->second;
    record& r = states().records.find(p)->second;
    if ((r.remote_shares -= share) != 0) return;
    trivial_destroy = destroyed_without_user_code(r.dispose);
  }
  if (trivial_destroy) return p->release();
  run_service_task(&place_, [p] { p->release(); });
}

void exported_futures::on_forget(int from, std::span<std::byte const> message) {
  wire::reader reader(message);
  auto const number = reader.get<std::uint64_t>();
  future_state* p;
  {
    base::spin_guard const g(states().lock);
    auto const entry = copies_.find({from, number});
    base::check(entry != copies_.end(), "internal: a copy of a future has gone too early");
    p = entry->second;
    remove(p);
  }
  if (destroyed_without_user_code(p->dispose)) return p->destroy();
  run_service_task(&place_, [p] { p->destroy(); });
}

exported_futures::census exported_futures::count() const {
  base::spin_guard const g(states().lock);
  census c;
  c.exported = numbers_.size();
  c.copies = copies_.size();
  for (auto const& [number, p] : numbers_) c.with_shares += states().records.find(p)->second.remote_shares != 0;
  return c;
}

/// The place ends, and sends no more messages. A remaining holder of a state can still use it.
exported_futures::~exported_futures() {
  std::vector<future_state*> shared_states, idle;
  {
    base::spin_guard const g(states().lock);
    for (auto& [p, r] : states().records) {
      if (r.home == this) {
        r.home = nullptr;
        r.kept_at.clear();
        if (std::exchange(r.remote_shares, 0) != 0) shared_states.push_back(p);
      }
      if (r.table == this) {
        r.table = nullptr;
        if (r.calls_due == 0) idle.push_back(p);
      }
    }
    for (future_state* const p : idle) remove(p);
  }
  for (future_state* const p : idle) p->destroy();
  for (future_state* const p : shared_states) p->release();
}

}  // namespace skua::remote
