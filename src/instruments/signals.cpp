// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The handler only notes the signal and wakes the service thread (a futex call, which is
// async-signal-safe). Signals belong to the process, so their state does too: the one place of this
// process that acts on them.
#include "instruments/signals.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include <skua/exit_codes.hpp>

#include "base/end_hook.hpp"
#include "core/cancel.hpp"
#include "core/place.hpp"
#include "core/remote_hooks.hpp"
#include "core/running.hpp"
#include "instruments/deadlock.hpp"
#include "instruments/status.hpp"
#include "observe/attach.hpp"
#include "system/end_request.hpp"
#include "system/machine.hpp"
#include "system/thread_site.hpp"

namespace skua::sched {
namespace {

base::atomic<place*> watching_place{nullptr};
base::atomic<int> received{0};
base::atomic<int> acting{0};  // threads between reading `watching_place` and their last access to the place
base::atomic<bool> served{false};
base::atomic<bool> starting{false};  // no place exists yet: signals are noted, also by a forked place before it watches
base::atomic<bool> uncancellable{false};  // an uncancellable_start exists
// the process that acts for its places; a child forked by the program inherits the handlers only
base::atomic<::pid_t> watcher{0};
system::end_request request;  // of the signal in `received`

constexpr double extra_grace_seconds = 1;  // another place waits longer, because place 0 ends all
// in a simulation, between two looks at the user's clock
constexpr std::uint64_t simulated_look_ns = 1'000'000;
constexpr std::size_t max_named = 4;  // waiting tasks of a place
constexpr int run_is_over = -1;       // `received`: the run is over, and a signal kills the process

bool installed_int = false;
bool installed_term = false;
base::atomic<bool> installed_status{false};  // the service thread reads it
base::atomic<bool> status_wanted{false};
base::atomic<bool> attach_wanted{false};
base::atomic<void (*)() noexcept> serve_numbers{nullptr};

void die_by(int number) noexcept {
  ::signal(number, SIG_DFL);
  ::raise(number);
}

bool note_signal(int number, bool is_announced) noexcept {
  int expected = 0;
  // sync: SIGNAL -> serve_signals; START <-> uncancellable_start
  if (!received.compare_exchange_strong(expected, number, std::memory_order_seq_cst)) return false;
  request.begin(is_announced);
  return true;
}

void ring_watcher() noexcept {
  acting.fetch_add(1, std::memory_order_seq_cst);  // sync: ACTING <-> unwatch_signals
  // sync: ACTING <-> unwatch_signals; WATCH <- watch_signals
  place* place = watching_place.load(std::memory_order_seq_cst);
  if (place != nullptr) place->services.poke_from_handler();
  acting.fetch_sub(1, std::memory_order_release);  // sync: ACTED -> unwatch_signals
}

void on_signal(int number, siginfo_t* info, void*) {
  int const error_before = errno;
  // relaxed: set before a handler could run
  bool const is_own = starting.load(std::memory_order_relaxed) || watcher.load(std::memory_order_relaxed) == ::getpid();
  if (!is_own) {
    die_by(number);
  } else if (note_signal(number, system::is_passed_signal(*info))) {
    if (uncancellable.load(std::memory_order_seq_cst)) die_by(number);  // sync: START <-> uncancellable_start
    ring_watcher();
  } else if (received.load(std::memory_order_relaxed) != number || !request.includes(*info)) {  // relaxed: a number
    die_by(number);
  }
  errno = error_before;
}

/// Stays installed after the run: a request of `skua top` that comes late must not end the process.
void on_status_request(int number, siginfo_t* info, void*) {
  int const error_before = errno;
  bool const attaches = info->si_code == SI_QUEUE && info->si_value.sival_int == observe::attach_request;
  // relaxed: set before a handler could run
  bool const has_run = starting.load(std::memory_order_relaxed) || watching_place.load(std::memory_order_relaxed);
  if (!has_run && !attaches) die_by(number);
  (attaches ? attach_wanted : status_wanted).store(true, std::memory_order_release);  // sync: STATUS -> serve_signals
  ring_watcher();
  errno = error_before;
}

bool handles(int number) noexcept {
  struct sigaction action{};
  ::sigaction(number, nullptr, &action);
  return (action.sa_flags & SA_SIGINFO) != 0 &&
         action.sa_sigaction == (number == SIGUSR1 ? &on_status_request : &on_signal);
}

bool is_default(int number) noexcept {
  struct sigaction action{};
  ::sigaction(number, nullptr, &action);
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_DFL;
}

bool install(int number) {
  if (!is_default(number)) return handles(number);
  struct sigaction action{};
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  action.sa_sigaction = number == SIGUSR1 ? &on_status_request : &on_signal;
  ::sigemptyset(&action.sa_mask);
  return ::sigaction(number, &action, nullptr) == 0;
}

/// Restores the default handler, unless the program has installed another one since then.
void restore(int number) noexcept {
  if (handles(number)) ::signal(number, SIG_DFL);
}

}  // namespace

bool expect_signals() {
  if (installed_int || installed_term) return false;
  received.store(0, std::memory_order_relaxed);  // relaxed: no handler yet
  request.forget();
  served.store(false, std::memory_order_relaxed);   // relaxed: no handler yet
  watcher.store(0, std::memory_order_relaxed);      // relaxed: no handler yet
  starting.store(true, std::memory_order_relaxed);  // relaxed: no handler yet
  installed_int = install(SIGINT);
  installed_term = install(SIGTERM);
  installed_status.store(install(SIGUSR1), std::memory_order_relaxed);  // relaxed: a thread asks later
  return installed_int || installed_term;
}

uncancellable_start::uncancellable_start() noexcept {
  // relaxed: set by this thread
  if (!starting.load(std::memory_order_relaxed)) return;        // the program's main() decides about signals
  uncancellable.store(true, std::memory_order_seq_cst);         // sync: START <-> on_signal
  int const number = received.load(std::memory_order_seq_cst);  // sync: START <-> note_signal
  if (number != 0) die_by(number);
}

uncancellable_start::~uncancellable_start() {
  uncancellable.store(false, std::memory_order_relaxed);  // relaxed: a signal at this moment may do either
}

void watch_signals(place& place) {
  watcher.store(::getpid(), std::memory_order_relaxed);     // relaxed: `starting` covers it until then
  watching_place.store(&place, std::memory_order_seq_cst);  // sync: WATCH -> ring_watcher; ACTING <-> ring_watcher
  starting.store(false, std::memory_order_release);         // sync: WATCH -> ring_watcher
  if (received.load(std::memory_order_seq_cst) != 0) place.services.poke();  // sync: SIGNAL <- note_signal
}

void unwatch_signals() noexcept {
  if (installed_int) restore(SIGINT);
  if (installed_term) restore(SIGTERM);
  installed_int = installed_term = false;
  installed_status.store(false, std::memory_order_relaxed);  // relaxed: the run is over
  starting.store(false, std::memory_order_relaxed);          // relaxed: no handler any more
  watching_place.store(nullptr, std::memory_order_seq_cst);  // sync: ACTING <-> ring_watcher, serve_signals
  // sync: ACTING <-> ring_watcher, serve_signals; ACTED <- ring_watcher, serve_signals
  while (acting.load(std::memory_order_seq_cst) != 0) base::yield_thread();
}

void unwatch_signals_at(place const& place) noexcept {
  // relaxed: set by this thread
  if (watching_place.load(std::memory_order_relaxed) == &place) unwatch_signals();
}

void signals_only_end_by_force() noexcept {
  served.store(true, std::memory_order_release);  // sync: SIGNAL -> serve_signals
}

void stop_expecting_signals() noexcept {
  restore(SIGUSR1);
  unwatch_signals();
  if (int const number = signal_received()) ::raise(number);
}

void ignore_foreign_handlers() noexcept {
  for (int const number : {SIGINT, SIGTERM}) {
    if (!handles(number)) ::signal(number, SIG_IGN);
  }
}

void signal_from_other_place(int number) noexcept {
  if (watching_place.load(std::memory_order_acquire) != nullptr) {  // sync: WATCH <- watch_signals
    (void)note_signal(number, true);
    ring_watcher();
    // relaxed: no run() watches or has just watched
  } else if (watcher.load(std::memory_order_relaxed) == 0 && is_default(number)) {
    ::kill(::getpid(), number);  // a program that owns main: as if the signal had come to this process
  }
}

namespace {
/// Whether the fibre runs a task. Its worker may change the word at the same time, and any answer
/// will do.
__attribute__((no_sanitize("thread"))) bool runs_a_task(fibre const& fibre) noexcept { return fibre.scope != 0; }
}  // namespace

std::string tasks_in_the_way(place& place) {
  std::string description;
  for_each_running(place, [&](fibre* fibre) {
    if (!runs_a_task(*fibre)) return;  // it looks for work
    if (!description.empty()) description += ", ";
    char const* const name = name_of_task(*fibre);
    description += name != nullptr ? name : "a task";
    worker const* const worker = worker_of(fibre);
    bool const is_running = worker->current.load(std::memory_order_relaxed) == fibre;  // relaxed: only compared
    // relaxed: stored when the thread began
    int const thread = is_running ? worker->thread_number.load(std::memory_order_relaxed) : 0;
    system::call_site const site = system::site_of_thread(thread);
    // The other places answer place 0 soon; to look up a line takes longer.
    std::string const function = place.number == 0 ? site.description() : site.function();
    description += place.number == 0 || function.empty() ? " runs" + function : " runs in " + function;
  });
  waiting_tasks const waiting = waiting_at(place, false);
  std::size_t const named_count = std::min(waiting.lines.size(), max_named);
  std::size_t unnamed = waiting.count;
  for (std::size_t i = 0; i < named_count; ++i) {
    description += (description.empty() ? "" : ", ") + text_of(waiting.lines[i]);
    unnamed -= waiting.lines[i].tasks;
  }
  if (unnamed > 0) description += ", and " + std::to_string(unnamed) + " more";
  return description;
}

namespace {

/// Cuts off the rest of the run. Other threads may hold any lock of the program, so this one calls
/// no code of the program.
[[noreturn]] void end_by_force(place& place, int number) {
  std::string line = "skua: the run did not end within its grace period after signal " + std::to_string(number) +
                     " and was killed; still running: ";
  std::string const description = tasks_in_the_way(place);
  line += place.total > 1 ? "place " + std::to_string(place.number) + ": " : "";
  line += description.empty() ? "no task" : description;
  if (place.remote != nullptr) line += place.remote->remote_tasks_in_the_way();
  line += "\n";
  if (::write(STDERR_FILENO, line.data(), line.size()) < 0) line.clear();
  if (place.remote != nullptr) place.remote->end_remote_places(exit_code::of_signal(number));
  base::run_end_hook();
  ::_exit(exit_code::of_signal(number));
}

}  // namespace

std::uint64_t serve_signals(place& place) noexcept {
  int const number = signal_received();
  bool const wants_status = status_wanted.load(std::memory_order_acquire);  // sync: STATUS <- on_status_request
  bool const attaches = attach_wanted.load(std::memory_order_acquire);      // sync: STATUS <- on_status_request
  if (number == 0 && !wants_status && !attaches) return 0;
  std::uint64_t due = 0;
  acting.fetch_add(1, std::memory_order_seq_cst);  // sync: ACTING <-> unwatch_signals
  // sync: ACTING <-> unwatch_signals; WATCH <- watch_signals
  bool const acts = watching_place.load(std::memory_order_seq_cst) == &place;
  // sync: STATUS <- on_status_request
  if (acts && wants_status && status_wanted.exchange(false, std::memory_order_acquire)) print_status(place);
  // sync: STATUS <- on_status_request
  if (acts && attaches && attach_wanted.exchange(false, std::memory_order_acquire)) {
    // sync: SERVE_NUMBERS <- on_attach
    if (auto* const serve = serve_numbers.load(std::memory_order_acquire)) serve();
  }
  if (acts && number != 0) {
    if (!served.exchange(true, std::memory_order_acq_rel)) {  // sync: SIGNAL <- note_signal
      cancel_scope(place, &place.root);
      if (place.remote != nullptr) place.remote->signalled(number);
    }
    std::uint64_t const first = request.began();  // 0: just now
    std::uint64_t const now = system::monotonic_ns();
    double const grace = place.settings.grace + (place.number != 0 ? extra_grace_seconds : 0);
    due = (first != 0 ? first : now) + static_cast<std::uint64_t>(grace * 1e9);
    if (now >= due) end_by_force(place, number);
    if (place.simulated) due = place.machine->now() + simulated_look_ns;  // the simulator's time is not the user's
  }
  acting.fetch_sub(1, std::memory_order_release);  // sync: ACTED -> unwatch_signals
  return due;
}

bool answers_status_requests() noexcept {
  return installed_status.load(std::memory_order_relaxed);  // relaxed: the name of a thread depends on it, no more
}

void on_attach(void (*serve)() noexcept) noexcept {
  serve_numbers.store(serve, std::memory_order_release);  // sync: SERVE_NUMBERS -> serve_signals
}

int signal_received() noexcept {
  int const number = received.load(std::memory_order_acquire);  // sync: SIGNAL <- note_signal
  return number != run_is_over ? number : 0;
}

bool signals_kill_from_now_on() noexcept {
  int expected = 0;
  // sync: SIGNAL <- note_signal
  return received.compare_exchange_strong(expected, run_is_over, std::memory_order_acq_rel) || expected == run_is_over;
}

}  // namespace skua::sched
