// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RandomAccess over all places. Each worker of each place makes its part of the stream and has its
// share of the updates that may be looked ahead.

#include <algorithm>
#include <skua/skua.hpp>

#include "../skua/stopwatch.hpp"
#include "problem.hpp"
#include "sender.hpp"
#include "stream.hpp"
#include "table.hpp"

namespace apps::gups {
namespace {

/// Part i of n numbers cut into parts: its first.
std::uint64_t begin_of(std::uint64_t n, std::uint64_t i, std::uint64_t parts) noexcept {
  return n / parts * i + std::min(i, n % parts);
}

void update_by_atomics(table const& t, std::uint64_t begin, std::uint64_t end, std::size_t ahead) {
  word_finder const words(t);
  struct update {
    skua::global_ptr<std::uint64_t> word;
    std::uint64_t number;
  };
  std::vector<update> updates;
  std::uint64_t x = number(begin);
  while (begin < end) {
    updates.resize(std::min<std::uint64_t>(ahead, end - begin));
    begin += updates.size();
    // An atomic operation waits for its word before the next one begins: fetched beforehand, the
    // words come together.
    for (auto& u : updates) {
      x = next(x);
      u = {words.word_of(x), x};
      if (auto const* const at = u.word.local(); at != nullptr) __builtin_prefetch(at, 1);
    }
    skua::finish([&] {
      for (auto const& u : updates) skua::global_atomic<std::uint64_t>(u.word).bit_xor(u.number);
    });
  }
}

void update_by_tasks(table const& t, turns const& whose, std::uint64_t begin, std::uint64_t end, std::size_t ahead) {
  sender to(t, whose, ahead);
  std::uint64_t x = number(begin);
  for (; begin < end; ++begin) to.add(x = next(x));
  to.flush();
}

/// One task for each worker: a task that waits keeps its share of what may be looked ahead.
struct update_part {
  table t;
  turns whose;

  void operator()() const {
    auto const workers = static_cast<std::uint64_t>(skua::workers());
    auto const here = static_cast<std::uint64_t>(skua::here());
    auto const places = static_cast<std::uint64_t>(skua::places());
    std::uint64_t const all = t.what.updates();
    std::uint64_t const first = begin_of(all, here, places);
    std::uint64_t const mine = begin_of(all, here + 1, places) - first;
    std::size_t const ahead = std::max<std::size_t>(t.what.ahead / workers, 1);
    for (std::uint64_t w = 0; w < workers; ++w) {
      std::uint64_t const begin = first + begin_of(mine, w, workers);
      std::uint64_t const end = first + begin_of(mine, w + 1, workers);
      skua::spawn([t = t, whose = whose, begin, end, ahead] {
        if (t.what.by == way::atomics) {
          update_by_atomics(t, begin, end, ahead);
        } else {
          update_by_tasks(t, whose, begin, end, ahead);
        }
      });
    }
  }
};

struct fill {
  table t;
  void operator()() const {
    t.words.for_each_local([](std::size_t i, std::uint64_t& word) { word = i; });
  }
};

/// Every update once more, in order and without the library, by each place for its own words: they
/// must be what they were.
struct check_part {
  table t;
  skua::sum<std::uint64_t> hash;
  skua::sum<std::uint64_t> errors;

  void operator()() const {
    auto const words = t.words.local();
    std::uint64_t const first = t.first();
    hash += hash_of(words, first);
    std::uint64_t const mask = t.what.words() - 1;
    std::uint64_t x = 1;
    for (std::uint64_t n = t.what.updates(); n != 0; --n) {
      x = next(x);
      std::uint64_t const i = (x & mask) - first;  // a huge number before the first
      if (i < words.size()) words[i] ^= x;
    }
    std::uint64_t wrong = 0;
    for (std::size_t i = 0; i < words.size(); ++i) wrong += words[i] != first + i ? 1 : 0;
    errors += wrong;
  }
};

}  // namespace

answer update_parallel(parameters const& what) {
  table const t(what);
  turns const whose;
  answer found;
  skua::run_spmd(fill{t});
  stopwatch const watch;
  skua::run_spmd(update_part{t, whose});
  found.seconds = watch.seconds();
  skua::sum<std::uint64_t> const hash;
  skua::sum<std::uint64_t> const errors;
  skua::run_spmd(check_part{t, hash, errors});
  found.hash = hash.get();
  found.errors = errors.get();
  return found;
}

}  // namespace apps::gups
