// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RandomAccess over all places. Each worker of each place makes its part of the stream and has its
// share of the look-ahead.

#include <algorithm>
#include <skua/collective.hpp>
#include <skua/progress.hpp>
#include <skua/skua.hpp>

#include "../common/app.hpp"
#include "../common/stopwatch.hpp"
#include "problem.hpp"
#include "table.hpp"

namespace apps::gups {
namespace {

/// The first number of part i when n numbers are divided into `parts` parts.
std::uint64_t begin_of(std::uint64_t n, std::uint64_t i, std::uint64_t parts) noexcept {
  return n / parts * i + std::min(i, n % parts);
}

void update_by_atomics(table const& t, std::uint64_t begin, std::uint64_t end, std::size_t look_ahead,
                       skua::count done) {
  word_finder const words(t);
  struct update {
    skua::global_ptr<std::uint64_t> word;
    std::uint64_t number;
  };
  std::vector<update> updates;
  std::uint64_t x = number(begin);
  while (begin < end) {
    updates.resize(std::min<std::uint64_t>(look_ahead, end - begin));
    begin += updates.size();
    // An atomic operation waits for its word before the next one begins. Prefetched words arrive
    // together.
    for (auto& u : updates) {
      x = next(x);
      u = {words.word_of(x), x};
      if (auto const* const address = u.word.local(); address != nullptr) __builtin_prefetch(address, 1);
    }
    skua::finish([&] {
      for (auto const& u : updates) skua::global_atomic<std::uint64_t>(u.word).bit_xor(u.number);
    });
    done += updates.size();
  }
}

void update_by_tasks(table const& t, place_locks const& locks, std::uint64_t begin, std::uint64_t end,
                     std::size_t look_ahead, skua::count done) {
  sender update_sender(t, locks, look_ahead);
  std::uint64_t x = number(begin);
  constexpr std::uint64_t updates_per_report = 4096;
  while (begin < end) {
    std::uint64_t const part = std::min(updates_per_report, end - begin);
    for (std::uint64_t i = 0; i < part; ++i) update_sender.add(x = next(x));
    begin += part;
    done += part;
  }
  update_sender.flush();
}

/// One task for each worker: a waiting task keeps its share of the look-ahead.
void start_updates(table const& t, place_locks const& locks, skua::count done) {
  auto const workers = static_cast<std::uint64_t>(skua::workers());
  auto const place = static_cast<std::uint64_t>(skua::here());
  auto const places = static_cast<std::uint64_t>(skua::places());
  std::uint64_t const update_count = t.settings.updates();
  std::uint64_t const first = begin_of(update_count, place, places);
  std::uint64_t const local_count = begin_of(update_count, place + 1, places) - first;
  std::size_t const look_ahead = std::max<std::size_t>(t.settings.look_ahead / workers, 1);
  for (std::uint64_t w = 0; w < workers; ++w) {
    std::uint64_t const begin = first + begin_of(local_count, w, workers);
    std::uint64_t const end = first + begin_of(local_count, w + 1, workers);
    skua::spawn([t = t, locks = locks, begin, end, look_ahead, done] {
      if (t.settings.method == update_method::atomics) {
        update_by_atomics(t, begin, end, look_ahead, done);
      } else {
        update_by_tasks(t, locks, begin, end, look_ahead, done);
      }
    });
  }
}

/// The results that all places compute together.
struct findings {
  skua::sum<std::uint64_t> hash;
  skua::sum<std::uint64_t> errors;
  skua::max<double> seconds;
};

/// Each place applies every update to its own words once more, in order and without the library.
/// The words must then have their first values.
void check(table const& t, findings const& f) {
  auto const words = t.words.local();
  std::uint64_t const first = t.first();
  f.hash += hash_of(words, first);
  std::uint64_t const mask = t.settings.words() - 1;
  std::uint64_t x = 1;
  for (std::uint64_t n = t.settings.updates(); n != 0; --n) {
    x = next(x);
    std::uint64_t const i = (x & mask) - first;  // wraps to a huge number for words before the first
    if (i < words.size()) words[i] ^= x;
  }
  std::uint64_t wrong_words = 0;
  for (std::size_t i = 0; i < words.size(); ++i) wrong_words += words[i] != first + i ? 1 : 0;
  f.errors += wrong_words;
}

/// Runs at all places.
struct benchmark {
  table t;
  place_locks locks;
  findings f;
  skua::count done;  // updates

  void operator()() const {
    t.words.for_each_local([](std::size_t i, std::uint64_t& word) { word = i; });
    skua::collective::barrier();
    stopwatch const watch;
    // A place's words change until the updates of all places have ended.
    skua::finish(skua::place_set::all(), [&] { start_updates(t, locks, done); });
    f.seconds += watch.seconds();
    check(t, f);
  }
};

}  // namespace

answer update_parallel(parameters const& settings, common_options const& options) {
  findings const f;
  skua::progress const live("gups", options.progress("updates", settings.updates()));
  skua::run_spmd(benchmark{table(settings), place_locks(), f, live.counter()});
  return {f.hash.get(), f.errors.get(), f.seconds.get()};
}

}  // namespace apps::gups
