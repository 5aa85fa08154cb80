// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/base/check.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>
#include <typeinfo>

#include <unistd.h>

#include <skua/detail/base/atomic.hpp>
#include <skua/exit_codes.hpp>

#include "base/end_hook.hpp"
#include "base/live_line.hpp"

namespace skua::base {
namespace {

static_assert(exit_code::aborted == exit_code::of_signal(SIGABRT));

atomic<location_fn> location_writer{nullptr};
atomic<claim_end_fn> claimer{nullptr};
atomic<int> failed_claim{0};
atomic<int> ending_process{0};  // its id: a forked child inherits this word, but not the thread that ends its parent
atomic<std::terminate_handler> usual_terminate{nullptr};

/// The resource that was missing when the current exception was thrown, or null if the exception
/// may be a mistake of the program.
char const* lack_of_resources() noexcept {
  try {
    throw;
  } catch (std::bad_alloc const& failure) {
    // an exception of the library says more
    return typeid(failure) == typeid(std::bad_alloc) ? "out of memory" : failure.what();
  } catch (std::system_error const& failure) {
    if (failure.code() == std::errc::resource_unavailable_try_again)
      return "cannot start a thread: no more threads, or out of memory";
    return failure.code() == std::errc::not_enough_memory ? "out of memory" : nullptr;
  } catch (...) {
    return nullptr;
  }
}

atomic<std::new_handler> usual_no_memory{nullptr};
thread_local bool memory_was_short = false;

/// Notes the failure. A noexcept function with something to clean up may stop an exception. Then
/// on_terminate runs before the exception has a handler, and only its existence can be seen there.
void on_no_memory() {
  memory_was_short = true;
  // sync: NO_MEMORY <- end_without_memory
  if (auto* const usual = usual_no_memory.load(std::memory_order_acquire)) return usual();
  throw std::bad_alloc();
}

/// Like lack_of_resources, for the exception that ends the process.
char const* lack_at_end() noexcept {
  if (std::current_exception() != nullptr) return lack_of_resources();
  return std::uncaught_exceptions() > 0 && memory_was_short ? "out of memory" : nullptr;
}

[[noreturn]] void on_terminate() {
  if (char const* const reason = lack_at_end()) {
    char where[160] = "";
    // sync: LOCATION <- set_location_writer
    if (auto* fn = location_writer.load(std::memory_order_acquire)) fn(where, sizeof where);
    char line[256];
    std::snprintf(line, sizeof line, "%s%s", reason, where);
    out_of_resources(line);
  }
  // sync: TERMINATE <- end_without_memory
  if (auto* const usual = usual_terminate.load(std::memory_order_acquire)) usual();
  std::abort();
}

}  // namespace

void set_location_writer(location_fn fn) noexcept {
  location_writer.store(fn, std::memory_order_release);  // sync: LOCATION -> broken_contract
}

void broken_contract(char const* text) noexcept {
  char where[160] = "";
  // sync: LOCATION <- set_location_writer
  if (auto* fn = location_writer.load(std::memory_order_acquire)) fn(where, sizeof where);
  int code = exit_code::aborted;
  // the other places end without a message; this one is for the programmer and is always printed
  static_cast<void>(claim_end(code));
  std::fprintf(stderr, "skua: broken contract%s: %s\n", where, text);
  run_end_hook();
  std::abort();
}

void set_claim_end(claim_end_fn fn) noexcept {
  claimer.store(fn, std::memory_order_release);  // sync: CLAIMER -> claim_end
}

bool claim_end(int& code) noexcept {
  erase_live_line();
  auto* const fn = claimer.load(std::memory_order_acquire);  // sync: CLAIMER <- set_claim_end
  if (fn == nullptr || fn(code)) return true;
  failed_claim.store(code, std::memory_order_relaxed);  // relaxed: read by the same thread
  return false;
}

int take_failed_claim() noexcept {
  return failed_claim.exchange(0, std::memory_order_relaxed);  // relaxed: written by the same thread
}

void begin_end() noexcept {
  // relaxed: only one thread gets past
  if (ending_process.exchange(::getpid(), std::memory_order_relaxed) != ::getpid()) return;
  for (;;) ::pause();
}

void out_of_resources(char const* text) noexcept {
  begin_end();
  int code = exit_code::failure;
  if (claim_end(code)) std::fprintf(stderr, "skua: %s\n", text);
  // Another thread may hold the lock of a stream for any time: for a read, or for the reader of a
  // full pipe.
  if (::ftrylockfile(stdout) == 0) std::fflush(stdout);
  run_end_hook();
  std::_Exit(code);
}

void end_without_memory() noexcept {
  static bool const installed = [] {
    usual_terminate.store(std::get_terminate(), std::memory_order_release);  // sync: TERMINATE -> on_terminate
    std::set_terminate(&on_terminate);
    usual_no_memory.store(std::get_new_handler(), std::memory_order_release);  // sync: NO_MEMORY -> on_no_memory
    std::set_new_handler(&on_no_memory);
    return true;
  }();
  static_cast<void>(installed);
}

}  // namespace skua::base
