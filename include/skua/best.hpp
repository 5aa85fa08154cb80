// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// best_max, best_min: the best value seen, with its payload (a solution, a path).
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include <skua/detail/remote/reducer_handle.hpp>
#include <skua/detail/remote/reducer_object.hpp>

namespace skua {

/// A value, and what it belongs to.
template <class Value, class Payload>
struct best {
  Value value;      ///< what is compared
  Payload payload;  ///< what belongs to the value
};

/// The better of two. If the values are equal, the one with the lesser payload wins, so the result
/// does not depend on the schedule.
template <class Value, class Payload, class Better, class Less = std::less<Payload>>
struct best_operation {
  /// The value of the reducer: empty if nothing was offered.
  using type = std::optional<best<Value, Payload>>;
  /// Nothing has been offered yet.
  static type identity() { return std::nullopt; }

  void operator()(type& incumbent, type const& candidate) const {
    if (candidate && beats(*candidate, incumbent)) incumbent = candidate;
  }
  /// Whether `candidate` is better than the rival, or equal with a lesser payload; an empty rival
  /// loses.
  bool beats(best<Value, Payload> const& candidate, type const& rival) const {
    if (!rival || Better{}(candidate.value, rival->value)) return true;
    return !Better{}(rival->value, candidate.value) && Less{}(candidate.payload, rival->payload);
  }
};

/// The object behind best_reducer; for the library.
template <class Value, class Payload, class Better, class Less>
using best_object =
    remote::reducer_object<std::optional<best<Value, Payload>>, best_operation<Value, Payload, Better, Less>>;

/// An 8-byte name, like reducer. get() is a std::optional, empty if no value was offered.
/// Better{}(a, b): a is better than b. Less is a total order of payloads.
template <class Value, class Payload, class Better, class Less = std::less<Payload>>
class best_reducer
    : public remote::reducer_handle<best_object<Value, Payload, Better, Less>, std::optional<best<Value, Payload>>> {
  using object = best_object<Value, Payload, Better, Less>;
  using handle = remote::reducer_handle<object, std::optional<best<Value, Payload>>>;

 public:
  best_reducer() : handle(object::make({}, std::nullopt)) {}

  /// Keeps (value, payload) if it is better than the calling worker's best so far.
  void offer(Value const& value, Payload const& payload) const { *this += best<Value, Payload>{value, payload}; }
  best_reducer const& operator+=(best<Value, Payload> const& candidate) const {
    object* const owner = this->name_.find();
    owner->change_own([&](auto& incumbent) {
      if (owner->operation().beats(candidate, incumbent)) incumbent = candidate;
    });
    return *this;
  }
};

/// Keeps the largest value.
template <class Value, class Payload, class Less = std::less<Payload>>
class best_max : public best_reducer<Value, Payload, std::greater<Value>, Less> {};
/// Keeps the smallest value.
template <class Value, class Payload, class Less = std::less<Payload>>
class best_min : public best_reducer<Value, Payload, std::less<Value>, Less> {};

static_assert(sizeof(best_max<int, int>) == 8 && std::is_trivially_copyable_v<best_max<int, int>>);

}  // namespace skua
