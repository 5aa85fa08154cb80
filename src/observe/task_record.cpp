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
  for (node const& x : nodes_) n += x.steps.size() + x.before.size();
  return n;
}

// ---- steps ----

void task_record::signal(node* n, event* e) {
  e = find_event(e);
  e->owner = e->signals++ == 0 ? n : nullptr;
  ++e->references;
  record_step s;
  s.kind = step_kind::signal;
  s.signalled = e;
  append(n, s);
}

void task_record::await(node* n, event* e) {
  e = find_event(e);
  ++e->references;
  record_step s;
  s.kind = step_kind::await;
  s.signalled = e;
  append(n, s);
}

task_record::node* task_record::new_node() {
  node* n;
  if (free_nodes_.empty()) {
    n = &nodes_.emplace_back();
  } else {
    n = free_nodes_.back();
    free_nodes_.pop_back();
  }
  n->length_limit = first_length_limit;
  return n;
}

void task_record::free_node(node* n) {
  std::vector<record_step> steps = std::move(n->steps);
  steps.clear();
  *n = node{};
  if (steps.capacity() <= first_length_limit) n->steps = std::move(steps);  // its memory serves the next node
  free_nodes_.push_back(n);
}

void task_record::flush_work(node* n) {
  std::int64_t const ticks = std::exchange(n->part, 0);
  if (ticks == 0) return;
  record_step s;
  s.work = ticks;
  n->steps.push_back(s);
}

void task_record::append(node* n, record_step s) {
  flush_work(n);
  if (n->steps.size() >= n->length_limit) {
    step_merger(events_, grain()).compact(n->steps);
    n->length_limit = std::max(first_length_limit, 2 * n->steps.size());
  }
  if (s.kind == step_kind::child) s.child->position = n->steps.size();
  n->steps.push_back(s);
}

void task_record::add_work(node* n, std::int64_t ticks) noexcept {
  n->own += ticks;
  n->part += ticks;
  work_ += ticks;
}

void task_record::open_scope(node* n) {
  record_step s;
  s.kind = step_kind::open;
  append(n, s);
  ++n->open_scopes;
}

void task_record::close_scope(node* n) {
  record_step s;
  s.kind = step_kind::close;
  append(n, s);
  --n->open_scopes;
}

void task_record::add_pause(node* n, std::int64_t ticks) {
  record_step s;
  s.kind = step_kind::pause;
  s.work = ticks;
  append(n, s);
}

task_record::node* task_record::spawn(node* parent, bool any) {
  node* const n = new_node();
  n->parent = parent;
  n->any = any;
  record_step s;
  s.kind = step_kind::child;
  s.any = any;
  s.child = n;
  append(parent, s);
  ++parent->open_children;
  return n;
}

void task_record::end(node* n, std::uint64_t name, std::uint64_t kind, std::uint64_t tasks) {
  while (n->open_scopes > 0) close_scope(n);
  if (event* const e = std::exchange(n->at_end, nullptr)) {
    signal(n, e);
    events_.release(e);
  }
  flush_work(n);
  n->name = name;
  n->kind = kind;
  n->tasks += tasks;
  n->has_ended = true;
  record_total& t = totals_[name];
  t.tasks += tasks;
  t.work += n->own;
  close(n);
}

// ---- closed subtrees ----

/// RECORD-1, RECORD-2.
bool task_record::becomes_leaf(node const& n) const noexcept {
  if (n.own + n.subtree > grain() || !n.before.empty()) return false;
  return std::none_of(n.steps.begin(), n.steps.end(), [&n](record_step const& s) {
    if (s.kind == step_kind::child || s.kind == step_kind::pause) return true;
    if (s.signalled == nullptr) return false;
    event const* const e = find_event(s.signalled);
    return s.kind == step_kind::await ? e->owner != &n : e->signals != 1 || e->has_many_signals;
  });
}

record_step task_record::leaf_of(node& n) {
  record_step leaf;
  leaf.kind = step_kind::leaf;
  leaf.any = n.any;
  leaf.name = n.name;
  leaf.work = std::max<std::int64_t>(n.own + n.subtree, 0);
  leaf.span = std::clamp<std::int64_t>(span_of_steps(n.steps), 0, leaf.work);
  leaf.tasks = n.tasks;
  for (record_step const& s : n.steps) {
    if (s.kind == step_kind::await) events_.release(s.signalled);
  }
  for (record_step const& s : n.steps) {
    if (s.signalled == nullptr || s.kind == step_kind::await) continue;
    if (s.signalled->references == 1 && s.signalled->united_with == nullptr) {  // no task can wait for it any more
      events_.release(s.signalled);
    } else if (leaf.signalled == nullptr) {
      leaf.signalled = s.signalled;
    } else {
      unite_events(leaf.signalled, s.signalled);
      events_.release(s.signalled);
    }
  }
  if (leaf.signalled != nullptr) find_event(leaf.signalled)->owner = n.parent;
  return leaf;
}

/// A task that does little but spawn one larger subtree: that one continues in its place, and the
/// rest of the task becomes a leaf beside it. Returns true if `n` is free.
bool task_record::joins_chain(node& n) {
  record_step const* next = nullptr;
  if (!n.before.empty() || n.own > grain()) return false;
  std::int64_t rest = 0;
  std::int64_t first = 0;
  record_step leaf;
  leaf.kind = step_kind::leaf;
  leaf.any = n.any;
  leaf.name = n.name;
  for (record_step const& s : n.steps) {
    if (s.kind == step_kind::child) {
      if (next != nullptr || s.any != n.any) return false;
      next = &s;
    } else if (s.kind == step_kind::leaf) {
      if (s.any != n.any || s.signalled != nullptr) return false;
      leaf.span = std::max(leaf.span, s.span);
      leaf.tasks += s.tasks;
      rest += s.work;
    } else if (s.kind == step_kind::work) {
      (next == nullptr ? first : rest) += s.work;
    } else {
      return false;
    }
  }
  if (next == nullptr || rest > grain() || first > grain()) return false;
  node& y = *next->child;
  leaf.work = std::max<std::int64_t>(rest, 0);
  leaf.span = std::clamp<std::int64_t>(leaf.span, 0, leaf.work);
  std::vector<record_step>& before = y.before;
  std::size_t const k = before.size();
  if (leaf.work > 0 || leaf.tasks > 0) {
    if (k >= 2 && before[k - 1].kind == step_kind::work && before[k - 2].kind == step_kind::leaf &&
        before[k - 2].work + leaf.work <= grain()) {
      record_step& later = before[k - 2];
      later.work += leaf.work;
      later.span = std::max(later.span, leaf.span);
      later.tasks += leaf.tasks;
      before[k - 1].work += first;
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
  y.parent = n.parent;
  y.position = n.position;
  n.parent->steps[n.position].child = &y;
  free_node(&n);
  return true;
}

void task_record::close(node* n) {
  while (n != nullptr && n->has_ended && n->open_children == 0 && n->parent != nullptr) {
    node* const parent = n->parent;
    if (closed_ && n->kind != 0) closed_(n->kind, n->own + n->subtree);
    parent->subtree += n->own + n->subtree;
    parent->tasks += n->tasks;
    --parent->open_children;
    step_merger(events_, grain()).compact(n->steps);
    if (becomes_leaf(*n)) {
      parent->steps[n->position] = leaf_of(*n);
      free_node(n);
    } else if (!joins_chain(*n)) {
      n->is_closed = true;
      n->steps.shrink_to_fit();
    }
    n = parent;
  }
}

void task_record::close_all() {
  // Those that have not ended keep their ancestors open. Descendants come after their ancestors.
  std::vector<node*> open{root_};
  std::vector<node*> running;
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (i > 0 && !open[i]->has_ended) running.push_back(open[i]);
    for (record_step const& s : open[i]->steps) {
      if (s.kind == step_kind::child && !s.child->is_closed) open.push_back(s.child);
    }
  }
  for (auto n = running.rbegin(); n != running.rend(); ++n) end(*n, 0, 0, 0);
  flush_work(root_);
  step_merger(events_, grain()).compact(root_->steps);
}

}  // namespace skua::observe
