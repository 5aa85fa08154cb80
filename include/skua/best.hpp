// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// best_max, best_min: the best value seen with what belongs to it (a solution, a path).
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include <skua/sched/reducer_object.hpp>

namespace skua {

template <class Value, class Payload>
struct best {
  Value value;
  Payload payload;
};

/// The better of two; of equal values the one whose payload is less, so that the result does not depend on the schedule.
template <class Value, class Payload, class Better, class Less = std::less<Payload>>
struct best_operation {
  using type = std::optional<best<Value, Payload>>;
  static type identity() { return std::nullopt; }

  void operator()(type& into, type const& x) const {
    if (x && beats(*x, into)) into = x;
  }
  bool beats(best<Value, Payload> const& x, type const& other) const {
    if (!other || Better{}(x.value, other->value)) return true;
    return !Better{}(other->value, x.value) && Less{}(x.payload, other->payload);
  }
};

/// An 8-byte name, as reducer. Better{}(a, b): a is better than b. Less is a total order of payloads.
template <class Value, class Payload, class Better, class Less = std::less<Payload>>
class best_reducer {
  using operation = best_operation<Value, Payload, Better, Less>;
  using object = sched::reducer_object<typename operation::type, operation>;

 public:
  using value_type = typename operation::type;

  best_reducer() : name_(object::make(operation{}, std::nullopt)) {}

  /// Keeps (value, payload) if it is better than what this worker has seen.
  void offer(Value const& value, Payload const& payload) const { *this += best<Value, Payload>{value, payload}; }
  best_reducer const& operator+=(best<Value, Payload> const& x) const {
    object* const o = name_.find();
    o->mine().change([&](value_type& kept) {
      if (o->operation().beats(x, kept)) kept = x;
    });
    return *this;
  }
  /// The best of all, exact as reducer::get; empty if nothing was offered.
  [[nodiscard]] value_type get() const { return name_->total(); }
  [[nodiscard]] value_type peek() const { return name_->peek(name_.bits()); }
  [[nodiscard]] value_type local() const { return name_->own_total(); }
  void reset() const { name_->reset(); }
  /// As reducer::when; the predicate gets the optional best.
  template <class Predicate, class Action>
  void when(Predicate predicate, Action action) const {
    name_->when(std::move(predicate), std::move(action));
  }
  template <class Rep, class Period, class Action>
  void every(std::chrono::duration<Rep, Period> const& period, Action action) const {
    name_->every(std::chrono::ceil<std::chrono::nanoseconds>(period), std::move(action));
  }

 private:
  sched::object_name<object> name_;
};

/// Keeps the largest value.
template <class Value, class Payload, class Less = std::less<Payload>>
class best_max : public best_reducer<Value, Payload, std::greater<Value>, Less> {};
/// Keeps the smallest value.
template <class Value, class Payload, class Less = std::less<Payload>>
class best_min : public best_reducer<Value, Payload, std::less<Value>, Less> {};

static_assert(sizeof(best_max<int, int>) == 8 && std::is_trivially_copyable_v<best_max<int, int>>);

}  // namespace skua
