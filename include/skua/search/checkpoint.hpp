// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Saves an interrupted search to a file: its result so far, and its open nodes, from which another
// run can continue at any number of places.
//
//   auto r = search::maximise(p, {}, {.time_limit = 1h, .keep_open = true});
//   if (!r.complete) search::save("run.skua", "clique brock800_4", r);
//   …
//   auto before = search::load<search::optimum<clique>>("run.skua", "clique brock800_4", p);
//   auto r = search::joined(before, search::maximise(p, {}, o, before.start,
//   search::resume(before.open)));
//
// Only the program that wrote the file can read it: nodes are encoded as in messages between
// places. `load` checks everything: each field has a range, no byte may be left over, and each node
// must pass the problem's check, `bool valid(node const&) const`. It cannot detect two changes:
// open nodes that were removed or replaced by other valid ones, and a changed value of an
// enumeration.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <new>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include <skua/operations.hpp>
#include <skua/reducer.hpp>
#include <skua/search.hpp>
#include <skua/wire/wire.hpp>

namespace skua::search {

/// Whether n can be a node of the tree of `instance`. If true, every function of `instance` may be
/// called with n, and the tree below n is finite. A node from a file is used only after this check.
template <problem P>
bool valid(P const& instance, node_of<P> const& n) {
  constexpr bool checks_nodes = requires {
    { instance.valid(n) } -> std::convertible_to<bool>;
  };
  static_assert(checks_nodes,
                "skua: a search continues from a file only if its problem has `bool valid(node const&) const`, "
                "which says whether a node that was read can be one of its tree");
  if constexpr (checks_nodes) return instance.valid(n);
}

namespace detail {

/// Replaces the file as a whole, or leaves it as it was. Throws skua::error.
void write_checkpoint(std::filesystem::path const& to, std::string_view instance, std::string_view type,
                      std::span<std::byte const> content);
/// Returns the content of a file that was written with the same `instance` and `type`. Throws
/// skua::error, which says what is wrong with the file.
std::vector<std::byte> read_checkpoint(std::filesystem::path const& from, std::string_view instance,
                                       std::string_view type);
[[noreturn]] void refuse_checkpoint(std::filesystem::path const& from, char const* reason);

// Each of the following returns a text that says what is wrong, or nullptr.
char const* counts_fault(counts const& counts) noexcept;
char const* share_fault(double share) noexcept;
char const* depth_fault(std::int32_t depth) noexcept;

/// Calls each(field) for every saved field of a result.
template <class Result, class Each>
void for_each_saved(Result& result, Each&& visitor) {
  visitor(result.value);
  visitor(result.share);
  visitor(static_cast<std::conditional_t<std::is_const_v<Result>, counts const&, counts&>>(result.stats));
  visitor(result.open);
  if constexpr (requires { result.node; }) {
    visitor(result.node);
    visitor(result.bound);
    visitor(result.start);
  }
}

template <class P>
char const* incumbent_fault(search::optimum<P> const& result, P const& instance) {
  using value = objective_of<P>;
  if (result.node) {
    if (!valid(instance, *result.node)) return "the node that it has found is not in the tree";
    if (instance.objective(*result.node) != result.value || result.start != result.value)
      return "the node that it has found has another value";
  } else if (result.start ? *result.start != result.value
                          : result.value != larger::worst<value>() && result.value != smaller::worst<value>()) {
    return "it has a value without a node";
  }
  // The bound is that of an open node, or the value if no open node has a better bound. For a
  // problem without bounds it is an end of the type.
  bool possible =
      result.bound == result.value || result.bound == larger::best<value>() || result.bound == smaller::best<value>();
  if constexpr (bounded<P>) {
    possible = possible || std::any_of(result.open.begin(), result.open.end(), [&](auto const& open) {
                 return static_cast<value>(instance.bound(open.node)) == result.bound;
               });
  }
  return possible ? nullptr : "its bound is that of no node";
}

/// Checks the result of an interrupted search of `instance`.
template <class Result, class P>
char const* result_fault(Result const& result, P const& instance) {
  if (char const* const fault = share_fault(result.share)) return fault;
  if (char const* const fault = counts_fault(static_cast<counts const&>(result.stats))) return fault;
  if (result.open.empty()) return "it has no node from which to continue";
  for (auto const& open : result.open) {
    if (char const* const fault = depth_fault(open.depth)) return fault;
    if (char const* const fault = share_fault(open.weight)) return fault;
    if (!valid(instance, open.node)) return "it has a node that is not in the tree";
  }
  if constexpr (requires { result.node; }) return incumbent_fault(result, instance);
  return nullptr;
}

template <class Result>
void add_work(Result& to, Result const& earlier) {
  to.stats += earlier.stats;
  to.share = to.complete ? 1 : (std::min)(earlier.share + to.share, 1 - 1e-9);
}

}  // namespace detail

/// Saves the result of an interrupted search with options::keep_open. `instance` names the
/// application and its input (for example with a digest); `load` refuses the file for any other.
/// Throws skua::error if the file cannot be written; an older file of that name is then unchanged.
template <class Result>
void save(std::filesystem::path const& to, std::string_view instance, Result const& result) {
  wire::writer writer;
  detail::for_each_saved(result, [&](auto const& field) { wire::encode(writer, field); });
  detail::write_checkpoint(to, instance, typeid(Result).name(), writer.view());
}

/// Whether a file begins as one that `save` has written. Reads its first bytes only; false if it
/// cannot be read.
[[nodiscard]] bool is_saved_search(std::filesystem::path const& file);

/// Reads the result that `save` has written of a search of `searched`. Throws skua::error if the
/// file cannot be read, is damaged, or belongs to another search.
template <class Result, problem P>
Result load(std::filesystem::path const& from, std::string_view instance, P const& searched) {
  static_assert(std::is_same_v<decltype(Result::open), std::vector<open_node<node_of<P>>>>,
                "skua: the result of a search of another problem");
  auto const content = detail::read_checkpoint(from, instance, typeid(Result).name());
  Result result{};
  try {
    wire::reader input(content);
    detail::for_each_saved(result,
                           [&](auto& field) { field = wire::decode<std::remove_cvref_t<decltype(field)>>(input); });
    if (input.remaining() != 0) detail::refuse_checkpoint(from, "there is more in it than a search");
  } catch (wire::malformed const&) {
    detail::refuse_checkpoint(from, "its content cannot be read");
  } catch (std::bad_alloc const&) {
    detail::refuse_checkpoint(from, "it does not fit into memory");
  } catch (std::length_error const&) {
    detail::refuse_checkpoint(from, "it does not fit into memory");
  }
  if (char const* const fault = detail::result_fault(result, searched)) detail::refuse_checkpoint(from, fault);
  result.share = std::clamp(result.share, 0.0, 1 - 1e-9);
  result.complete = false;
  return result;
}

/// Joins the two parts of an optimisation or a decision. The later part continued where the earlier
/// one was interrupted, and began with its `start`. The statistics per place are those of the later
/// part.
template <class P>
optimum<P> joined(optimum<P> const& earlier, optimum<P> later) {
  if (!later.node) {
    later.node = earlier.node;
    later.value = earlier.value;
  }
  detail::add_work(later, earlier);
  return later;
}
/// Joins the two parts of an enumeration; `merge` is the operation of its reducer.
template <class P, class T, class Op = plus_operation<T>>
enumeration<P, T> joined(enumeration<P, T> const& earlier, enumeration<P, T> later, Op const& merge = {}) {
  T value = earlier.value;
  sched::merge(merge, value, std::move(later.value));
  later.value = std::move(value);
  detail::add_work(later, earlier);
  return later;
}

}  // namespace skua::search
