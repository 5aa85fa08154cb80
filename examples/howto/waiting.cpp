// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The recipes of docs/howto/waiting.md: time, blocking calls, locks, callbacks of other libraries.
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <skua/skua.hpp>

#include "../support/recipes.hpp"

using namespace std::chrono_literals;

namespace {

bool timeout() {
  skua::promise<int> reply;
  skua::future<int> answer = reply.get_future();
  bool const is_late = answer.wait_for(5ms) != skua::future_status::ready;
  reply.set_value(42);
  return is_late && answer.get() == 42;
}

bool every_period() {
  int beats = 0;
  skua::event enough;
  skua::finish([&](skua::scope work) {
    skua::spawn([&] {
      for (auto next = std::chrono::steady_clock::now();; next += 2ms) {
        skua::sleep_until(next);  // ends with cancelled_error when the scope is cancelled
        if (++beats == 3) enough.set();
      }
    });
    enough.wait();
    work.cancel();
  });
  return beats >= 3;
}

bool blocking_call() {
  int ends[2];
  if (::pipe(ends) != 0) return false;
  char letter = 0;
  skua::finish([&] {
    skua::spawn([&] { skua::blocking([&] { return ::read(ends[0], &letter, 1); }); });
    skua::spawn([&] { skua::blocking([&] { return ::write(ends[1], "x", 1); }); });
  });
  ::close(ends[0]);
  ::close(ends[1]);
  return letter == 'x';
}

bool lock() {
  std::map<std::string, int> stock;
  skua::mutex stock_lock;
  skua::finish([&] {
    for (int i = 0; i < 1000; ++i) {
      skua::spawn([&, i] {
        std::scoped_lock const guard(stock_lock);  // a task that waits here is suspended
        ++stock[i % 2 == 0 ? "bolts" : "nuts"];
      });
    }
  });
  return stock["bolts"] == 500 && stock["nuts"] == 500;
}

bool limited() {
  std::atomic<int> users = 0, peak = 0;
  auto const use = [&] {
    int const user_count = ++users;
    for (int old_peak = peak; old_peak < user_count && !peak.compare_exchange_weak(old_peak, user_count);) {
    }
    skua::yield();
    --users;
  };
  skua::counting_semaphore<> connections(3);
  skua::finish([&] {
    for (int i = 0; i < 100; ++i) {
      skua::spawn([&] {
        connections.acquire();
        use();
        connections.release();
      });
    }
  });
  return peak >= 1 && peak <= 3;
}

/// A library that calls back from its own thread.
class clock_library {
 public:
  void call_later(std::function<void(int)> callback) {
    threads_.emplace_back([callback = std::move(callback)] { callback(7); });
  }

 private:
  std::vector<std::jthread> threads_;
};

bool callback() {
  clock_library library;
  auto const reply = std::make_shared<skua::promise<int>>();
  library.call_later([reply](int value) { reply->set_value(value); });  // on a thread of that library
  int const value = reply->get_future().get();                          // this task waits, its worker does not
  return value == 7;
}

skua::task<long> reader(skua::shared_future<long> start, long number) {
  long const offset = co_await start;  // keeps some hundred bytes, and no stack
  co_return offset + number;
}

long sum_of_readers(long readers) {
  skua::promise<long> start;
  auto const started = start.get_future().share();
  std::vector<skua::future<long>> results;
  for (long i = 0; i < readers; ++i) results.push_back(skua::async(reader, started, i));
  start.set_value(1);
  long sum = 0;
  for (auto& result : results) sum += result.get();
  return sum;
}

bool many_waiting() { return sum_of_readers(100'000) == 5'000'050'000; }

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    return run_recipes({{"wait with a timeout", timeout},
                        {"do something at regular times", every_period},
                        {"call blocking input or output in a task", blocking_call},
                        {"protect shared data with a lock", lock},
                        {"limit how many tasks use something at once", limited},
                        {"wait for a callback of another library", callback},
                        {"let a hundred thousand tasks wait", many_waiting}});
  });
}
