// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// programs: three programs that suites of task runtimes share, by `finish` and `spawn`.
#include "support/programs.hpp"

#include <skua/skua.hpp>

#include "support/skua.hpp"

namespace bench {
namespace {

struct skua_fork {
  template <class Body>
  void operator()(Body&& body) const {
    skua::finish([&] { body([](auto&& task) { skua::spawn(task); }); });
  }
};

}  // namespace

void add_programs(suite& registry) {
  add_programs<skua_fork>(registry, "", [](int threads, auto&& solve) {
    skua::runtime place{workers(threads)};
    place.run(solve);
  });
}

}  // namespace bench
