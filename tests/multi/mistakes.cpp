// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mistakes KIND: a program that is right at one place and wrong at several, for the check mode; the
// kind "none" is right everywhere. Each line that the check mode must name has a comment with the
// kind.
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <skua/search.hpp>
#include <skua/skua.hpp>

static int calls = 0;
static std::unique_ptr<skua::count> early;

namespace {

struct node {
  int value = 1;
  void start() {
    skua::spawn(skua::any, [this] { ++value; });  // kind: this
  }
};

/// The sums of the numbers up to 8, one more at each level.
struct stairs {
  using node = int;
  int lowest_bound = 0;  // of a node above the middle
  int const* data = nullptr;

  node root() const { return 0; }
  std::vector<node> children(node n) const { return n < 8 ? std::vector<node>{n + 1} : std::vector<node>{}; }
  int objective(node n) const { return n; }
  int bound(node n) const { return n < 4 ? lowest_bound : 8; }
};

struct counter {
  counter() : calls() {}  // kind: place_local
  skua::count calls;
};

/// Every way in which a task may leave its place, and what may travel with it.
int rightly() {
  skua::count added;  // read before other tasks of its scope are spawned
  skua::place_local<int> here;
  std::string const name = "tern";
  skua::finish([&] {
    for (int i = 0; i < 200; ++i) {
      skua::spawn(skua::any, [added, here, i] {
        ++added;
        ++*here;
        if (i % 10 == 0) skua::spawn(skua::any, skua::named("inner"), [added] { ++added; });
      });
    }
    skua::spawn(skua::on(0), [added](std::string const& s) { added += s.size(); }, name);
    skua::spawn(skua::on(0), skua::urgent, [added] { ++added; });
    skua::spawn_all(skua::any.from(0), std::vector<std::tuple<int>>{{1}, {2}}, [added](int n) { added += n; });
    skua::spawn_all(skua::any.from(0), skua::bind_task([added] { ++added; }), skua::bind_task([added] { ++added; }));
  });
  auto const sum = added.get();
  skua::count differences;
  auto const compare = [added, differences, sum] { differences += added.get() != sum ? 1u : 0u; };
  skua::finish([&] {  // many tasks read what no task changes
    for (int i = 0; i < 100; ++i) skua::spawn(compare);
    compare();
  });
  skua::count alone;
  skua::finish([alone] {  // its scope has no other task
    ++alone;
    static_cast<void>(alone.get());
    ++alone;
  });
  for (int i = 0; i < 100; ++i) skua::spawn(compare);  // in the reducer's own scope as well
  compare();
  auto list = skua::async(
      skua::any,
      [](std::vector<int> v, std::string s) {
        v.push_back(static_cast<int>(s.size()));
        return v;
      },
      std::vector<int>{1, 2}, name);
  auto seven = skua::async(skua::any, [] { return 7; }).share();
  auto later =
      skua::async(skua::after(seven), skua::any, [](skua::shared_future<int> const& f) { return f.get(); }, seven);
  auto here_later = skua::async(skua::after(seven), skua::on(0), [] { return 8; });
  auto nested = skua::async(skua::on(0), [] { return skua::at(0, [](int x) { return x + 1; }, 41); });
  skua::post(skua::on(0), [] {});
  auto failing = skua::async(skua::any, []() -> int { throw std::out_of_range("as planned"); });
  bool caught = false;
  try {
    (void)failing.get();
  } catch (std::out_of_range const&) {
    caught = true;
  }
  bool const right = sum == 200 + 20 + 4 + 1 + 3 + 2 && list.get() == std::vector<int>{1, 2, 4} && later.get() == 7 &&
                     here_later.get() == 8 && nested.get() == 42 && caught;
  return right && differences.peek() == 0 ? 0 : 1;
}

void holds_a_reference_at_the_last_place() {
  int sum = 0;
  skua::at(skua::places() - 1, [&] { ++sum; });
}

void holds_a_reference_when_stolen() {
  int sum = 0;
  auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(30);  // until a thief asks for tasks
  auto const busy = [end, &sum] {
    ++sum;
    if (std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  skua::finish([&] {
    for (int i = 0; i < 30'000; ++i) skua::spawn(skua::any, busy);
  });
}

int body(std::string_view kind) {
  if (kind == "none") return rightly();
  int sum = 0;
  if (kind == "reference") {
    skua::finish([&] {
      skua::spawn(skua::any, [&] { ++sum; });  // kind: reference
    });
  } else if (kind == "at_last") {
    holds_a_reference_at_the_last_place();
  } else if (kind == "stolen") {
    holds_a_reference_when_stolen();
  } else if (kind == "at") {
    skua::at(0, [&] { ++sum; });  // kind: at
  } else if (kind == "heap") {
    auto const number = std::make_unique<int>(3);
    skua::finish([&] {
      skua::spawn(skua::any, [n = number.get()] { ++*n; });  // kind: heap
    });
  } else if (kind == "future") {
    auto const number = std::make_unique<int>(3);
    sum = skua::async(skua::any, [n = number.get()] { return *n; }).get();  // kind: future
  } else if (kind == "this") {
    node n;
    skua::finish([&] { n.start(); });
  } else if (kind == "static") {
    skua::finish([] {
      skua::spawn(skua::any, [] { ++calls; });  // kind: static
    });
  } else if (kind == "static_on") {
    skua::finish([] {
      skua::spawn(skua::on(0), [] { ++calls; });  // kind: static_on
    });
  } else if (kind == "bound") {
    return skua::search::maximise(stairs{5}, skua::search::sequential{}).value == 8 ? 0 : 3;
  } else if (kind == "problem") {
    auto const number = std::make_unique<int>(3);
    return skua::search::maximise(stairs{8, number.get()}, skua::search::sequential{}).value == 8 ? 0 : 3;
  } else if (kind == "place_local") {
    skua::place_local<counter> const here;
    ++here->calls;
  } else if (kind == "ended") {
    std::unique_ptr<skua::count> added;
    skua::finish([&] { added = std::make_unique<skua::count>(); });
    std::vector<skua::count> others(3);
    return added->get() < 4 ? 0 : 3;  // kind: ended
  } else if (kind == "early") {
    skua::finish([] { skua::spawn(skua::any, [] { ++*early; }); });
  } else if (kind == "unfinished") {
    skua::count added;
    for (int i = 0; i < 1000; ++i) skua::spawn([added] { ++added; });
    std::printf("%llu\n", static_cast<unsigned long long>(added.get()));  // kind: unfinished
  } else if (kind == "unfinished_body") {
    skua::count added;
    skua::finish([&] {
      for (int i = 0; i < 1000; ++i) skua::spawn([added] { ++added; });
      std::printf("%llu\n", static_cast<unsigned long long>(added.get()));  // kind: unfinished_body
    });
  } else if (kind == "unfinished_task") {
    skua::vector_sum<int> sums(2);
    skua::finish([&] {
      for (int i = 0; i < 1001; ++i) {
        skua::spawn([sums, i] {
          if (i < 1000) {
            sums[1] += i;
          } else {                               // the first one that runs
            std::printf("%d\n", sums[1].get());  // kind: unfinished_task
          }
        });
      }
    });
  } else {
    std::fprintf(stderr, "there is no kind %s\n", std::string(kind).c_str());
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string_view const kind = argc > 1 ? argv[1] : "";
  if (kind == "early") early = std::make_unique<skua::count>();  // in the default runtime
  return skua::run([kind] { return body(kind); });
}
