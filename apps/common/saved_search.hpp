// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A search as the command line specifies it: from the root or from a file, to the end or to a file,
// with checkpoints in between.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <skua/error.hpp>
#include <skua/operations.hpp>
#include <skua/reducer.hpp>
#include <skua/search/checkpoint.hpp>
#include <string>
#include <utility>

#include "app.hpp"
#include "checkpoint_file.hpp"
#include "search_options.hpp"

namespace apps {

/// Moves the statistics out of the result.
template <typename Result>
search_outcome take_outcome(Result& result) {
  return {result.complete, result.share, std::move(result.stats)};
}

namespace saved {

/// Calls search(limits, previous) once or, with --checkpoint-every, repeatedly; `previous` is the
/// result so far, or null. Returns all parts together: join(previous, next_part) combines two. A
/// search from a file is refused unless is_same_start(previous).
template <typename Result, typename Problem, typename BeganAlike, typename Search, typename Join>
Result run_in_parts(Problem const& p, search_request const& request, BeganAlike&& is_same_start, Search&& search,
                    Join&& join) {
  using clock = std::chrono::steady_clock;
  std::optional<Result> previous;
  checkpoint_file checkpoint(request);
  if (!request.resume.empty()) {
    try {
      previous = skua::search::load<Result>(request.resume, request.description, p);
      if (!is_same_start(std::as_const(*previous)))
        throw skua::error(request.resume + ": is damaged: it began with another value");
    } catch (skua::error const& e) {
      throw input_error(std::string("--resume: ") + e.what());
    }
  }
  auto const begin = clock::now();
  std::uint64_t const nodes_before = previous ? previous->stats.nodes : 0;
  for (;;) {
    auto limits = request.limits;
    limits.keep_open = limits.keep_open || checkpoint.is_wanted();
    auto const spent = clock::now() - begin;
    bool is_last_part = request.checkpoint_interval.count() == 0;
    if (!is_last_part) {
      auto const time_left = limits.time_limit - spent;
      is_last_part = limits.time_limit.count() > 0 && time_left <= request.checkpoint_interval;
      limits.time_limit = is_last_part ? std::max<std::chrono::nanoseconds>(time_left, std::chrono::nanoseconds(1))
                                       : request.checkpoint_interval;
    }
    if (limits.node_limit != 0 && previous) limits.node_limit -= previous->stats.nodes - nodes_before;
    Result const* const finished_part = previous ? &*previous : nullptr;
    Result r = search(std::as_const(limits), finished_part);
    if (finished_part != nullptr) r = join(*finished_part, std::move(r));
    bool const out_of_nodes =
        request.limits.node_limit != 0 && r.stats.nodes - nodes_before >= request.limits.node_limit;
    bool const interrupted = limits.stop != nullptr && limits.stop->load(std::memory_order_relaxed);  // relaxed: a flag
    bool const is_end = r.complete || is_last_part || out_of_nodes || interrupted;
    if (r.complete) {
      checkpoint.remove();
    } else if (checkpoint.is_wanted()) {
      checkpoint.save([&](std::string const& file) { skua::search::save(file, request.description, r); }, is_end);
    }
    if (is_end) return r;
    previous = std::move(r);
  }
}
/// The start of a search that has done `previous`: its open nodes, or the root.
template <typename Problem, typename Result>
skua::search::resume<Problem> resume_point(Result const* previous) {
  return previous != nullptr ? skua::search::resume<Problem>(previous->open) : skua::search::resume<Problem>();
}

/// An optimisation: search(options, start value, where to resume). A saved search must have had the
/// same `start`: it has found a node with better(value, start), or it still has that start.
template <typename Problem, typename Better, typename Search>
auto optimise(Problem const& p, search_request const& request, std::optional<skua::search::objective_of<Problem>> start,
              Better&& better, Search&& search) {
  using result = skua::search::optimum<Problem>;
  return run_in_parts<result>(
      p, request,
      [&](result const& previous) {
        return previous.node ? !start || better(previous.value, *start) : previous.start == start;
      },
      [&](skua::search::options const& o, result const* previous) {
        return search(o, previous != nullptr ? previous->start : start, resume_point<Problem>(previous));
      },
      [](result const& previous, result&& next_part) { return skua::search::joined(previous, std::move(next_part)); });
}

/// The bound of an interrupted optimisation is that of the open nodes.
inline search_request with_bound(search_request request) {
  request.limits.keep_open = true;
  return request;
}

}  // namespace saved

template <typename Problem>
auto maximise(Problem const& p, search_request const& request,
              std::optional<skua::search::objective_of<Problem>> start = {}) {
  return saved::optimise(p, saved::with_bound(request), start, std::greater<>(),
                         [&](auto const& o, auto start_value, auto&& resume_at) {
                           return skua::search::maximise(p, request.coordination, o, start_value, std::move(resume_at));
                         });
}
/// Calls before_part(start value) before it searches; with --checkpoint-every, before each part.
template <typename Problem, typename BeforePart>
auto minimise(Problem const& p, search_request const& request, std::optional<skua::search::objective_of<Problem>> start,
              BeforePart&& before_part) {
  return saved::optimise(p, saved::with_bound(request), start, std::less<>(),
                         [&](auto const& o, auto start_value, auto&& resume_at) {
                           before_part(start_value);
                           return skua::search::minimise(p, request.coordination, o, start_value, std::move(resume_at));
                         });
}
template <typename Problem>
auto minimise(Problem const& p, search_request const& request,
              std::optional<skua::search::objective_of<Problem>> start = {}) {
  return minimise(p, request, start, [](auto const&) {});
}
/// A saved decision has found no node yet, or it would be complete.
template <typename Problem>
auto decide(Problem const& p, skua::search::objective_of<Problem> target, search_request const& request) {
  using result = skua::search::optimum<Problem>;
  return saved::run_in_parts<result>(
      p, request, [](result const& previous) { return !previous.node; },
      [&](skua::search::options const& o, result const* previous) {
        return skua::search::decide(p, target, request.coordination, o, saved::resume_point<Problem>(previous));
      },
      [](result const& previous, result&& next_part) { return skua::search::joined(previous, std::move(next_part)); });
}
/// Calls before_part(value so far) before it searches; with --checkpoint-every, before each part.
template <typename Operation, typename Problem, typename BeforePart,
          typename Value = skua::search::detail::value_type_of<Problem>>
auto enumerate(Problem const& p, search_request const& request, BeforePart&& before_part) {
  using result = skua::search::enumeration<Problem, Value>;
  return saved::run_in_parts<result>(
      p, request, [](result const&) { return true; },
      [&](skua::search::options const& o, result const* previous) {
        before_part(previous != nullptr ? previous->value : Operation::identity());
        return skua::search::enumerate(p, request.coordination, skua::reducer<Value, Operation>(), o,
                                       saved::resume_point<Problem>(previous));
      },
      [](result const& previous, result&& next_part) {
        return skua::search::joined(previous, std::move(next_part), Operation{});
      });
}
template <typename Operation, typename Problem>
auto enumerate(Problem const& p, search_request const& request) {
  return enumerate<Operation>(p, request, [](auto const&) {});
}
template <typename Problem>
auto enumerate(Problem const& p, search_request const& request) {
  return enumerate<skua::plus_operation<skua::search::detail::value_type_of<Problem>>>(p, request);
}

}  // namespace apps
