// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/remote/remote_parts.hpp>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/base/wide_tree.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/core/suspend.hpp>
#include <skua/future.hpp>

#include "core/settings.hpp"
#include "instruments/check_mode.hpp"
#include "remote/node.hpp"

namespace skua::remote {
namespace {

using part_list = std::vector<place_part>;

std::vector<std::byte> copied(std::span<std::byte const> bytes) { return {bytes.begin(), bytes.end()}; }

/// Asks a child for the parts of its subtree.
future<part_list> subtree_parts(sched::place_front* at, int child, std::uint64_t name) {
  auto* const promise = sched::promise_state<part_list>::make();
  auto result = future<part_list>::adopt(promise);
  node_of(at).names().ask_parts(child, name, promise, [](sched::future_state* state, wire::reader& input) {
    part_list parts;
    while (input.remaining() != 0) {
      int const place = input.get<int>();
      parts.push_back({place, copied(input.take(static_cast<std::size_t>(input.get<std::uint64_t>())))});
    }
    static_cast<sched::future_value<part_list>*>(state)->emplace(std::move(parts));
  });
  return result;
}

}  // namespace

struct known_parts::answers {
  base::spinlock lock;
  std::vector<future<part_list>> awaited;  // by child in the tree whose root is this place
  part_list parts;                         // in the order of the places
  std::uint64_t resets = 0;                // an answer to a request from before the last one is dropped

  void take(place_part&& part) {
    auto const position = std::ranges::lower_bound(parts, part.place, {}, &place_part::place);
    if (position != parts.end() && position->place == part.place) {
      position->value = std::move(part.value);
    } else {
      parts.insert(position, std::move(part));
    }
  }
};

known_parts::known_parts() noexcept = default;
known_parts::~known_parts() { delete answers_.load(std::memory_order_acquire); }  // sync: ANSWERS <- read

void known_parts::forget() noexcept {
  answers* const list = answers_.load(std::memory_order_acquire);  // sync: ANSWERS <- read
  if (list == nullptr) return;
  base::spin_guard const hold(list->lock);
  list->awaited.clear();
  list->parts.clear();
  ++list->resets;
}

void write_part_here(sched::place_front* at, std::uint64_t name, wire::writer& to) {
  node_of(at).names().write_part(name, to);
}

std::vector<place_part> gather_parts(std::uint64_t name, bool with_own) {
  sched::place_front* const this_place = sched::place_here();
  part_list parts;
  if (with_own) {
    wire::writer own;
    write_part_here(this_place, name, own);
    if (!own.view().empty()) parts.push_back({this_place->number, copied(own.view())});
  }
  base::wide_tree const tree(this_place->number, this_place->number, this_place->total);
  std::vector<future<part_list>> answers;
  for (int i = 0; i < tree.children(); ++i) answers.push_back(subtree_parts(this_place, tree.child(i), name));
  for (auto& answer : answers) {
    sched::future_state* const state = sched::handle_access::state(answer);
    sched::wait_done_firmly(state->ready, "the parts of a reducer at other places", state);
    std::ranges::move(answer.get(), std::back_inserter(parts));
  }
  std::ranges::sort(parts, {}, &place_part::place);
  return parts;
}

std::vector<place_part> known_parts::read(std::uint64_t name, sched::place_front* at, bool asks) {
  if (at->total == 1) return {};
  answers* list = answers_.load(std::memory_order_acquire);  // sync: ANSWERS <- read
  if (list == nullptr)
    answers_.store(list = new answers, std::memory_order_release);  // sync: ANSWERS -> read, forget, ~known_parts
  base::wide_tree const tree(at->number, at->number, at->total);
  part_list parts;
  std::vector<std::size_t> silent;  // children that have not been asked
  std::uint64_t resets;
  {
    base::spin_guard const hold(list->lock);
    resets = list->resets;
    list->awaited.resize(static_cast<std::size_t>(tree.children()));
    for (std::size_t i = 0; i < list->awaited.size(); ++i) {
      future<part_list>& answer = list->awaited[i];
      if (answer.valid() && sched::handle_access::state(answer)->is_ready())
        for (place_part& part : answer.get()) list->take(std::move(part));
      if (!answer.valid()) silent.push_back(i);
    }
    parts = list->parts;
  }
  for (std::size_t const i : asks ? silent : std::vector<std::size_t>()) {
    future<part_list> answer = subtree_parts(at, tree.child(static_cast<int>(i)), name);
    base::spin_guard const hold(list->lock);
    if (list->resets == resets) list->awaited[i] = std::move(answer);
  }
  return parts;
}

bool everything_arrived(sched::scope_object const& object) noexcept {
  if (SKUA_UNLIKELY(sched::check_mode_is_on())) sched::check_read(object);
  if (object.made_at->total == 1) return true;
  // relaxed: see remote_parts.hpp
  // sync: LENT-TOKENS <- give_back
  return !object.used_untracked.load(std::memory_order_relaxed) &&
         static_cast<sched::place const*>(object.made_at)->lent_tokens.load(std::memory_order_acquire) == 0;
}

void reset_remote(sched::scope_object* object) {
  if (object->made_at->total == 1) return;
  // relaxed: set before `lent_tokens` is 0
  if (everything_arrived(*object) && !object->known_remotely.load(std::memory_order_relaxed)) return;
  node_of(object->made_at).names().reset(object);
}

}  // namespace skua::remote
