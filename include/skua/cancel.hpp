// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancellation of scopes: from inside (the innermost scope) and by handle.
#pragma once

#include <cstdint>
#include <stop_token>

#include <skua/error.hpp>

namespace skua {

/// A handle of a scope: 8 bytes, trivially copyable, usable from any task or thread. After the
/// scope has ended, cancel() does nothing and cancelled() is false.
class scope {
 public:
  scope() = default;
  /// Cancels the scope and everything inside it. No task of it starts after this has returned.
  void cancel() const;
  /// Whether this scope, or a scope around it, was cancelled.
  [[nodiscard]] bool cancelled() const;
  /// A token that is stopped when the scope is cancelled. If another place has cancelled it, a task
  /// calls the callbacks. They must not wait: the destructor of a std::stop_callback blocks its
  /// thread until the callback has returned.
  [[nodiscard]] std::stop_token stop_token() const;
  friend bool operator==(scope const&, scope const&) = default;

  explicit scope(std::uint64_t id) noexcept : id_(id) {}
  /// The number of the scope; for the library.
  [[nodiscard]] std::uint64_t id() const noexcept { return id_; }

 private:
  std::uint64_t id_ = 0;
};
static_assert(sizeof(scope) == 8);

namespace sched {
struct scope_frame;
scope handle_of(scope_frame* frame);  // of an open scope, in a task
}  // namespace sched

/// Cancels the innermost scope of the calling task: queued tasks never start, waits throw
/// cancelled_error, running tasks see cancelled(). No task of the scope starts at this place after
/// the call has returned. Must be called in a task.
void cancel();

/// Whether the calling task should stop: its scope or one around it is cancelled, and it is not
/// shielded.
[[nodiscard]] bool cancelled() noexcept;

/// A token of the calling task's innermost scope. Must be called in a task.
[[nodiscard]] std::stop_token stop_token();

/// A handle of the calling task's innermost scope. Must be called in a task.
[[nodiscard]] scope this_scope();

}  // namespace skua
