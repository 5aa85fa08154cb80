// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Traces with a problem that is known, of about a second each.

#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "trace_writer.hpp"

namespace trace_test {

/// Tasks of a length until `end`, one after another, at one worker.
inline void fill(part& p, std::uint32_t worker, std::int64_t begin, std::int64_t end, std::int64_t length,
                 std::string const& name) {
  for (std::int64_t t = begin; t < end; t += length) p.tasks(worker, t, std::min(end, t + length), name);
}

/// Four workers busy for a second, with short searches between their tasks.
inline std::string healthy() {
  part p(0, {.workers = 4});
  for (std::uint32_t w = 0; w < 4; ++w) {
    for (std::int64_t t = 0; t < s; t += 10 * ms) {
      p.tasks(w, t, t + 9'700 * us, "leaf");
      p.idle(w, t + 9'700 * us, t + 9'950 * us, "search");
    }
  }
  return p.end(s).bytes();
}

/// All workers busy for half a second, then one task of another half second.
inline std::string huge_task() {
  part p(0, {.workers = 4});
  for (std::uint32_t w = 0; w < 4; ++w) fill(p, w, 0, s / 2, 5 * ms, "leaf");
  p.tasks(0, s / 2, s, "giant");
  for (std::uint32_t w = 1; w < 4; ++w) p.idle(w, s / 2, s);
  return p.end(s).bytes();
}

/// Four million tasks of 0.2 µs each, of whose slices only a part is in tasks.
inline std::string small_tasks() {
  part p(0, {.workers = 4});
  for (std::uint32_t w = 0; w < 4; ++w) {
    for (std::int64_t t = 0; t < s; t += ms) p.tasks(w, t, t + ms, "tiny", 1'000, 0.2);
  }
  return p.end(s).bytes();
}

/// Twenty million tasks that were measured together, so that the runtime's time is inside theirs.
/// The workers had a processor for `seconds` of the four that they ran.
inline std::string small_tasks_without_gaps(double seconds = 0, std::uint64_t count_in_ms = 5'000) {
  part p(0, {.workers = 4});
  for (std::uint32_t w = 0; w < 4; ++w) {
    for (std::int64_t t = 0; t < s; t += ms) p.tasks(w, t, t + ms, "tiny", count_in_ms);
  }
  if (seconds == 0) return p.end(s).bytes();
  return p.end(s, {{"lost", std::uint64_t{0}}, {"processor_seconds", seconds}}).bytes();
}

/// A loop that spawns tasks of 30 ns: the worker that runs it also runs them, the others have none.
/// It spawns for that many ns of each ms.
inline std::string loop_of_small_tasks(std::int64_t spawning = 0) {
  part p(0, {.workers = 4});
  for (std::int64_t t = 0; t < s; t += ms) {
    if (spawning > 0) p.tasks(0, t, t + spawning, "spawner");
    p.tasks(0, t + spawning, t + ms, "tiny", 33'333);
  }
  for (std::uint32_t w = 1; w < 4; ++w) p.idle(w, 0, s);
  return p.end(s).bytes();
}

/// Two places of two workers, of which place 1 asks and gets nothing.
inline std::string one_place() {
  part first(0, {.places = 2});
  part second(1, {.places = 2});
  for (std::uint32_t w = 0; w < 2; ++w) {
    fill(first, w, 0, s, 2 * ms, "leaf");
    second.idle(w, 0, s);
  }
  for (int i = 0; i < 20; ++i) second.steal("ask", i * 50 * ms, "victim", 0).steal("refused", i * 50 * ms, "victim", 0);
  return first.end(s).bytes() + second.end(s).bytes();
}

/// A tree of tasks for a fifth of a second, then a step at a time, at either worker.
inline std::string serial_chain() {
  part p(0, {.workers = 4});
  for (std::uint32_t w = 0; w < 4; ++w) fill(p, w, 0, s / 5, 2 * ms, "leaf");
  int step = 0;
  for (std::int64_t t = s / 5; t < s; t += 4 * ms, ++step) {
    for (std::uint32_t w = 0; w < 4; ++w) {
      if (w == static_cast<std::uint32_t>(step % 4)) {
        p.tasks(w, t, t + 4 * ms, "step");
      } else {
        p.idle(w, t, t + 4 * ms, "search");
      }
    }
  }
  return p.end(s).bytes();
}

/// One task at a time has the mutex, three wait for it.
inline std::string contention() {
  part p(0, {.workers = 4});
  for (int i = 0; i < 100; ++i) {
    std::int64_t const t = i * 10 * ms;
    auto const owner = static_cast<std::uint32_t>(i % 4);
    for (std::uint32_t w = 0; w < 4; ++w) {
      if (w == owner) {
        p.tasks(w, t, t + 10 * ms, "update");
      } else {
        p.idle(w, t, t + 10 * ms, "wait", "mutex");
        p.suspension(w, t, t + 10 * ms, "mutex", "update");
      }
    }
  }
  return p.end(s).bytes();
}

/// Four places with equal numbers of tasks, which take twice as long at place 2.
inline std::string slow_place() {
  std::string file;
  for (std::uint32_t place = 0; place < 4; ++place) {
    part p(place, {.places = 4});
    std::int64_t const length = place == 2 ? 4 * ms : 2 * ms;
    for (std::uint32_t w = 0; w < 2; ++w) {
      fill(p, w, 0, 250 * length, length, "leaf");
      if (place != 2) p.idle(w, s / 2, s);
    }
    file += p.end(s).bytes();
  }
  return file;
}

/// Random numbers that are the same in each run.
class random_numbers {
 public:
  explicit random_numbers(std::uint64_t seed) : state_(seed) {}
  /// Below `bound`.
  std::uint64_t next(std::uint64_t bound) {
    state_ = state_ * 6'364'136'223'846'793'005u + 1'442'695'040'888'963'407u;
    return (state_ >> 33) % bound;
  }

 private:
  std::uint64_t state_;
};

/// Two places with one worker each, as in `skua bc`: half of the 32 parts of place 0 run at once;
/// those of place 1 have begun in the first milliseconds, and continue one after another.
inline std::string tasks_that_suspend() {
  part first(0, {.places = 2, .workers = 1});
  part second(1, {.places = 2, .workers = 1});
  constexpr std::int64_t length = s / 32;
  fill(first, 0, 0, s, length, "part");
  for (std::int64_t i = 0; i < 32; ++i) second.tasks(0, i * 10 * us, (i + 1) * 10 * us, "part");
  for (std::int64_t i = 0; i < 32; ++i) {
    std::int64_t const begin = std::max(i * length, 320 * us);
    second.slice(second.worker(0), begin, (i + 1) * length, "part", "task",
                 {{"count", std::uint64_t{0}},
                  {"longest", static_cast<std::uint64_t>((i + 1) * length - begin)},
                  {"busy", static_cast<std::uint64_t>((i + 1) * length - begin)},
                  {"continues", std::uint64_t{1}}});
  }
  return first.end(s).bytes() + second.end(s).bytes();
}

/// Two places with one worker each, as in `skua tsp`: a place works at one subtree for a while, and
/// tasks of different subtrees differ by a factor of up to 32. So the means differ, by chance.
inline std::string subtrees_of_a_search(std::uint64_t seed) {
  std::string file;
  random_numbers random(seed);
  for (std::uint32_t place = 0; place < 2; ++place) {
    part p(place, {.places = 2, .workers = 1});
    for (std::int64_t t = 0; t < s;) {
      std::int64_t const subtree_end = std::min<std::int64_t>(s, t + (20 + random.next(60)) * ms);
      std::int64_t const scale = std::int64_t{12} << random.next(6);
      while (t < subtree_end) {
        std::int64_t const end = std::min<std::int64_t>(subtree_end, t + scale * (500 + random.next(1'000)));
        p.tasks(0, t, end, "branch");
        t = end;
      }
    }
    file += p.end(s).bytes();
  }
  return file;
}

/// Two places in step, each of which waits for a signal of the other one after its step.
inline std::string signals() {
  part first(0, {.places = 2, .workers = 1});
  part second(1, {.places = 2, .workers = 1});
  for (std::int64_t t = 0; t < s; t += 10 * ms) {
    for (auto* p : {&first, &second}) {
      std::int64_t const step = (p == &first) == (t / (10 * ms) % 2 == 0) ? 4 * ms : 10 * ms;
      p->tasks(0, t, t + step, "march");
      if (step == 10 * ms) continue;
      p->idle(0, t + step, t + 10 * ms, "wait", "semaphore");
      p->suspension(0, t + step, t + 10 * ms, "semaphore", "march");
    }
  }
  return first.end(s).bytes() + second.end(s).bytes();
}

}  // namespace trace_test
