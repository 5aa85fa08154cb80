// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run(): a whole program in one call.
#include <skua/run.hpp>

#include <csignal>
#include <cstdio>
#include <string_view>

#include <skua/base/check.hpp>
#include <skua/error.hpp>

#include "place/job.hpp"
#include "sched/settings.hpp"
#include "sched/signals.hpp"
#include "wire/exception_text.hpp"

namespace skua::remote {
namespace {

void print_error(std::exception_ptr const& e) noexcept {
  try {
    std::fprintf(stderr, "skua: the program's body ended with an exception: %s\n", wire::exception_text(e).c_str());
  } catch (...) {
    std::fprintf(stderr, "skua: the program's body ended with an exception, and there is no memory for its text\n");
  }
}

struct call {
  int (*fn)(void*);
  void* context;
  int code;
};

int run_first(job& j, call& c) {
  sched::place& p = *j.places.front();
  sched::watch_signals(p);
  try {
    (void)run_root(&j, [](void* a) {
      auto* k = static_cast<call*>(a);
      k->code = k->fn(k->context);
    }, &c, &c.code);
  } catch (cancelled_error const&) {
    c.code = sched::signal_received() != 0 ? 0 : 1;
    if (c.code != 0) std::fprintf(stderr, "skua: the program's body was cancelled\n");
  } catch (...) {
    print_error(std::current_exception());
    c.code = 1;
  }
  sched::unwatch_signals(p);
  return sched::signal_received() != 0 ? 128 + sched::signal_received() : c.code;
}

/// At another process than place 0's. Signals reach that one too, and it decides.
int run_other(job& j, call& c) {
  auto* const old_interrupt = std::signal(SIGINT, SIG_IGN);
  auto* const old_terminate = std::signal(SIGTERM, SIG_IGN);
  (void)run_root(&j, nullptr, nullptr, &c.code);
  std::signal(SIGINT, old_interrupt);
  std::signal(SIGTERM, old_terminate);
  return c.code;
}

}  // namespace

int run_main(int* argc, char** argv, options o, int (*fn)(void*), void* context) {
  base::check(sched::self() == nullptr, "run was called in a task; use finish there");
  job* j = nullptr;
  try {
    o = with_environment(o);
    if (argc != nullptr) sched::read_arguments(o, *argc, argv);
    j = open_job(o);
  } catch (error const& e) {
    std::string_view const text = e.what();  // some say who speaks, some do not
    std::fprintf(stderr, "%s%s\n", text.starts_with("skua: ") ? "" : "skua: ", e.what());
    return 2;
  }
  call c{fn, context, 0};
  int const code = j->has_first() ? run_first(*j, c) : run_other(*j, c);
  close_job(j);
  return code;
}

}  // namespace skua::remote
