// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The messages between places that make reads of reducers exact: which places use them, which
// parts they have, resets (remote_parts.hpp).
#include <cstdint>
#include <mutex>
#include <vector>

#include <skua/detail/base/wide_tree.hpp>
#include <skua/detail/remote/remote_parts.hpp>

#include "core/cancel.hpp"
#include "core/scope_extension.hpp"
#include "remote/object_names.hpp"
#include "remote/pending_calls.hpp"

namespace skua::remote {
namespace {

/// An answer of one byte.
struct awaited_answer {
  sched::promise_state<std::uint8_t>* state = sched::promise_state<std::uint8_t>::make();
  future<std::uint8_t> byte = future<std::uint8_t>::adopt(state);

  static void accept(sched::future_state* to, wire::reader& in) {
    static_cast<sched::future_value<std::uint8_t>*>(to)->emplace(in.get<std::uint8_t>());
  }
  /// Also in a cancelled scope.
  std::uint8_t wait(char const* for_what) {
    sched::wait_done_firmly(state->ready, for_what, state);
    return byte.get();
  }
};

/// For an object of this place: whether it goes with the tasks that another place's scope has here.
bool belongs_to_proxy(sched::place& place, sched::scope_object const* object) {
  std::lock_guard const hold(place.scopes.lock);
  for (auto const& [scope, proxy] : place.scopes.proxies) {
    sched::scope_extension* const extension = proxy->extension;
    std::lock_guard const hold_objects(extension->lock);
    for (sched::scope_object const* owned = extension->objects; owned != nullptr; owned = owned->next) {
      if (owned == object) return true;
    }
  }
  return false;
}

}  // namespace

/// The fact that the place `home` must know before a task in that context uses a reducer of it; 0:
/// none, the scope is one of that place (NAMES-4).
std::uint8_t object_names::to_be_told(int home, std::uint64_t context) {
  std::lock_guard const hold(place_.scopes.lock);
  for (auto const& [scope, proxy] : place_.scopes.proxies) {
    if (proxy->serial != context) continue;
    if (sched::place_of_scope(scope) == home) return 0;
    return home == 0 && proxy->below_place_0 ? use_is_known : use_is_known | use_is_apart;
  }
  return use_is_known | use_is_apart;  // no scope of another place: nothing will say that it has ended
}

void object_names::before_use(std::uint64_t name, std::uint64_t context) {
  std::uint8_t const needed = to_be_told(sched::home_of_name(name), context);
  {
    std::lock_guard const hold(lock_);
    auto const entry = known_uses_.find(name);
    if ((needed & ~(entry != known_uses_.end() ? entry->second : 0)) == 0) return;
  }
  awaited_answer answer;
  wire::writer message;
  message.put(name);
  message.put(calls_.add({answer.state, &awaited_answer::accept, true}));
  message.put(needed);
  sender_.send(sched::home_of_name(name), kind::use, message.view());
  std::uint8_t const use = answer.wait("the place of a reducer that a task of another scope uses");
  std::lock_guard const hold(lock_);
  known_uses_[name] |= use;
}

void object_names::on_use(int from, std::span<std::byte const> message) {
  wire::reader in(message);
  sched::scope_object* const object = sched::object_named(in.get<std::uint64_t>());
  wire::writer answer;
  answer.put(in.get<std::uint64_t>());
  answer.put(std::uint8_t{0});
  auto use = in.get<std::uint8_t>();
  if (belongs_to_proxy(place_, object)) use |= use_is_apart;
  object->known_remotely.store(true, std::memory_order_relaxed);  // relaxed: read at the scope's end
  // relaxed: the answer orders it before the use
  if ((use & use_is_apart) != 0) object->used_untracked.store(true, std::memory_order_relaxed);
  answer.put(use);
  sender_.send(from, kind::result, answer.view());
}

void object_names::ask_parts(int child, std::uint64_t name, sched::future_state* state, accept_fn accept) {
  // relaxed: read at the scope's end
  if (sched::home_of_name(name) == place_.number)
    sched::object_named(name)->known_remotely.store(true, std::memory_order_relaxed);
  wire::writer question;
  question.put(name);
  question.put(calls_.add({state, accept, true}));
  question.put(place_.number);
  sender_.send(child, kind::ask_parts, question.view());
}

void object_names::on_ask_parts(int from, std::span<std::byte const> message) {
  wire::reader in(message);
  auto const name = in.get<std::uint64_t>();
  auto const number_there = in.get<std::uint64_t>();
  int const root = in.get<int>();
  base::wide_tree const tree = tree_from(root);
  gathering gathering{from, number_there, from == root, tree.children(), {}};
  append_part(name, gathering.parts);
  pass_on(kind::ask_parts, message, tree, std::move(gathering));
}

/// A question is a name, the number of the asker's call or gathering, and more: sends it to the
/// children with the number of this place's gathering. Without children the answer is complete.
void object_names::pass_on(kind type, std::span<std::byte const> question, base::wide_tree const& tree,
                           gathering gathering) {
  if (gathering.missing == 0) return send_parts(gathering);
  wire::writer own;
  own.raw(question.data(), question.size());
  own.put_at(sizeof(std::uint64_t), ++last_gathering_);
  gatherings_.emplace(last_gathering_, std::move(gathering));
  for (int i = 0; i < tree.children(); ++i) sender_.send(tree.child(i), type, own.view());
}

void object_names::on_parts(std::span<std::byte const> message) {
  wire::reader in(message);
  auto const entry = gatherings_.find(in.get<std::uint64_t>());
  base::check(entry != gatherings_.end(), "internal: parts of a reducer for which no place has asked");
  gathering& gathering = entry->second;
  auto const parts = in.take(in.remaining());
  gathering.parts.raw(parts.data(), parts.size());
  if (--gathering.missing != 0) return;
  send_parts(gathering);
  gatherings_.erase(entry);
}

/// The place, the length and the bytes of this place's part; nothing if it has none.
void object_names::append_part(std::uint64_t name, wire::writer& parts) {
  wire::writer own;
  write_part(name, own);
  if (own.view().empty()) return;
  parts.put(place_.number);
  parts.put(static_cast<std::uint64_t>(own.view().size()));
  parts.raw(own.view().data(), own.view().size());
}

void object_names::send_parts(gathering const& gathering) {
  wire::writer head;
  head.put(gathering.number_there);
  if (gathering.asker_is_root) head.put(std::uint8_t{0});  // as deliver_result reads it
  head.raw(gathering.parts.view().data(), gathering.parts.view().size());
  sender_.send(gathering.asker, gathering.asker_is_root ? kind::result : kind::parts, head.view());
}

void object_names::write_part(std::uint64_t name, wire::writer& to) {
  if (sched::home_of_name(name) == place_.number) return sched::object_named(name)->pack_part(to);
  std::lock_guard const hold(lock_);
  auto first = replicas_.lower_bound({name, 0});
  if (first == replicas_.end() || first->first.first != name) return;
  // Gathered in a separate replica: the parts of several contexts and of the past are one.
  std::unique_ptr<sched::scope_object> const sum = make_locked(name, *first->second.kind);
  for (; first != replicas_.end() && first->first.first == name; ++first) sum->keep_part(*first->second.object);
  sum->pack_part(to);
}

void object_names::reset(sched::scope_object* object) {
  object->known_remotely.store(true, std::memory_order_relaxed);  // relaxed: read at the scope's end
  // relaxed: ordered by the answers
  std::uint32_t const generation = object->generation.fetch_add(1, std::memory_order_relaxed) + 1;
  base::wide_tree const tree = tree_from(place_.number);
  std::vector<awaited_answer> answers(static_cast<std::size_t>(tree.children()));
  auto next = answers.begin();
  tree.for_each_child([&](int child) {
    wire::writer message;
    message.put(sched::name_at(place_.number, object));
    message.put(calls_.add({next++->state, &awaited_answer::accept, true}));
    message.put(generation);
    sender_.send(child, kind::reset, message.view());
  });
  for (awaited_answer& answer : answers) (void)answer.wait("the reset of a reducer at another place");
}

void object_names::on_reset(int from, std::span<std::byte const> message) {
  wire::reader in(message);
  auto const name = in.get<std::uint64_t>();
  auto const number_there = in.get<std::uint64_t>();
  auto const generation = in.get<std::uint32_t>();
  {
    std::lock_guard const hold(lock_);
    generations_[name] = generation;
    for (auto entry = replicas_.lower_bound({name, 0}); entry != replicas_.end() && entry->first.first == name;
         ++entry) {
      entry->second.object->clear_merged();
      entry->second.object->generation.store(generation, std::memory_order_relaxed);  // relaxed: under the lock
    }
  }
  int const root = sched::home_of_name(name);
  base::wide_tree const tree = tree_from(root);
  gathering gathering{from, number_there, from == root, tree.children(), {}};
  if (gathering.asker_is_root) gathering.parts.put(std::uint8_t{0});  // as awaited_answer reads it
  pass_on(kind::reset, message, tree, std::move(gathering));
}

}  // namespace skua::remote
