// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dropped results: the compiler warns of those without which something is lost, and of no others.
// flags: -Wall -Wextra -Werror=unused-result
// expect: it is the exit code: return it from main
// errors: 13

#include <span>

#include <skua/skua.hpp>

void each_warns(int argc, char** argv, skua::future<int> f, skua::shared_future<int> s, skua::global_ptr<int> p) {
  skua::run(argc, argv, [] {});
  skua::run([] {});
  skua::run(skua::options{}, [] {});
  skua::async([] { return 1; });
  skua::async(std::launch::async, [] { return 1; });
  f.then([](skua::future<int> ready) { return ready.get(); });
  s.then([](skua::shared_future<int> const& ready) { return ready.get(); });
  f.share();
  skua::when_all(s, s);
  skua::when_any(s, s);
  skua::make_ready_future(1);
  skua::get(p);
  skua::allocate<int>(1);
}

void none_warns(skua::global_ptr<int> p, std::span<int> values) {
  skua::finish([&] {
    skua::put(p, 1);
    skua::put(p, values);
    skua::get(p, values);
    skua::copy(values.data(), p, 1);
    skua::copy(p, p + 1, 1);
  });
  skua::at(0, [] { return 1; });
  skua::runtime here;
  here.run([] { return 1; });
}
