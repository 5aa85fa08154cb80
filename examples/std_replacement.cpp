// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program written for <future>, with std:: replaced by skua:: where both have the name. It has
// its own main and never calls run(): the first async starts a runtime, which is joined at exit.
#include <cstdio>
#include <exception>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <skua/skua.hpp>

long parallel_sum(std::vector<int> const& v, std::size_t low, std::size_t high) {
  if (high - low < 1000) return std::accumulate(v.data() + low, v.data() + high, 0L);
  std::size_t const middle = low + (high - low) / 2;
  skua::future<long> left = skua::async(skua::launch::async, parallel_sum, std::cref(v), low, middle);
  long const right = parallel_sum(v, middle, high);
  return left.get() + right;
}

int main() {
  std::vector<int> numbers(100'000);
  std::iota(numbers.begin(), numbers.end(), 1);
  long const sum = parallel_sum(numbers, 0, numbers.size());

  skua::packaged_task<std::string(int)> describe([](int n) { return "the number " + std::to_string(n); });
  skua::future<std::string> text = describe.get_future();
  std::thread(std::move(describe), 42).join();

  bool deferred_ran = false;
  auto lazy = skua::async(skua::launch::deferred, [&] { return deferred_ran = true; });
  bool const was_lazy = !deferred_ran && lazy.wait_for(std::chrono::seconds(0)) == skua::future_status::deferred;

  std::string error;
  skua::future<int> abandoned = skua::promise<int>().get_future();
  try {
    (void)abandoned.get();
  } catch (skua::future_error const& e) {
    error = e.code() == skua::future_errc::broken_promise ? "broken promise" : "another error";
  }

  std::string const description = text.get();
  std::printf("%ld, %s, %s, %s\n", sum, description.c_str(), error.c_str(), was_lazy && lazy.get() ? "lazy" : "eager");
  return sum == 5'000'050'000 && description == "the number 42" && error == "broken promise" && deferred_ran ? 0 : 1;
}
