// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/object_names.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <skua/detail/remote/remote_parts.hpp>
#include <skua/detail/remote/remote_task.hpp>

#include "remote/pending_calls.hpp"

namespace skua::remote {
namespace {

/// The kind of a replica crosses as the name of the function that makes it, with its two flags.
struct kind_on_wire {
  std::uint64_t make;
  std::uint8_t per_scope;
  std::uint8_t needs_description;
  std::uint16_t unused;
  std::uint32_t generation;         // of what was merged
  std::uint64_t forgotten_through;  // of the replica (NAMES-7)
};

/// So many reducers of ended scopes wait for the ends of other scopes before their names are
/// recalled from all places: one message to each place for all of them.
constexpr std::size_t most_ended = 64;

/// A replica is made by the task that needs it first, but is none of that task's scope.
class making_a_replica {
 public:
  making_a_replica()
      : fibre_(sched::self()), before_(fibre_ != nullptr && std::exchange(fibre_->makes_replica, true)) {}
  ~making_a_replica() {
    if (fibre_ != nullptr) fibre_->makes_replica = before_;
  }
  making_a_replica(making_a_replica const&) = delete;
  making_a_replica& operator=(making_a_replica const&) = delete;

 private:
  sched::fibre* fibre_;  // none in a test without workers
  bool before_;
};

}  // namespace

object_names::~object_names() = default;

sched::scope_object* object_names::insert(key const& k, sched::replica_kind const& kind,
                                          std::unique_ptr<sched::scope_object> object) {
  std::lock_guard const hold(lock_);
  object->made_at = &place_;
  object->generation.store(generation_of(k.first), std::memory_order_relaxed);  // relaxed: under the lock
  auto const through = forgotten_through_[sched::home_of_name(k.first)];
  return replicas_.try_emplace(k, replica{std::move(object), &kind, through}).first->second.object.get();
}

/// Asks the object's place, also in a cancelled scope: a task that uses the object cannot go on
/// without it.
std::vector<std::byte> object_names::description_of(std::uint64_t name) {
  {
    std::lock_guard const hold(lock_);
    auto const entry = descriptions_.find(name);
    if (entry != descriptions_.end()) return entry->second;
  }
  auto* const p = sched::promise_state<std::vector<std::byte>>::make();
  auto answer = future<std::vector<std::byte>>::adopt(p);
  auto const accept = [](sched::future_state* to, wire::reader& in) {
    auto const bytes = in.take(in.remaining());
    static_cast<sched::future_value<std::vector<std::byte>>*>(to)->emplace(bytes.begin(), bytes.end());
  };
  wire::writer question;
  question.put(name);
  question.put(calls_.add({p, accept, true}));
  sender_.send(sched::home_of_name(name), kind::describe, question.view());
  sched::wait_done_firmly(p->ready, "the description of an object of another place", p);
  std::lock_guard const hold(lock_);
  return descriptions_.try_emplace(name, answer.get()).first->second;
}

sched::scope_object* object_names::find(std::uint64_t name, std::uint64_t context, sched::replica_kind const& kind) {
  key const k{name, context};
  for (;;) {
    std::shared_ptr<sched::completion> creation;
    {
      std::lock_guard const hold(lock_);
      auto const entry = replicas_.find(k);
      if (entry != replicas_.end()) return entry->second.object.get();
      auto& pending = being_made_[k];
      if (pending == nullptr) {
        pending = std::make_shared<sched::completion>();
      } else {
        creation = pending;
      }
    }
    if (creation == nullptr) break;
    sched::wait_done_firmly(*creation, "an object that another task makes", creation.get());
  }
  // Ours to make; whatever happens, the others must not wait for ever.
  struct finally {
    object_names& owner;
    key const& k;
    ~finally() {
      std::shared_ptr<sched::completion> creation;
      {
        std::lock_guard const hold(owner.lock_);
        creation = std::move(owner.being_made_[k]);
        owner.being_made_.erase(k);
      }
      creation->complete();
    }
  } const done{*this, k};
  std::vector<std::byte> const description = kind.needs_description ? description_of(name) : std::vector<std::byte>();
  wire::reader in(description);
  making_a_replica const now;
  return insert(k, kind, std::unique_ptr<sched::scope_object>(kind.make(&place_, &in)));
}

std::uint32_t object_names::generation_of(std::uint64_t name) const {
  auto const entry = generations_.find(name);
  return entry != generations_.end() ? entry->second : 0;
}

std::span<std::byte const> object_names::known_description(std::uint64_t name) const {
  auto const entry = descriptions_.find(name);
  return entry != descriptions_.end() ? std::span<std::byte const>(entry->second) : std::span<std::byte const>();
}

/// Under the lock: an empty replica.
std::unique_ptr<sched::scope_object> object_names::make_locked(std::uint64_t name, sched::replica_kind const& kind) {
  wire::reader in(known_description(name));
  std::unique_ptr<sched::scope_object> made(kind.make(&place_, &in));
  made->made_at = &place_;
  made->generation.store(generation_of(name), std::memory_order_relaxed);  // relaxed: under the lock
  return made;
}

sched::scope_object* object_names::make_past(std::uint64_t name, replica const& original) {
  auto const entry = replicas_.find({name, past});
  if (entry != replicas_.end()) return entry->second.object.get();
  replica copy{make_locked(name, *original.kind), original.kind, original.forgotten_through};
  return replicas_.emplace(key{name, past}, std::move(copy)).first->second.object.get();
}

void object_names::pack(std::uint64_t serial, wire::writer& to) {
  std::size_t const count_at = to.size();
  std::uint32_t n = 0;
  to.put(n);
  std::lock_guard const hold(lock_);
  for (auto entry = replicas_.begin(); entry != replicas_.end();) {
    if (entry->first.second != serial) {
      ++entry;
      continue;
    }
    std::uint64_t const name = entry->first.first;
    make_past(name, entry->second)->keep_part(*entry->second.object);  // NAMES-2
    if (auto const use = known_uses_.find(name);
        use != known_uses_.end() && (use->second & use_is_apart) != 0) {  // NAMES-6
      entry = replicas_.erase(entry);
      continue;
    }
    to.put(name);
    to.put(kind_on_wire{wire::name_of_function(reinterpret_cast<void (*)()>(entry->second.kind->make)),
                        entry->second.kind->per_scope, entry->second.kind->needs_description, 0,
                        entry->second.object->generation.load(std::memory_order_relaxed),  // relaxed: under the lock
                        entry->second.forgotten_through});
    auto const description = known_description(name);
    to.put(static_cast<std::uint32_t>(description.size()));
    to.raw(description.data(), description.size());
    std::size_t const size_at = to.size();
    to.put(std::uint32_t{0});
    entry->second.object->take_merged(to);
    to.put_at(size_at, static_cast<std::uint32_t>(to.size() - size_at - 4));
    entry = replicas_.erase(entry);
    ++n;
  }
  to.put_at(count_at, n);
}

/// Whether the name, as a replica of that number meant it, has been forgotten (NAMES-7).
bool object_names::is_forgotten(std::uint64_t name, std::uint64_t forgotten_through) const {
  auto const& requests = sched::home_of_name(name) == place_.number ? own_forgotten_ : forgotten_;
  auto const entry = requests.find(name);
  return entry != requests.end() && entry->second > forgotten_through;
}

/// A contribution has arrived at the reducer's own place. One handler runs at a time, and a reset
/// waits for answers that only handlers deliver; so what is older than a reset is dropped, or in
/// the value that it clears (NAMES-5). For the same reason a reducer that is not forgotten stays
/// until this returns: an answer to a request to forget it, or the message that makes `lent_tokens`
/// 0, is handled later.
void object_names::merge_at_home(std::uint64_t name, std::uint32_t generation, std::uint64_t forgotten_through,
                                 std::span<std::byte const> bytes) {
  {
    std::lock_guard const hold(lock_);
    if (is_forgotten(name, forgotten_through)) return;  // NAMES-7
  }
  sched::scope_object* const object = sched::object_named(name);
  object->known_remotely.store(true, std::memory_order_relaxed);                 // relaxed: read at the scope's end
  if (generation != object->generation.load(std::memory_order_relaxed)) return;  // relaxed: as above
  wire::reader in(bytes);
  object->merge_in(in);
}

void object_names::merge(wire::reader& from, std::uint64_t context) {
  auto const n = from.get<std::uint32_t>();
  for (std::uint32_t i = 0; i < n; ++i) {
    auto const name = from.get<std::uint64_t>();
    auto const k = from.get<kind_on_wire>();
    auto const description = from.take(from.get<std::uint32_t>());
    auto const bytes = from.take(from.get<std::uint32_t>());
    if (sched::home_of_name(name) == place_.number) {
      merge_at_home(name, k.generation, k.forgotten_through, bytes);
      continue;
    }
    // NAMES-4: a scope of this place, and none of the reducer's around it, so the reads ask
    if (context == 0) continue;
    std::lock_guard const hold(lock_);
    if (is_forgotten(name, k.forgotten_through)) continue;  // NAMES-7
    if (k.generation != generation_of(name)) continue;      // NAMES-5
    if (!description.empty()) descriptions_.try_emplace(name, description.begin(), description.end());
    auto entry = replicas_.find({name, context});
    if (entry == replicas_.end()) {
      auto const make =
          reinterpret_cast<sched::scope_object* (*)(sched::place_front*, wire::reader*)>(wire::function_named(k.make));
      static std::mutex kinds_lock;
      // never destroyed: replicas point into it
      static auto& kinds = *new std::map<std::uint64_t, sched::replica_kind>;
      std::lock_guard const hold_kinds(kinds_lock);
      auto const& kind =
          kinds.try_emplace(k.make, sched::replica_kind{k.per_scope != 0, make, k.needs_description != 0})
              .first->second;
      replica copy{make_locked(name, kind), &kind, forgotten_through_[sched::home_of_name(name)]};
      entry = replicas_.emplace(key{name, context}, std::move(copy)).first;
    }
    wire::reader in(bytes);
    entry->second.object->merge_in(in);
  }
}

void object_names::on_describe(int from, std::span<std::byte const> message) {
  wire::reader in(message);
  auto const name = in.get<std::uint64_t>();
  sched::scope_object* const object = sched::object_named(name);
  object->known_remotely.store(true, std::memory_order_relaxed);  // relaxed: read at the scope's end
  wire::writer answer;
  answer.put(in.get<std::uint64_t>());
  answer.put(std::uint8_t{0});
  object->describe(answer);
  sender_.send(from, kind::result, answer.view());
}

void object_names::retire(sched::scope_object* object) noexcept {
  bool request = true;
  {
    std::lock_guard const hold(lock_);
    if (object->known_remotely.load(std::memory_order_relaxed)) {  // relaxed: the scope has ended
      to_leave_.emplace_back(object);
    } else {
      ended_.emplace_back(object);
      request = ended_.size() == most_ended;
      if (request) {
        for (auto& waiting : ended_) to_leave_.push_back(std::move(waiting));
        ended_.clear();
      }
    }
  }
  if (request) {
    request_to_forget();
  } else {
    all_returned();  // lent_tokens may have become 0 before the object was in the list
  }
}

/// Asks all places to forget the names of `to_leave_`. One thread at a time does it for all, so
/// that the requests leave in the order of their numbers; it holds no lock while it sends.
void object_names::request_to_forget() noexcept {
  std::unique_lock hold(lock_);
  if (std::exchange(requesting_, true)) return;
  while (!to_leave_.empty()) {
    wire::writer message;
    message.put(++last_request_);
    for (auto& object : std::exchange(to_leave_, {})) {
      std::uint64_t const name = sched::name_at(place_.number, object.get());
      message.put(name);
      own_forgotten_[name] = last_request_;
      leaving_.push_back({std::move(object), place_.total - 1});
    }
    hold.unlock();
    for (int q = 0; q < place_.total; ++q) {
      if (q != place_.number) sender_.send(q, kind::retire, message.view());
    }
    hold.lock();
  }
  requesting_ = false;
}

void object_names::all_returned() noexcept {
  std::vector<std::unique_ptr<sched::scope_object>> garbage;  // destroyed after the lock
  {
    std::lock_guard const hold(lock_);
    if (place_.lent_tokens.load(std::memory_order_acquire) != 0) return;  // sync: LENT <- give_back
    own_forgotten_.clear();
    for (auto& object : std::exchange(ended_, {})) {
      // Places that sent parts know the name.
      // relaxed: ordered by LENT
      bool const named_elsewhere = object->known_remotely.load(std::memory_order_relaxed);
      (named_elsewhere ? to_leave_ : garbage).push_back(std::move(object));
    }
    if (to_leave_.empty()) return;
  }
  request_to_forget();
}

void object_names::on_retire(int from, std::span<std::byte const> message) {
  wire::reader in(message);
  auto const request = in.get<std::uint64_t>();
  bool has_tasks_of_others = false;
  {
    std::lock_guard const hold(place_.scopes_lock);
    has_tasks_of_others = !place_.proxies.empty();
  }
  std::vector<std::unique_ptr<sched::scope_object>> garbage;  // destroyed after the lock
  {
    std::lock_guard const hold(lock_);
    forgotten_through_[from] = request;
    if (!has_tasks_of_others) forgotten_.clear();  // no place sends parts here but to a proxy that was here by now
    while (in.remaining() != 0) {
      auto const name = in.get<std::uint64_t>();
      if (has_tasks_of_others) forgotten_[name] = request;
      for (auto entry = replicas_.lower_bound({name, 0}); entry != replicas_.end() && entry->first.first == name;
           entry = replicas_.erase(entry)) {
        garbage.push_back(std::move(entry->second.object));
      }
      descriptions_.erase(name);
      generations_.erase(name);
      known_uses_.erase(name);
    }
  }
  place_.names_epoch.fetch_add(1, std::memory_order_relaxed);  // relaxed: reaches workers with the name's next use
  sender_.send(from, kind::retired, message);
}

void object_names::on_retired(std::span<std::byte const> message) {
  wire::reader in(message);
  (void)in.get<std::uint64_t>();                              // the request
  std::vector<std::unique_ptr<sched::scope_object>> garbage;  // destroyed after the lock
  std::lock_guard const hold(lock_);
  while (in.remaining() != 0) {
    auto const* const object = sched::object_named(in.get<std::uint64_t>());
    auto const entry =
        std::find_if(leaving_.begin(), leaving_.end(), [&](leaving const& l) { return l.object.get() == object; });
    if (entry == leaving_.end() || --entry->answers != 0) continue;
    garbage.push_back(std::move(entry->object));
    leaving_.erase(entry);
  }
}

}  // namespace skua::remote
