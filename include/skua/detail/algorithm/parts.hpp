// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work on a shared array: one task at each place that has elements, and a result along a tree.
//
// A task is responsible for a range of ranks. It sends the upper half of the range to the first
// place there, then the upper half of the rest, and so on, until only its own rank is left. It then
// does its own part, and combines its result with those of the others in the order of the ranks. So
// a call takes one message for each place and its answer, in about log2(places) steps.
//
// The tasks are not a collective operation: calls of different tasks may overlap in any order.
//
// A call is a scope over all its places. The first exception cancels it, which stops the loops at
// all places, and is thrown by the call.
//
// Work is a type without members:
//   static R run(array, rank, functions…, data…)   the part of the calling place; R may be void
//   static R combine(R, R, functions…)             unless R is void: the lower ranks come first
//   static void narrow(data&…, skip, ranks)        optional: keeps the data of `ranks` ranks, from
//                                                  the rank `skip` of those that the data is for
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/cancel.hpp>
#include <skua/detail/algorithm/scoped.hpp>
#include <skua/detail/core/outlined_finish.hpp>
#include <skua/memory/shared_array.hpp>
#include <skua/spawn.hpp>

namespace skua {
namespace algorithm {

/// An element in a message: it travels as its bytes, as in global memory.
template <class T>
struct element_bytes {
  T value;
};

/// The number of ranks that have elements, if only the first n elements count: these are the first
/// ranks.
inline int ranks_in_use(distribution const& shape, std::size_t n) noexcept {
  std::size_t const blocks = n / shape.block() + (n % shape.block() != 0 ? 1 : 0);
  return static_cast<int>((std::min)(blocks, static_cast<std::size_t>(shape.places())));
}
/// The elements at a rank whose indices are below i.
inline std::size_t elements_below(distribution const& shape, int rank, std::size_t i) noexcept {
  return distribution(i, shape.block(), shape.places()).size_at(rank);
}

/// The functions of a call, at most two. Not a tuple: gcc 12 treats a closure in a tuple as not
/// trivially copyable.
template <class... F>
struct function_list;
template <>
struct function_list<> {
  template <class G>
  decltype(auto) apply(G&& g) const {
    return g();
  }
};
template <class F>
struct function_list<F> {
  F first;
  template <class G>
  decltype(auto) apply(G&& g) {
    return g(first);
  }
  template <class G>
  decltype(auto) apply(G&& g) const {
    return g(first);
  }
};
template <class F1, class F2>
struct function_list<F1, F2> {
  F1 first;
  F2 second;
  template <class G>
  decltype(auto) apply(G&& g) {
    return g(first, second);
  }
  template <class G>
  decltype(auto) apply(G&& g) const {
    return g(first, second);
  }
};

/// In a handler: the exception ends the innermost scope at all its places; the caller ends by
/// cancelled_error.
[[noreturn]] SKUA_COLD inline void end_scope_by_exception() {
  try {
    throw;
  } catch (cancelled_error const&) {
    skua::cancel();  // an element function may have cancelled only the scope of its place
    throw;
  } catch (...) {
    sched::capture_into(sched::self()->scope, std::current_exception());
    throw cancelled_error();
  }
}
template <class Body>
auto run_guarded(Body&& body) -> std::invoke_result_t<Body&> {
  try {
    return body();
  } catch (...) {
    end_scope_by_exception();
  }
}
/// Runs body(context) as a scope over all places, and throws the first exception.
inline void run_over_places(void (*body)(void*), void* context) {
  try {
    finish_result const ending = sched::finish_outlined([&] { run_guarded([&] { body(context); }); });
    if (ending.was_cancelled) throw cancelled_error();
  } catch (task_errors const& errors) {  // of several places
    std::rethrow_exception(errors.errors().front());
  }
}

/// The task of a place. Functions travel like those of spawned tasks, data as its bytes if it is
/// trivially copyable.
template <class Work, class T, class Functions, class Data>
struct part_task;

template <class Work, class T, class... F, class... Data>
struct part_task<Work, T, function_list<F...>, std::tuple<Data...>> {
  shared_array<T> array;
  std::int32_t first;  // the ranks [first, last)
  std::int32_t last;
  function_list<F...> functions;
  std::tuple<Data...> data;

  using result =
      decltype(Work::run(std::declval<shared_array<T> const&>(), 0, std::declval<F&>()..., std::declval<Data&>()...));

  result operator()() {
    return run_guarded([&] { return run(); });
  }

 private:
  /// Returns this task for other ranks.
  part_task for_ranks(std::int32_t from, std::int32_t to) const {
    part_task other(*this);
    other.first = from;
    other.last = to;
    if constexpr (requires(Data&... d) { Work::narrow(d..., 0, 0); })
      std::apply([&](Data&... d) { Work::narrow(d..., from - first, to - from); }, other.data);
    return other;
  }
  result run_part() {
    return functions.apply([&](F&... f) -> result {
      return std::apply([&](Data&... d) -> result { return Work::run(array, first, f..., d...); }, data);
    });
  }
  result run() {
    std::int32_t end = last;
    if constexpr (std::is_void_v<result>) {
      while (end - first > 1) {
        std::int32_t const middle = first + (end - first + 1) / 2;
        remote::spawn_elsewhere(array.place_at(middle), for_ranks(middle, end));
        end = middle;
      }
      run_part();
    } else {
      std::vector<future<result>> upper;
      while (end - first > 1) {
        std::int32_t const middle = first + (end - first + 1) / 2;
        upper.push_back(remote::async_elsewhere(array.place_at(middle), for_ranks(middle, end)));
        end = middle;
      }
      result total = run_part();
      for (auto u = upper.rbegin(); u != upper.rend(); ++u) {
        result higher = u->get();
        total = functions.apply(
            [&](F&... f) -> result { return Work::combine(std::move(total), std::move(higher), f...); });
      }
      return total;
    }
  }
};

/// Fails to compile unless the function can travel to the places of the elements.
template <class F>
constexpr void require_travelling() {
  static_assert(remote::call_serializable<F>,
                "skua: a function for the elements of a shared_array runs at other places, and holds something that "
                "cannot travel. A string or a container: make the function a struct that has it as a member and an "
                "operator(). A pointer or a reference: hold the value itself, or a place_local or a reducer");
}

/// Runs Work at the first `ranks` ranks of the array, at least one, as a scope. Returns the result.
template <class Work, class T, class... F, class... Data>
auto run_parts(char const* verb, shared_array<T> const& array, int ranks, function_list<F...> functions, Data... data) {
  require_task(verb);
  (require_travelling<F>(), ...);
  using task = part_task<Work, T, function_list<F...>, std::tuple<Data...>>;
  using result = typename task::result;
  constexpr bool is_void = std::is_void_v<result>;
  std::conditional_t<is_void, std::nullptr_t, std::optional<result>> value{};
  auto call = [&] {
    task root{array, 0, ranks, std::move(functions), std::tuple<Data...>(std::move(data)...)};
    int const place = array.place_at(0);
    if constexpr (is_void) {
      if (place == here()) {
        root();
      } else {
        remote::spawn_elsewhere(place, std::move(root));
      }
    } else {
      value.emplace(place == here() ? root() : remote::async_elsewhere(place, std::move(root)).get());
    }
  };
  run_over_places([](void* f) { (*static_cast<decltype(call)*>(f))(); }, &call);
  if constexpr (!is_void) return std::move(*value);
}

}  // namespace algorithm

namespace wire {

template <class T>
inline constexpr bool as_it_is<algorithm::element_bytes<T>> = true;

}  // namespace wire

namespace remote {

template <class Work, class T, class... F, class... Data>
struct call_codec<algorithm::part_task<Work, T, algorithm::function_list<F...>, std::tuple<Data...>>> {
  using task = algorithm::part_task<Work, T, algorithm::function_list<F...>, std::tuple<Data...>>;
  static constexpr bool serializable = (call_codec<F>::serializable && ...);
  static constexpr bool trivially_serializable =
      (call_codec<F>::trivially_serializable && ...) && (std::is_trivially_copyable_v<Data> && ...);

  static void pack(packing& k, task const& t) {
    k.message.put(t.array);
    k.message.put(t.first);
    k.message.put(t.last);
    t.functions.apply([&](F const&... f) { (call_codec<F>::pack(k, f), ...); });
    std::apply([&](Data const&... d) { (pack_data(k, d), ...); }, t.data);
  }
  static task unpack(wire::reader& in) {
    return task{in.get<shared_array<T>>(), in.get<std::int32_t>(), in.get<std::int32_t>(),
                algorithm::function_list<F...>{call_codec<F>::unpack(in)...},
                std::tuple<Data...>{unpack_data<Data>(in)...}};
  }

 private:
  template <class D>
  static void pack_data([[maybe_unused]] packing& k, [[maybe_unused]] D const& d) {
    if constexpr (std::is_empty_v<D>) {
      // nothing to send
    } else if constexpr (std::is_trivially_copyable_v<D>) {
      k.message.put(d);
    } else {
      wire::encode(k.message, d);
    }
  }
  template <class D>
  static D unpack_data([[maybe_unused]] wire::reader& in) {
    if constexpr (std::is_empty_v<D>) {
      return D();
    } else if constexpr (std::is_trivially_copyable_v<D>) {
      return in.get<D>();
    } else {
      return wire::decode<D>(in);
    }
  }
};

}  // namespace remote
}  // namespace skua
