// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/record_steps.hpp"

#include <algorithm>
#include <utility>

namespace skua::observe {

/// The time that the subtree takes with a worker for each task.
std::int64_t span_of_steps(std::vector<record_step> const& steps) {
  std::int64_t now = 0;
  std::int64_t latest = 0;
  std::vector<std::int64_t> scopes;
  for (record_step const& step : steps) {
    switch (step.kind) {
      case step_kind::work:
        now += step.work;
        break;
      case step_kind::leaf: {
        std::int64_t const end = now + step.span;
        if (step.signalled != nullptr) find_event(step.signalled)->moment = end;
        std::int64_t& last = scopes.empty() ? latest : scopes.back();
        last = std::max(last, end);
        break;
      }
      case step_kind::open:
        scopes.push_back(now);
        break;
      case step_kind::close:
        now = std::max(now, scopes.back());
        scopes.pop_back();
        break;
      case step_kind::signal:
        find_event(step.signalled)->moment = now;
        break;
      case step_kind::await:
        now = std::max(now, find_event(step.signalled)->moment);
        break;
      case step_kind::child:
      case step_kind::pause:
        break;
    }
  }
  return std::max(now, latest);
}

/// The leaf becomes part of the leaf before it, if nothing but a little work lies between them.
/// That work then comes before both.
bool step_merger::merge_leaf(std::vector<record_step>& steps, record_step const& leaf) {
  std::size_t const n = steps.size();
  bool const has_work_between = n >= 2 && steps[n - 1].kind == step_kind::work;
  std::size_t const position = n - (has_work_between ? 2 : 1);
  if (n == 0 || steps[position].kind != step_kind::leaf) return false;
  std::int64_t const between = has_work_between ? steps[n - 1].work : 0;
  record_step merged = steps[position];
  if (merged.any != leaf.any || merged.work + leaf.work > grain_ || between > grain_) return false;
  if (leaf.work > merged.work) merged.name = leaf.name;
  merged.work += leaf.work;
  merged.span = std::max(merged.span, leaf.span);
  merged.tasks += leaf.tasks;
  if (merged.signalled == nullptr) {
    merged.signalled = leaf.signalled;
  } else if (leaf.signalled != nullptr) {
    unite_events(merged.signalled, leaf.signalled);
    events_.release(leaf.signalled);
  }
  if (!has_work_between) {
    steps[position] = merged;
  } else if (position > 0 && steps[position - 1].kind == step_kind::work) {
    steps[position - 1].work += between;
    steps[position] = merged;
    steps.pop_back();
  } else {
    steps[position] = steps[n - 1];
    steps[n - 1] = merged;
  }
  return true;
}

/// The last step closes a scope. If the scope has only a little work and leaves, they become work.
void step_merger::shorten_scope(std::vector<record_step>& steps) const {
  std::int64_t sum = 0;
  std::size_t i = steps.size() - 1;
  do {
    record_step const& step = steps[--i];
    if (step.kind == step_kind::open) break;
    if ((step.kind != step_kind::work && step.kind != step_kind::leaf) || step.signalled != nullptr) return;
    sum += step.work;
  } while (i > 0 && sum <= grain_);
  if (steps[i].kind != step_kind::open || sum > grain_) return;
  steps.resize(i);
  if (!steps.empty() && steps.back().kind == step_kind::work) {
    steps.back().work += sum;
  } else if (sum != 0) {
    steps.emplace_back();
    steps.back().work = sum;
  }
}

void step_merger::compact(std::vector<record_step>& list) {
  std::vector<record_step> old = std::move(list);
  std::vector<record_step>& steps = list;
  steps.clear();
  steps.reserve(old.size());
  for (record_step& step : old) {
    switch (step.kind) {
      case step_kind::work:
        if (!steps.empty() && steps.back().kind == step_kind::work) {
          steps.back().work += step.work;
          continue;
        }
        break;
      case step_kind::leaf:
        if (merge_leaf(steps, step)) continue;
        break;
      case step_kind::child:
        step.child->position = steps.size();
        break;
      case step_kind::await:
        if (!steps.empty() && steps.back().kind == step_kind::await &&
            find_event(steps.back().signalled) == find_event(step.signalled)) {
          events_.release(step.signalled);
          continue;
        }
        break;
      case step_kind::close:
        steps.push_back(step);
        shorten_scope(steps);
        continue;
      case step_kind::open:
      case step_kind::signal:
      case step_kind::pause:
        break;
    }
    steps.push_back(step);
  }
}

}  // namespace skua::observe
