// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The recipes of docs/howto/tasks.md: start tasks, wait for them, end them, catch their exceptions.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>

#include <skua/skua.hpp>

#include "../support/recipes.hpp"

namespace {

bool start_and_wait() {
  std::atomic<int> total = 0;
  skua::finish([&] {
    for (int i = 1; i <= 10; ++i) {
      skua::spawn([&total, i] { total += i; });  // i by value: the loop continues before the task runs
    }
  });  // all ten tasks have ended, and all tasks that they spawned
  return total == 55;
}

long fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

bool get_result() {
  skua::future<long> first = skua::async(fibonacci, 20);  // a task, started now
  long const second = fibonacci(19);                      // at the same time, here
  long const third = first.get() + second;                // waits; the worker runs other tasks
  return third == 10'946;
}

bool call_together() {
  std::string const text = "one two\nthree\n";
  auto const count_lines = [&] { return std::count(text.begin(), text.end(), '\n'); };
  auto const count_letters = [&] {
    return std::count_if(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  };
  auto const [lines, letters] = skua::invoke(count_lines, count_letters);
  return lines == 2 && letters == 11;
}

int read_rows() { return 6; }
int read_columns() { return 7; }

bool start_when_ready() {
  auto const rows = skua::async(read_rows).share();  // share: several tasks may read the result
  auto const columns = skua::async(read_columns).share();
  auto cells = skua::async(skua::after(rows, columns), [=] { return rows.get() * columns.get(); });
  return cells.get() == 42;
}

void parse_row(int row) {
  if (row == 50) throw std::invalid_argument("row 50: expected a number");
}

bool catch_exception() {
  std::string message;
  try {
    skua::finish([] {
      for (int row = 0; row < 100; ++row) skua::spawn(parse_row, row);
    });
  } catch (std::invalid_argument const& e) {  // the exception of the task, after all tasks have ended
    message = e.what();
  }
  return message == "row 50: expected a number";
}

void fetch(int page) {
  if (page % 10 == 0) throw std::runtime_error("page " + std::to_string(page) + " is missing");
}

bool keep_going() {
  std::size_t failures = 0;
  try {
    skua::finish(skua::keep_going, [] {
      for (int page = 0; page < 100; ++page) skua::spawn(fetch, page);
    });
  } catch (skua::task_errors const& e) {  // several tasks threw: e.errors() holds the first sixteen
    failures = e.total();
  }
  return failures == 10;
}

bool is_answer(int n) { return n % 1009 == 7 && n % 997 == 11; }

bool cancel_at_first_answer() {
  std::atomic<int> answer = -1;
  skua::finish([&](skua::scope work) {  // a handle of this scope: 8 bytes, captured by value
    for (int first = 0; first < 1'000'000; first += 1000) {
      skua::spawn([&answer, work, first] {
        for (int n = first; n < first + 1000; ++n) {
          if (skua::cancelled()) return;  // a running task has to ask
          if (!is_answer(n)) continue;
          answer = n;
          work.cancel();  // queued tasks of the scope never start
          return;
        }
      });
    }
  });
  return is_answer(answer);
}

bool start_at_once() {
  std::atomic<bool> is_stopped = false;
  skua::finish([&] {
    for (int i = 0; i < skua::workers(); ++i) {
      skua::spawn([&] {
        while (!is_stopped) {  // computes, and never calls the library
        }
      });
    }
    skua::spawn(skua::urgent, [&] { is_stopped = true; });
  });
  return is_stopped;
}

bool clean_up() {
  bool is_closed = false;
  skua::finish([&] {
    skua::cancel();
    skua::spawn([] { fetch(1); });  // never starts
    skua::spawn(skua::shielded, [&] {
      skua::sleep_for(std::chrono::milliseconds(1));  // other tasks get cancelled_error from a wait
      is_closed = true;
    });
  });
  return is_closed;
}

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    return run_recipes({{"start tasks and wait for all of them", start_and_wait},
                        {"get a result from a task", get_result},
                        {"run a few functions in parallel", call_together},
                        {"start a task when its inputs are ready", start_when_ready},
                        {"catch an exception from a task", catch_exception},
                        {"continue when some tasks fail", keep_going},
                        {"cancel work when the first answer is found", cancel_at_first_answer},
                        {"start a task at once although all workers are busy", start_at_once},
                        {"clean up although the work was cancelled", clean_up}});
  });
}
