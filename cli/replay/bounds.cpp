// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bounds.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <queue>
#include <vector>

#include "apps/common/error.hpp"

namespace apps::replay {
namespace {

constexpr std::uint32_t pauses = 0xfffffffe;  // in the place of a name

/// A stretch of a path, with what came before it.
struct stretch {
  stretch const* before = nullptr;
  std::uint32_t name = 0;
  std::uint64_t time = 0;
};

/// A moment, and the longest chain of work up to it.
struct moment {
  std::uint64_t time = 0;
  stretch const* path = nullptr;
};

struct open_scope {
  std::uint32_t pending = 0;
  std::int64_t owner = -1;  ///< the task that waits for its end; -1: none does yet
  moment latest{};
};

struct event {
  std::uint32_t missing = 0;
  moment latest{};
  std::vector<std::uint32_t> waiters{};
};

struct running_task {
  std::uint32_t next = 0;
  moment now{};
  std::uint32_t scope = 0;              ///< to which it belongs
  std::vector<std::uint32_t> scopes{};  ///< that it has open
};

/// An action that can begin: a task at its next step, or a leaf.
struct ready_part {
  std::uint64_t time = 0;
  std::uint32_t number = 0;  ///< of the task, or of the leaf's step
  bool is_leaf = false;
  std::uint32_t scope = 0;  ///< of a leaf

  bool operator>(ready_part const& other) const { return time > other.time; }
};

/// Runs every part as soon as what it waits for has happened and a worker is free. Nothing else
/// takes time.
class ideal_machine {
 public:
  /// workers: 0 stands for as many as there are parts.
  ideal_machine(record const& r, std::string const& file, int workers)
      : record_(r), file_(file), is_limited_(workers > 0), tasks_(r.tasks.size()) {
    for (int i = 0; i < workers; ++i) free_from_.push(0);
    for (std::size_t i = 0; i < tasks_.size(); ++i) tasks_[i].next = r.tasks[i].first;
    events_.resize(r.signals.size());
    for (std::size_t e = 0; e < events_.size(); ++e) events_[e].missing = r.signals[e];
    scopes_.emplace_back().pending = 1;
  }

  moment run() {
    make_ready(0);
    while (!ready_.empty()) {
      ready_part const part = ready_.top();
      ready_.pop();
      std::uint64_t begin = part.time;
      if (is_limited_) {
        begin = std::max(begin, free_from_.top());
        free_from_.pop();
      }
      std::uint64_t const end = part.is_leaf ? run_leaf(part, begin) : advance(part.number, begin);
      if (is_limited_) free_from_.push(end);
    }
    if (scopes_.front().pending != 0)
      throw input_error(file_ + ": tasks of this record wait for one another in a circle");
    return scopes_.front().latest;
  }

 private:
  void make_ready(std::uint32_t number) { ready_.push({tasks_[number].now.time, number}); }
  static void join(moment& to, moment const& from) {
    if (from.time > to.time) to = from;
  }
  moment after(moment const& begin, std::uint32_t name, std::uint64_t time) {
    if (time == 0) return begin;
    stretches_.push_back({begin.path, name, time});
    return {begin.time + time, &stretches_.back()};
  }
  void give(std::uint32_t scope, moment const& end) {
    open_scope& s = scopes_[scope];
    join(s.latest, end);
    if (--s.pending == 0 && s.owner >= 0) resume_owner(scope);
  }
  void resume_owner(std::uint32_t scope) {
    auto const owner = static_cast<std::uint32_t>(scopes_[scope].owner);
    join(tasks_[owner].now, scopes_[scope].latest);
    free_scopes_.push_back(scope);
    tasks_[owner].scopes.pop_back();
    make_ready(owner);
  }
  void signal(std::uint32_t number, moment const& at) {
    event& e = events_[number];
    join(e.latest, at);
    if (--e.missing != 0) return;
    for (std::uint32_t const t : e.waiters) {
      join(tasks_[t].now, e.latest);
      make_ready(t);
    }
    e.waiters = {};
  }

  void end_leaf(step const& s, std::uint32_t scope, moment const& end) {
    give(scope, end);
    if (s.target != 0) signal(s.target, end);
  }

  /// With a limited number of workers a leaf takes one of them for the time of all its work.
  std::uint64_t run_leaf(ready_part const& part, std::uint64_t begin) {
    step const& s = record_.steps[part.number];
    end_leaf(s, part.scope, {begin + s.time, nullptr});
    return begin + s.time;
  }

  /// Returns when the task ends or waits.
  std::uint64_t advance(std::uint32_t number, std::uint64_t begin) {
    task const& t = record_.tasks[number];
    running_task& me = tasks_[number];
    me.now.time = begin;
    while (me.next < t.end) {
      step const& s = record_.steps[me.next++];
      std::uint32_t const scope = me.scopes.empty() ? me.scope : me.scopes.back();
      switch (s.kind) {
        case step_kind::work:
          me.now = after(me.now, t.name, s.time);
          break;
        case step_kind::pause:
          if (is_limited_) {
            std::uint64_t const stops_at = me.now.time;
            me.now.time += s.time;
            make_ready(number);
            return stops_at;
          }
          me.now = after(me.now, pauses, s.time);
          break;
        case step_kind::leaf:
          ++scopes_[scope].pending;
          if (is_limited_) {
            ready_.push({me.now.time, me.next - 1, true, scope});
            break;
          }
          end_leaf(s, scope, after(me.now, s.name, s.span));
          break;
        case step_kind::child:
          ++scopes_[scope].pending;
          tasks_[s.target].now = me.now;
          tasks_[s.target].scope = scope;
          make_ready(s.target);
          break;
        case step_kind::open:
          me.scopes.push_back(new_scope());
          break;
        case step_kind::close: {
          std::uint64_t const stops_at = me.now.time;
          scopes_[scope].owner = number;
          if (scopes_[scope].pending == 0) resume_owner(scope);
          return stops_at;
        }
        case step_kind::signal:
          signal(s.target, me.now);
          break;
        case step_kind::await:
          if (events_[s.target].missing != 0) {
            events_[s.target].waiters.push_back(number);
            return me.now.time;
          }
          join(me.now, events_[s.target].latest);
          break;
      }
    }
    give(me.scope, me.now);
    return me.now.time;
  }

  std::uint32_t new_scope() {
    if (free_scopes_.empty()) {
      scopes_.emplace_back();
      return static_cast<std::uint32_t>(scopes_.size() - 1);
    }
    std::uint32_t const scope = free_scopes_.back();
    free_scopes_.pop_back();
    scopes_[scope] = open_scope{};
    return scope;
  }

  record const& record_;
  std::string const& file_;
  bool is_limited_;
  std::vector<running_task> tasks_;
  std::vector<event> events_;
  std::vector<open_scope> scopes_;
  std::vector<std::uint32_t> free_scopes_;
  std::priority_queue<ready_part, std::vector<ready_part>, std::greater<>> ready_;
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> free_from_;  ///< by worker
  std::deque<stretch> stretches_;
};

}  // namespace

bounds bounds_of(record const& r, std::string const& file) {
  ideal_machine machine(r, file, 0);  // has the path
  moment const end = machine.run();
  bounds b;
  b.work = r.work();
  b.span = end.time;
  std::map<std::uint32_t, std::uint64_t> by_name;
  for (stretch const* s = end.path; s != nullptr; s = s->before) by_name[s->name] += s->time;
  for (auto const& [name, time] : by_name) {
    b.path.push_back({name < r.names.size() ? r.names[name].text : name == pauses ? "(a pause)" : "(no task)", time});
  }
  std::sort(b.path.begin(), b.path.end(), [](path_share const& x, path_share const& y) { return x.time > y.time; });
  return b;
}

std::uint64_t ideal_time(record const& r, std::string const& file, int workers) {
  auto const busy_limit = static_cast<int>(std::min<std::size_t>(r.steps.size() + 1, 1'000'000));
  return ideal_machine(r, file, std::min(workers, busy_limit)).run().time;
}

}  // namespace apps::replay
