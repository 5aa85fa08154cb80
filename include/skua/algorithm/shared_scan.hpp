// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// inclusive_scan and exclusive_scan over shared arrays.
//
// With one block for each place, the places first combine their parts, all but the last one. Then
// each scans its part, from the combination of those before it. Arrays with other distributions are
// copied into one with such blocks, and the result is copied back.
#pragma once

#include <skua/algorithm/scan.hpp>
#include <skua/algorithm/shared_for_each.hpp>
#include <skua/algorithm/shared_reduce.hpp>

namespace skua {
namespace algorithm {

/// The combination of the part of each rank.
struct totalling_parts {
  template <class X, class Op, class T>
  static std::vector<element_bytes<T>> run(shared_array<X> const& array, int rank, Op& op,
                                           std::type_identity<T> const& type) {
    return {{summing_parts::run(array, rank, op, type)}};
  }
  template <class T, class Op>
  static std::vector<element_bytes<T>> combine(std::vector<element_bytes<T>> low, std::vector<element_bytes<T>> high,
                                               Op&) {
    low.insert(low.end(), high.begin(), high.end());
    return low;
  }
};

/// Scans the part of each rank. `before[r]` is the combination in front of the rank that is r ranks
/// behind the task's own; with an inclusive scan without a first value, the first rank has none.
template <bool Inclusive>
struct scanning_parts {
  template <class X, class Op, class Out, class T>
  static void run(shared_array<X> const& in, int rank, Op& op, shared_array<Out> const& out, std::uint64_t elements,
                  bool has_first, std::vector<element_bytes<T>> const& before) {
    auto const n = static_cast<count_type>(elements_below(in.shape(), rank, elements));
    X const* const from = in.local().data();
    Out* const to = out.local().data();
    bool const has_value = has_first || rank != 0;
    if constexpr (Inclusive) {
      std::optional<T> value;
      if (has_value) value.emplace(before.front().value);
      std::identity same;
      scan_range<true, false>("inclusive_scan", from, from + n, to, std::move(value), op, same);
    } else {
      skua::exclusive_scan(from, from + n, to, before.front().value, op);
    }
  }
  template <class Out, class T>
  static void narrow(shared_array<Out>&, std::uint64_t, bool, std::vector<element_bytes<T>>& before, int skip,
                     int ranks) {
    before = std::vector<element_bytes<T>>(before.begin() + skip, before.begin() + skip + ranks);
  }
};

template <bool Inclusive, class X, class Out, class T, class Op>
void scan_aligned(char const* verb, shared_array<X> const& in, shared_array<Out> const& out, std::optional<T> init,
                  Op op) {
  int const ranks = ranks_in_use(in.shape(), in.size());
  std::vector<element_bytes<T>> totals;
  if (ranks > 1)
    totals = run_parts<totalling_parts>(verb, in, ranks - 1, function_list<Op>{op}, std::type_identity<T>());
  // `before[0]` of a scan without a first value is not used
  std::vector<element_bytes<T>> before;
  if (init) {
    before.push_back({*init});
  } else {
    before.push_back(totals.empty() ? element_bytes<T>{T(in[0].get())} : totals.front());
  }
  for (std::size_t rank = 0; rank < totals.size(); ++rank) {
    before.push_back(rank == 0 && !init ? totals.front()
                                        : element_bytes<T>{T(std::invoke(op, before[rank].value, totals[rank].value))});
  }
  run_parts<scanning_parts<Inclusive>>(verb, in, ranks, function_list<Op>{std::move(op)}, out, std::uint64_t{in.size()},
                                       init.has_value(), std::move(before));
}

/// An element as a T.
template <class T>
struct converted_to {
  template <class X>
  T operator()(X const& value) const {
    return T(value);
  }
};

template <bool Inclusive, class X, class Out, class T, class Op>
void scan_array(char const* verb, shared_array<X> const& in, shared_array<Out> const& out, std::optional<T> init,
                Op op) {
  require_task(verb);
  static_assert(std::is_trivially_copyable_v<T>,
                "skua: a scan over a shared_array keeps its intermediate results in global memory, which holds "
                "trivially copyable types");
  require_partial_results<T, X const&>();
  (base::check)(out.size() >= in.size(), "scan: the output array has fewer elements than the input");
  if (in.size() == 0) return;
  bool const in_order = in.shape().block() >= (in.size() - 1) / static_cast<std::size_t>(in.shape().places()) + 1;
  if (in_order && are_aligned(in, out)) return scan_aligned<Inclusive>(verb, in, out, std::move(init), std::move(op));
  finish([&] {  // owns the copy
    shared_array<T> const copy(in.size());
    skua::transform(in, copy, converted_to<T>());
    scan_aligned<Inclusive>(verb, copy, copy, std::move(init), std::move(op));
    skua::transform(copy, out, converted_to<Out>());
  });
}

}  // namespace algorithm

/// Assigns to the element of the output at each index the combination of the elements up to that
/// index, in their order; op is associative. The output may be the input, and must have as many
/// elements. T, the type of all intermediate results, is that of the elements. op is called up to
/// three times for each element. If the arrays differ in their distributions, or have several
/// blocks at a place, all elements travel to a copy and back.
template <class X, class Out, class Op = std::plus<>>
  requires algorithm::operation_on<Op, X, X const&>
void inclusive_scan(shared_array<X> const& in, shared_array<Out> const& out, Op op = {}) {
  algorithm::scan_array<true>("inclusive_scan", in, out, std::optional<X>(), std::move(op));
}
/// Like the other inclusive_scan, with a value of type T in front of the first element.
template <class X, class Out, class Op, class T>
  requires algorithm::operation_on<Op, T, X const&>
void inclusive_scan(shared_array<X> const& in, shared_array<Out> const& out, Op op, T init) {
  algorithm::scan_array<true>("inclusive_scan", in, out, std::optional<T>(std::move(init)), std::move(op));
}
/// Assigns to the element of the output at each index the combination of `init` and the elements
/// before that index. Otherwise as inclusive_scan.
template <class X, class Out, class T, class Op = std::plus<>>
  requires algorithm::operation_on<Op, T, X const&>
void exclusive_scan(shared_array<X> const& in, shared_array<Out> const& out, T init, Op op = {}) {
  algorithm::scan_array<false>("exclusive_scan", in, out, std::optional<T>(std::move(init)), std::move(op));
}

}  // namespace skua
