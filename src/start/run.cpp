// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run(): a whole program in one call.
#include <skua/run.hpp>

#include <signal.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#include <skua/detail/base/check.hpp>
#include <skua/error.hpp>
#include <skua/exit_codes.hpp>

#include "base/escape.hpp"
#include "core/scope_frame.hpp"
#include "core/settings.hpp"
#include "instruments/check_mode.hpp"
#include "instruments/signals.hpp"
#include "start/mode.hpp"
#include "start/run_job.hpp"
#include "transport/end_claim.hpp"
#include "wire/exception_text.hpp"

namespace skua::start {
namespace {

void print_error(std::exception_ptr const& exception) noexcept {
  try {
    std::string const text = wire::exception_text(exception);
    std::fprintf(stderr, "skua: the program's body ended with an exception: %s\n", base::without_name(text).data());
  } catch (...) {
    std::fprintf(stderr, "skua: the program's body ended with an exception, and there is no memory for its text\n");
  }
}

/// All ranks of an MPI job find most errors of a start. Most launchers end the others within these
/// two seconds if the first one has printed the error.
void wait_for_first_rank() {
  launched_place const place = find_launched_place({});
  if (place.number != 0 && !place.by_skua_run) std::this_thread::sleep_for(std::chrono::seconds(2));
}

struct call {
  int (*fn)(void*);
  void* context;
  int code;
};

/// The exit code of the whole run. A signal after this call does not change it.
int code_of(call const& run_call, std::exception_ptr const& error) noexcept {
  sched::signals_only_end_by_force();
  int const number = sched::signal_received();
  int code = run_call.code;
  if (error != nullptr) {
    code = exit_code::failure;
    if (!sched::is_cancelled_error(error)) {
      print_error(error);
    } else if (number == 0) {
      std::fprintf(stderr, "skua: the program's body was cancelled\n");
    }
  }
  if (sched::findings() > 0 && code == exit_code::success) code = exit_code::failure;  // check mode
  return number != 0 ? exit_code::of_signal(number) : code;
}

int run_here(job& job, call& run_call) {
  sched::watch_signals(*job.places.front());
  auto const body = [](void* argument) {
    auto* request = static_cast<call*>(argument);
    // else a signal came before the run began
    if (sched::signal_received() == 0) request->code = request->fn(request->context);
  };
  int code = 0;
  (void)run_to_end(
      job, body, &run_call, [&run_call](std::exception_ptr const& exception) { return code_of(run_call, exception); },
      code);
  return code;
}

}  // namespace

int run_main(int* argc, char** argv, options options, int (*fn)(void*), void* context) {
  base::check(sched::self() == nullptr, "run was called in a task; use finish there");
  job* job = nullptr;
  (void)sched::expect_signals();
  (void)base::take_failed_claim();
  base::end_without_memory();
  transport::take_part_in_launch();
  try {
    options = with_environment(options);
    if (argc != nullptr) sched::read_arguments(options, *argc, argv);
    if (options.check && sched::any_object_exists()) {
      sched::report_finding(
          "a reducer, phaser or place_local was made before the run, so it does not belong to it, and tasks at other "
          "places cannot use it: make it in the body of run");
    }
    job = open_job(options);
  } catch (std::exception const& failure) {
    sched::stop_expecting_signals();
    int code = base::take_failed_claim();
    if (code != 0) return code;  // another place says why
    code = exit_code::start_failed;
    if (!base::claim_end(code)) return code;
    wait_for_first_rank();
    std::fprintf(stderr, "skua: %s\n", base::without_name(start_failure(failure)).data());
    return code;
  }
  call run_call{fn, context, 0};
  int const code = run_here(*job, run_call);
  close_job(job);  // other places may be stopped, so signals are watched until all have answered
  sched::unwatch_signals();
  // The signal came too late to end the run with it: it acts as one after the run.
  if (int const number = sched::signal_received(); number != 0 && code != exit_code::of_signal(number)) ::raise(number);
  return code;
}

}  // namespace skua::start
