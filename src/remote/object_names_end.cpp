// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How names end: requests to forget the objects of ended scopes, at all places (NAMES-3, NAMES-7,
// NAMES-8).
#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <skua/detail/base/check.hpp>

#include "remote/object_names.hpp"

namespace skua::remote {
namespace {

/// The number of reducers of ended scopes that wait for the ends of other scopes. If there are
/// more, their names are recalled from all places: one message to each place for all of them.
constexpr std::size_t most_ended = 64;

/// Objects that are destroyed with it.
class object_garbage {
 public:
  object_garbage() = default;
  ~object_garbage() {
    for (auto& object : objects_) sched::destroy(object.release());
  }
  object_garbage(object_garbage const&) = delete;
  object_garbage& operator=(object_garbage const&) = delete;
  void push_back(std::unique_ptr<sched::scope_object> object) { objects_.push_back(std::move(object)); }

 private:
  std::vector<std::unique_ptr<sched::scope_object>> objects_;
};

/// The place of the objects in a request to forget names, which names at least one: its number and
/// the names.
int home_of_request(std::span<std::byte const> message) {
  wire::reader in(message.subspan(sizeof(std::uint64_t)));
  return sched::home_of_name(in.get<std::uint64_t>());
}

}  // namespace

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

/// Asks all places to forget the names of `to_leave_` (NAMES-8). One thread at a time does it for
/// all, so that the requests leave in the order of their numbers; it holds no lock while it sends.
void object_names::request_to_forget() noexcept {
  base::wide_tree const tree = tree_from(place_.number);
  std::unique_lock hold(lock_);
  if (std::exchange(requesting_, true)) return;
  while (!to_leave_.empty()) {
    wire::writer message;
    message.put(++last_request_);
    for (auto& object : std::exchange(to_leave_, {})) {
      std::uint64_t const name = sched::name_at(place_.number, object.get());
      message.put(name);
      own_forgotten_[name] = last_request_;
      leaving_.push_back({std::move(object), tree.children()});
    }
    hold.unlock();
    tree.for_each_child([&](int child) { sender_.send(child, kind::retire, message.view()); });
    hold.lock();
  }
  requesting_ = false;
}

void object_names::all_returned() noexcept {
  object_garbage garbage;  // destroyed after the lock
  {
    std::lock_guard const hold(lock_);
    if (place_.lent_tokens.load(std::memory_order_acquire) != 0) return;  // sync: LENT-TOKENS <- give_back
    own_forgotten_.clear();
    for (auto& object : std::exchange(ended_, {})) {
      // Places that sent parts know the name.
      // relaxed: ordered by LENT-TOKENS
      bool const named_remotely = object->known_remotely.load(std::memory_order_relaxed);
      if (named_remotely) {
        to_leave_.push_back(std::move(object));
      } else {
        garbage.push_back(std::move(object));
      }
    }
    if (to_leave_.empty()) return;
  }
  request_to_forget();
}

void object_names::on_retire(std::span<std::byte const> message) {
  wire::reader in(message);
  auto const request = in.get<std::uint64_t>();
  int const home = home_of_request(message);
  bool const has_tasks_of_others = [this] {
    std::lock_guard const hold(place_.scopes.lock);
    return !place_.scopes.proxies.empty();
  }();
  object_garbage garbage;  // destroyed after the lock
  {
    std::lock_guard const hold(lock_);
    forgotten_through_[home] = request;
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
  base::wide_tree const tree = tree_from(home);
  if (tree.children() == 0) return subtree_forgot(home, message);
  forgetting_.emplace(std::pair(home, request), tree.children());
  tree.for_each_child([&](int child) { sender_.send(child, kind::retire, message); });
}

/// This place and all below it have forgotten the names: tells the place above (NAMES-8).
void object_names::subtree_forgot(int home, std::span<std::byte const> message) {
  if (holder_ != nullptr) {
    wire::reader in(message);
    (void)in.get<std::uint64_t>();  // the request
    std::vector<std::uint64_t> names(in.remaining() / sizeof(std::uint64_t));
    in.raw(names.data(), names.size() * sizeof(std::uint64_t));
    holder_->forget(names);
  }
  sender_.send(tree_from(home).parent(), kind::retired, message);
}

void object_names::on_retired(std::span<std::byte const> message) {
  wire::reader in(message);
  auto const request = in.get<std::uint64_t>();
  if (int const home = home_of_request(message); home != place_.number) {
    auto const entry = forgetting_.find({home, request});
    base::check(entry != forgetting_.end(), "internal: an answer to a request to forget names that is not open");
    if (--entry->second != 0) return;
    forgetting_.erase(entry);
    return subtree_forgot(home, message);
  }
  object_garbage garbage;  // destroyed after the lock
  std::lock_guard const hold(lock_);
  while (in.remaining() != 0) {
    auto const* const object = sched::object_named(in.get<std::uint64_t>());
    auto const entry = std::find_if(leaving_.begin(), leaving_.end(),
                                    [&](leaving const& leaving) { return leaving.object.get() == object; });
    if (entry == leaving_.end() || --entry->answers != 0) continue;
    garbage.push_back(std::move(entry->object));
    leaving_.erase(entry);
  }
}

}  // namespace skua::remote
