// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bounds.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>

#include "../skua/error.hpp"

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

/// Runs every task as soon as what it waits for has happened.
class unlimited_machine {
 public:
  unlimited_machine(record const& r, std::string const& file) : record_(r), file_(file), tasks_(r.tasks.size()) {
    for (std::size_t i = 0; i < tasks_.size(); ++i) tasks_[i].next = r.tasks[i].first;
    events_.resize(r.signals.size());
    for (std::size_t e = 0; e < events_.size(); ++e) events_[e].missing = r.signals[e];
    scopes_.emplace_back().pending = 1;
  }

  moment run() {
    ready_.push_back(0);
    while (!ready_.empty()) {
      std::uint32_t const t = ready_.back();
      ready_.pop_back();
      advance(t);
    }
    if (scopes_.front().pending != 0)
      throw input_error(file_ + ": tasks of this record wait for one another in a circle");
    return scopes_.front().latest;
  }

 private:
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
    ready_.push_back(owner);
  }
  void signal(std::uint32_t number, moment const& at) {
    event& e = events_[number];
    join(e.latest, at);
    if (--e.missing != 0) return;
    for (std::uint32_t const t : e.waiters) {
      join(tasks_[t].now, e.latest);
      ready_.push_back(t);
    }
    e.waiters = {};
  }

  void advance(std::uint32_t number) {
    task const& t = record_.tasks[number];
    running_task& me = tasks_[number];
    while (me.next < t.end) {
      step const& s = record_.steps[me.next++];
      std::uint32_t const scope = me.scopes.empty() ? me.scope : me.scopes.back();
      switch (s.kind) {
        case step_kind::work:
          me.now = after(me.now, t.name, s.time);
          break;
        case step_kind::pause:
          me.now = after(me.now, pauses, s.time);
          break;
        case step_kind::leaf: {
          moment const end = after(me.now, s.name, s.span);
          ++scopes_[scope].pending;
          give(scope, end);
          if (s.target != 0) signal(s.target, end);
          break;
        }
        case step_kind::child:
          ++scopes_[scope].pending;
          tasks_[s.target].now = me.now;
          tasks_[s.target].scope = scope;
          ready_.push_back(s.target);
          break;
        case step_kind::open:
          me.scopes.push_back(new_scope());
          break;
        case step_kind::close:
          scopes_[scope].owner = number;
          if (scopes_[scope].pending != 0) return;
          resume_owner(scope);
          return;
        case step_kind::signal:
          signal(s.target, me.now);
          break;
        case step_kind::await:
          if (events_[s.target].missing != 0) {
            events_[s.target].waiters.push_back(number);
            return;
          }
          join(me.now, events_[s.target].latest);
          break;
      }
    }
    give(me.scope, me.now);
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
  std::vector<running_task> tasks_;
  std::vector<event> events_;
  std::vector<open_scope> scopes_;
  std::vector<std::uint32_t> free_scopes_;
  std::vector<std::uint32_t> ready_;
  std::deque<stretch> stretches_;
};

}  // namespace

bounds bounds_of(record const& r, std::string const& file) {
  unlimited_machine machine(r, file);
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

}  // namespace apps::replay
