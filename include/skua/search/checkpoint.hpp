// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An unfinished search in a file: what it has found, and the nodes from which it can go on, at any number of places.
//
//   auto r = search::maximise(p, {}, {.time_limit = 1h, .keep_open = true});
//   if (!r.complete) search::save("run.skua", "clique brock800_4", r);
//   …
//   auto before = search::load<search::optimum<clique>>("run.skua", "clique brock800_4");
//   auto r = search::joined(before, search::maximise(p, {}, o, before.start, search::resume(before.open)));
//
// The file belongs to the program that wrote it: nodes are written as they travel between places.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

#include <skua/operations.hpp>
#include <skua/reducer.hpp>
#include <skua/search.hpp>
#include <skua/wire/wire.hpp>

namespace skua::search {
namespace detail {

/// Writes the file anew, as a whole or not at all. Throws skua::error.
void write_checkpoint(std::filesystem::path const& to, std::string_view of, std::string_view type, std::span<std::byte const> content);
/// The content of one that was written with the same `of` and `type`. Throws skua::error, which says what is wrong with it.
std::vector<std::byte> read_checkpoint(std::filesystem::path const& from, std::string_view of, std::string_view type);

/// Calls each(field) for what is kept of a result.
template <class Result, class Each>
void for_each_kept(Result& r, Each&& each) {
  each(r.value);
  each(r.share);
  each(static_cast<std::conditional_t<std::is_const_v<Result>, counts const&, counts&>>(r.stats));
  each(r.open);
  if constexpr (requires { r.node; }) {
    each(r.node);
    each(r.bound);
    each(r.start);
  }
}

template <class Result>
void add_work(Result& to, Result const& earlier) {
  to.stats += earlier.stats;
  to.share = to.complete ? 1 : std::min(earlier.share + to.share, 1 - 1e-9);
}

}  // namespace detail

/// Saves the result of an interrupted search with options::keep_open. `of` names what was searched, and for what; the file is of no
/// use for anything else. Throws skua::error if it cannot be written; an older file of that name is then as it was.
template <class Result>
void save(std::filesystem::path const& to, std::string_view of, Result const& r) {
  wire::writer w;
  detail::for_each_kept(r, [&](auto const& field) { wire::encode(w, field); });
  detail::write_checkpoint(to, of, typeid(Result).name(), w.view());
}

/// What `save` has written. Throws skua::error if there is no such file, if it is damaged, or of another search.
template <class Result>
Result load(std::filesystem::path const& from, std::string_view of) {
  auto const content = detail::read_checkpoint(from, of, typeid(Result).name());
  Result r{};
  wire::reader in(content);
  detail::for_each_kept(r, [&](auto& field) { field = wire::decode<std::remove_cvref_t<decltype(field)>>(in); });
  r.complete = false;
  return r;
}

/// Both parts of an optimisation, or of a decision: the later one went on where the earlier one was interrupted, and began with its
/// `start`. The statistics per place are those of the later one.
template <class P>
optimum<P> joined(optimum<P> const& earlier, optimum<P> later) {
  if (!later.node) {
    later.node = earlier.node;
    later.value = earlier.value;
  }
  detail::add_work(later, earlier);
  return later;
}
/// Both parts of an enumeration; `merge` is the operation of its reducer.
template <class P, class T, class Op = plus_operation<T>>
enumeration<P, T> joined(enumeration<P, T> const& earlier, enumeration<P, T> later, Op const& merge = {}) {
  T value = earlier.value;
  sched::merge(merge, value, std::move(later.value));
  later.value = std::move(value);
  detail::add_work(later, earlier);
  return later;
}

}  // namespace skua::search
