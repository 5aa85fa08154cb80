// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/task_record.hpp"

#include <algorithm>
#include <utility>

namespace skua::observe {
namespace {

/// A closed subtree may have this share of the work so far and become a leaf. So a record has some
/// times this number of steps, however long the run.
constexpr std::int64_t leaves_of_a_run = 200'000;

constexpr std::size_t first_length_limit = 256;

}  // namespace

task_record::task_record(std::int64_t ticks, observer closed)
    : least_grain_(ticks), closed_(std::move(closed)), root_(new_node()) {}

task_record::~task_record() = default;

std::int64_t task_record::grain() const noexcept { return std::max(least_grain_, work_ / leaves_of_a_run); }

std::size_t task_record::steps() const noexcept {
  std::size_t n = 0;
  for (node const& node : nodes_) n += node.steps.size() + node.before.size();
  return n;
}

// ---- steps ----

void task_record::signal(node* node, event* event) {
  event = find_event(event);
  event->owner = event->signals++ == 0 ? node : nullptr;
  ++event->references;
  record_step step;
  step.kind = step_kind::signal;
  step.signalled = event;
  append(node, step);
}

void task_record::await(node* node, event* event) {
  event = find_event(event);
  ++event->references;
  record_step step;
  step.kind = step_kind::await;
  step.signalled = event;
  append(node, step);
}

task_record::node* task_record::new_node() {
  node* node;
  if (free_nodes_.empty()) {
    node = &nodes_.emplace_back();
  } else {
    node = free_nodes_.back();
    free_nodes_.pop_back();
  }
  node->length_limit = first_length_limit;
  return node;
}

void task_record::free_node(node* released) {
  std::vector<record_step> steps = std::move(released->steps);
  steps.clear();
  *released = node{};
  if (steps.capacity() <= first_length_limit) released->steps = std::move(steps);  // its memory serves the next node
  free_nodes_.push_back(released);
}

void task_record::flush_work(node* node) {
  std::int64_t const ticks = std::exchange(node->part, 0);
  if (ticks == 0) return;
  record_step step;
  step.work = ticks;
  node->steps.push_back(step);
}

void task_record::append(node* node, record_step step) {
  flush_work(node);
  if (node->steps.size() >= node->length_limit) {
    step_merger(events_, grain()).compact(node->steps);
    node->length_limit = std::max(first_length_limit, 2 * node->steps.size());
  }
  if (step.kind == step_kind::child) step.child->position = node->steps.size();
  node->steps.push_back(step);
}

void task_record::add_work(node* node, std::int64_t ticks) noexcept {
  node->own += ticks;
  node->part += ticks;
  work_ += ticks;
}

void task_record::open_scope(node* node) {
  record_step step;
  step.kind = step_kind::open;
  append(node, step);
  ++node->open_scopes;
}

void task_record::close_scope(node* node) {
  record_step step;
  step.kind = step_kind::close;
  append(node, step);
  --node->open_scopes;
}

void task_record::add_pause(node* node, std::int64_t ticks) {
  record_step step;
  step.kind = step_kind::pause;
  step.work = ticks;
  append(node, step);
}

task_record::node* task_record::spawn(node* parent, bool any) {
  node* const node = new_node();
  node->parent = parent;
  node->any = any;
  record_step step;
  step.kind = step_kind::child;
  step.any = any;
  step.child = node;
  append(parent, step);
  ++parent->open_children;
  return node;
}

void task_record::end(node* node, std::uint64_t name, std::uint64_t kind, std::uint64_t tasks) {
  while (node->open_scopes > 0) close_scope(node);
  if (event* const event = std::exchange(node->at_end, nullptr)) {
    signal(node, event);
    events_.release(event);
  }
  flush_work(node);
  node->name = name;
  node->kind = kind;
  node->tasks += tasks;
  node->has_ended = true;
  record_total& total = totals_[name];
  total.tasks += tasks;
  total.work += node->own;
  close(node);
}

// ---- closed subtrees ----

/// RECORD-1, RECORD-2.
bool task_record::becomes_leaf(node const& node) const noexcept {
  if (node.own + node.subtree > grain() || !node.before.empty()) return false;
  return std::none_of(node.steps.begin(), node.steps.end(), [&node](record_step const& step) {
    if (step.kind == step_kind::child || step.kind == step_kind::pause) return true;
    if (step.signalled == nullptr) return false;
    event const* const event = find_event(step.signalled);
    return step.kind == step_kind::await ? event->owner != &node : event->signals != 1 || event->has_many_signals;
  });
}

record_step task_record::leaf_of(node& node) {
  record_step leaf;
  leaf.kind = step_kind::leaf;
  leaf.any = node.any;
  leaf.name = node.name;
  leaf.work = std::max<std::int64_t>(node.own + node.subtree, 0);
  leaf.span = std::clamp<std::int64_t>(span_of_steps(node.steps), 0, leaf.work);
  leaf.tasks = node.tasks;
  for (record_step const& step : node.steps) {
    if (step.kind == step_kind::await) events_.release(step.signalled);
  }
  for (record_step const& step : node.steps) {
    if (step.signalled == nullptr || step.kind == step_kind::await) continue;
    // no task can wait for it any more
    if (step.signalled->references == 1 && step.signalled->united_with == nullptr) {
      events_.release(step.signalled);
    } else if (leaf.signalled == nullptr) {
      leaf.signalled = step.signalled;
    } else {
      unite_events(leaf.signalled, step.signalled);
      events_.release(step.signalled);
    }
  }
  if (leaf.signalled != nullptr) find_event(leaf.signalled)->owner = node.parent;
  return leaf;
}

/// A task that does little but spawn one larger subtree: that one continues in its place, and the
/// rest of the task becomes a leaf beside it. Returns true if `joined` is free.
bool task_record::joins_chain(node& joined) {
  record_step const* next = nullptr;
  if (!joined.before.empty() || joined.own > grain()) return false;
  std::int64_t rest = 0;
  std::int64_t first = 0;
  record_step leaf;
  leaf.kind = step_kind::leaf;
  leaf.any = joined.any;
  leaf.name = joined.name;
  for (record_step const& step : joined.steps) {
    if (step.kind == step_kind::child) {
      if (next != nullptr || step.any != joined.any) return false;
      next = &step;
    } else if (step.kind == step_kind::leaf) {
      if (step.any != joined.any || step.signalled != nullptr) return false;
      leaf.span = std::max(leaf.span, step.span);
      leaf.tasks += step.tasks;
      rest += step.work;
    } else if (step.kind == step_kind::work) {
      (next == nullptr ? first : rest) += step.work;
    } else {
      return false;
    }
  }
  if (next == nullptr || rest > grain() || first > grain()) return false;
  node& node = *next->child;
  leaf.work = std::max<std::int64_t>(rest, 0);
  leaf.span = std::clamp<std::int64_t>(leaf.span, 0, leaf.work);
  std::vector<record_step>& before = node.before;
  std::size_t const length = before.size();
  if (leaf.work > 0 || leaf.tasks > 0) {
    if (length >= 2 && before[length - 1].kind == step_kind::work && before[length - 2].kind == step_kind::leaf &&
        before[length - 2].work + leaf.work <= grain()) {
      record_step& later = before[length - 2];
      later.work += leaf.work;
      later.span = std::max(later.span, leaf.span);
      later.tasks += leaf.tasks;
      before[length - 1].work += first;
      first = 0;
    } else {
      before.push_back(leaf);
    }
  }
  if (!before.empty() && before.back().kind == step_kind::work) {
    before.back().work += first;
  } else {
    before.emplace_back();
    before.back().work = first;
  }
  node.parent = joined.parent;
  node.position = joined.position;
  joined.parent->steps[joined.position].child = &node;
  free_node(&joined);
  return true;
}

void task_record::close(node* closing) {
  while (closing != nullptr && closing->has_ended && closing->open_children == 0 && closing->parent != nullptr) {
    node* const parent = closing->parent;
    if (closed_ && closing->kind != 0) closed_(closing->kind, closing->own + closing->subtree);
    parent->subtree += closing->own + closing->subtree;
    parent->tasks += closing->tasks;
    --parent->open_children;
    step_merger(events_, grain()).compact(closing->steps);
    if (becomes_leaf(*closing)) {
      parent->steps[closing->position] = leaf_of(*closing);
      free_node(closing);
    } else if (!joins_chain(*closing)) {
      closing->is_closed = true;
      closing->steps.shrink_to_fit();
    }
    closing = parent;
  }
}

void task_record::close_all() {
  // Those that have not ended keep their ancestors open. Descendants come after their ancestors.
  std::vector<node*> open{root_};
  std::vector<node*> running;
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (i > 0 && !open[i]->has_ended) running.push_back(open[i]);
    for (record_step const& step : open[i]->steps) {
      if (step.kind == step_kind::child && !step.child->is_closed) open.push_back(step.child);
    }
  }
  for (auto n = running.rbegin(); n != running.rend(); ++n) end(*n, 0, 0, 0);
  flush_work(root_);
  step_merger(events_, grain()).compact(root_->steps);
}

}  // namespace skua::observe
