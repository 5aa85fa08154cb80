// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/object_names.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include <skua/detail/remote/remote_parts.hpp>
#include <skua/detail/remote/remote_task.hpp>
#include <skua/wire/exception.hpp>

#include "remote/pending_calls.hpp"

namespace skua::remote {
namespace {

/// The kind of a replica crosses as the name of the function that makes it, with its two flags.
struct kind_on_wire {
  std::uint64_t make;
  std::uint8_t per_scope;
  std::uint8_t needs_description;
  std::uint16_t unused;
  std::uint32_t generation;         // of the merged values
  std::uint64_t forgotten_through;  // of the replica (NAMES-7)
};

// The first byte of an answer to `describe`, as deliver_result reads it. A description follows, or
// the exception that its encoding threw.
constexpr std::uint8_t described = 0;
constexpr std::uint8_t not_described = 1;

/// The task that needs a replica first makes it; the replica does not belong to that task's scope.
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

sched::scope_object* object_names::insert(key const& key, sched::replica_kind const& kind,
                                          std::unique_ptr<sched::scope_object> object) {
  std::lock_guard const hold(lock_);
  object->made_at = &place_;
  object->generation.store(generation_of(key.first), std::memory_order_relaxed);  // relaxed: under the lock
  auto const through = forgotten_through_[sched::home_of_name(key.first)];
  return replicas_.try_emplace(key, replica{std::move(object), &kind, through}).first->second.object.get();
}

/// Asks the object's place, even in a cancelled scope: a task that uses the object cannot continue
/// without it.
std::vector<std::byte> object_names::description_of(std::uint64_t name) {
  {
    std::lock_guard const hold(lock_);
    auto const entry = descriptions_.find(name);
    if (entry != descriptions_.end()) return entry->second;
  }
  auto* const state = sched::promise_state<std::vector<std::byte>>::make();
  auto answer = future<std::vector<std::byte>>::adopt(state);
  auto const accept = [](sched::future_state* to, wire::reader& in) {
    auto const bytes = in.take(in.remaining());
    static_cast<sched::future_value<std::vector<std::byte>>*>(to)->emplace(bytes.begin(), bytes.end());
  };
  wire::writer question;
  question.put(name);
  question.put(calls_.add({state, accept, true}));
  sender_.send(tree_from(sched::home_of_name(name)).parent(), kind::describe, question.view());
  sched::wait_done_firmly(state->ready, "the description of an object of another place", state);
  std::lock_guard const hold(lock_);
  return descriptions_.try_emplace(name, answer.get()).first->second;
}

sched::scope_object* object_names::find(std::uint64_t name, std::uint64_t context, sched::replica_kind const& kind) {
  key const replica_key{name, context};
  for (;;) {
    std::shared_ptr<sched::completion> creation;
    {
      std::lock_guard const hold(lock_);
      auto const entry = replicas_.find(replica_key);
      if (entry != replicas_.end()) return entry->second.object.get();
      auto& pending = being_made_[replica_key];
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
    key const& replica_key;
    ~finally() {
      std::shared_ptr<sched::completion> creation;
      {
        std::lock_guard const hold(owner.lock_);
        creation = std::move(owner.being_made_[replica_key]);
        owner.being_made_.erase(replica_key);
      }
      creation->complete();
    }
  } const done{*this, replica_key};
  std::vector<std::byte> const description = kind.needs_description ? description_of(name) : std::vector<std::byte>();
  wire::reader in(description);
  making_a_replica const now;
  return insert(replica_key, kind, std::unique_ptr<sched::scope_object>(kind.make(&place_, &in)));
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
    auto const header = from.get<kind_on_wire>();
    auto const description = from.take(from.get<std::uint32_t>());
    auto const bytes = from.take(from.get<std::uint32_t>());
    if (sched::home_of_name(name) == place_.number) {
      merge_at_home(name, header.generation, header.forgotten_through, bytes);
      continue;
    }
    // NAMES-4: a scope of this place, and none of the reducer's around it, so the reads ask
    if (context == 0) continue;
    std::lock_guard const hold(lock_);
    if (is_forgotten(name, header.forgotten_through)) continue;  // NAMES-7
    if (header.generation != generation_of(name)) continue;      // NAMES-5
    if (!description.empty()) descriptions_.try_emplace(name, description.begin(), description.end());
    auto entry = replicas_.find({name, context});
    if (entry == replicas_.end()) {
      auto const make = reinterpret_cast<sched::scope_object* (*)(sched::place_front*, wire::reader*)>(
          wire::function_named(header.make));
      static std::mutex kinds_lock;
      // never destroyed: replicas point into it
      static auto& kinds = *new std::map<std::uint64_t, sched::replica_kind>;
      std::lock_guard const hold_kinds(kinds_lock);
      auto const& kind =
          kinds
              .try_emplace(header.make, sched::replica_kind{header.per_scope != 0, make, header.needs_description != 0})
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
  auto const call = in.get<std::uint64_t>();
  int const home = sched::home_of_name(name);
  wire::writer description;
  if (home == place_.number) {
    sched::scope_object* const object = sched::object_named(name);
    object->known_remotely.store(true, std::memory_order_relaxed);  // relaxed: read at the scope's end
    description.put(described);
    try {
      object->describe(description);
    } catch (...) {  // of the user's code that encodes an argument: the task that asks gets it
      description.clear();
      description.put(not_described);
      wire::encode_exception(description, std::current_exception(), place_.number);
    }
  } else {
    std::unique_lock hold(lock_);
    auto const entry = descriptions_.find(name);
    if (entry == descriptions_.end()) {
      auto& askers = describing_[name];
      askers.emplace_back(from, call);
      bool const is_first = askers.size() == 1;
      hold.unlock();
      if (!is_first) return;
      wire::writer question;
      question.put(name);
      question.put(std::uint64_t{0});
      return sender_.send(tree_from(home).parent(), kind::describe, question.view());
    }
    description.put(described);
    description.raw(entry->second.data(), entry->second.size());
  }
  send_description(from, call, name, description.view());
}

void object_names::on_description(std::span<std::byte const> message) {
  wire::reader in(message);
  auto const name = in.get<std::uint64_t>();
  auto const answer = in.take(in.remaining());
  std::vector<std::pair<int, std::uint64_t>> askers;
  {
    std::lock_guard const hold(lock_);
    if (in = wire::reader(answer); in.get<std::uint8_t>() == described) {
      auto const description = in.take(in.remaining());
      descriptions_.try_emplace(name, description.begin(), description.end());
    }
    auto const entry = describing_.find(name);
    base::check(entry != describing_.end(), "internal: a description for which no place has asked");
    askers = std::move(entry->second);
    describing_.erase(entry);
  }
  for (auto const& [place, call] : askers) send_description(place, call, name, answer);
}

/// `call`: of the task that has asked; 0: the receiver asks for places below it (NAMES-9).
void object_names::send_description(int to, std::uint64_t call, std::uint64_t name, std::span<std::byte const> answer) {
  wire::writer head;
  head.put(call != 0 ? call : name);
  head.raw(answer.data(), answer.size());
  sender_.send(to, call != 0 ? kind::result : kind::description, head.view());
}

}  // namespace skua::remote
