// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A search as the command line wants it: from the root or from a file, to the end or to a file,
// with a file on the way.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <skua/error.hpp>
#include <skua/operations.hpp>
#include <skua/reducer.hpp>
#include <skua/search/checkpoint.hpp>
#include <string>
#include <system_error>
#include <utility>

#include "app.hpp"
#include "search_options.hpp"

namespace apps {

/// Takes the statistics.
template <typename Result>
search_outcome ended(Result& found) {
  return {found.complete, found.share, std::move(found.stats)};
}

namespace saved {

/// Calls search(limits, before) once, or with --checkpoint-every again and again, where `before` is
/// what has been done, or null. Returns all parts together: join(before, later) does that. A search
/// from a file is refused unless began_alike(before).
template <typename Result, typename Problem, typename BeganAlike, typename Search, typename Join>
Result in_parts(Problem const& p, search_request const& wanted, BeganAlike&& began_alike, Search&& search,
                Join&& join) {
  using clock = std::chrono::steady_clock;
  std::optional<Result> before;
  auto const option = [](char const* name, auto&& use) {
    try {
      use();
    } catch (skua::error const& e) {
      throw input_error(std::string(name) + ": " + e.what());
    }
  };
  if (!wanted.resume.empty()) {
    option("--resume", [&] {
      before = skua::search::load<Result>(wanted.resume, wanted.of, p);
      if (!began_alike(std::as_const(*before)))
        throw skua::error(wanted.resume + ": is damaged: it began with another value");
    });
  }
  auto const begin = clock::now();
  std::uint64_t const nodes_before = before ? before->stats.nodes : 0;
  bool written = false;
  for (;;) {
    auto limits = wanted.limits;
    limits.keep_open = limits.keep_open || !wanted.checkpoint.empty();
    auto const spent = clock::now() - begin;
    bool last = wanted.every.count() == 0;
    if (!last) {
      auto const left = limits.time_limit - spent;
      last = limits.time_limit.count() > 0 && left <= wanted.every;
      limits.time_limit = last ? std::max<std::chrono::nanoseconds>(left, std::chrono::nanoseconds(1)) : wanted.every;
    }
    if (limits.node_limit != 0 && before) limits.node_limit -= before->stats.nodes - nodes_before;
    Result const* const done = before ? &*before : nullptr;
    Result r = search(std::as_const(limits), done);
    if (done != nullptr) r = join(*done, std::move(r));
    bool const out_of_nodes = wanted.limits.node_limit != 0 && r.stats.nodes - nodes_before >= wanted.limits.node_limit;
    bool const interrupted = limits.stop != nullptr && limits.stop->load(std::memory_order_relaxed);  // relaxed: a flag
    if (!wanted.checkpoint.empty() && !r.complete) {
      option("--checkpoint", [&] { skua::search::save(wanted.checkpoint, wanted.of, r); });
      written = true;
    }
    if (r.complete && written) {  // nothing is left to go on with
      std::error_code ignored;
      std::filesystem::remove(wanted.checkpoint, ignored);
    }
    if (r.complete || last || out_of_nodes || interrupted) return r;
    before = std::move(r);
  }
}
/// Where a search goes on that began with `before`, or the root.
template <typename Problem, typename Result>
skua::search::resume<Problem> left_of(Result const* before) {
  return before != nullptr ? skua::search::resume<Problem>(before->open) : skua::search::resume<Problem>();
}

/// Of an optimisation: search(options, value to begin with, where to begin). A saved one began with
/// `start`, too: it has found a node for which better(value, start), or still has that start.
template <typename Problem, typename Better, typename Search>
auto optimised(Problem const& p, search_request const& wanted, std::optional<skua::search::objective_of<Problem>> start,
               Better&& better, Search&& search) {
  using result = skua::search::optimum<Problem>;
  return in_parts<result>(
      p, wanted,
      [&](result const& before) {
        return before.node ? !start || better(before.value, *start) : before.start == start;
      },
      [&](skua::search::options const& o, result const* before) {
        return search(o, before != nullptr ? before->start : start, left_of<Problem>(before));
      },
      [](result const& before, result&& later) { return skua::search::joined(before, std::move(later)); });
}

/// The bound of an interrupted optimisation is that of what was not searched.
inline search_request with_bound(search_request wanted) {
  wanted.limits.keep_open = true;
  return wanted;
}

}  // namespace saved

template <typename Problem>
auto maximise(Problem const& p, search_request const& wanted,
              std::optional<skua::search::objective_of<Problem>> start = {}) {
  return saved::optimised(p, saved::with_bound(wanted), start, std::greater<>(),
                          [&](auto const& o, auto from, auto&& left) {
                            return skua::search::maximise(p, wanted.how, o, from, std::move(left));
                          });
}
template <typename Problem>
auto minimise(Problem const& p, search_request const& wanted,
              std::optional<skua::search::objective_of<Problem>> start = {}) {
  return saved::optimised(p, saved::with_bound(wanted), start, std::less<>(),
                          [&](auto const& o, auto from, auto&& left) {
                            return skua::search::minimise(p, wanted.how, o, from, std::move(left));
                          });
}
/// A saved decision has found nothing yet, or it would be complete.
template <typename Problem>
auto decide(Problem const& p, skua::search::objective_of<Problem> target, search_request const& wanted) {
  using result = skua::search::optimum<Problem>;
  return saved::in_parts<result>(
      p, wanted, [](result const& before) { return !before.node; },
      [&](skua::search::options const& o, result const* before) {
        return skua::search::decide(p, target, wanted.how, o, saved::left_of<Problem>(before));
      },
      [](result const& before, result&& later) { return skua::search::joined(before, std::move(later)); });
}
template <typename Operation, typename Problem, typename Value = skua::search::detail::value_type_of<Problem>>
auto enumerate(Problem const& p, search_request const& wanted) {
  using result = skua::search::enumeration<Problem, Value>;
  return saved::in_parts<result>(
      p, wanted, [](result const&) { return true; },
      [&](skua::search::options const& o, result const* before) {
        return skua::search::enumerate(p, wanted.how, skua::reducer<Value, Operation>(), o,
                                       saved::left_of<Problem>(before));
      },
      [](result const& before, result&& later) { return skua::search::joined(before, std::move(later), Operation{}); });
}
template <typename Problem>
auto enumerate(Problem const& p, search_request const& wanted) {
  return enumerate<skua::plus_operation<skua::search::detail::value_type_of<Problem>>>(p, wanted);
}

}  // namespace apps
