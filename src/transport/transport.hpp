// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract of every transport: ordered messages between places, bounded buffers, a sleep that
// messages end, and a report when a place is lost. A transport knows bytes, not tasks. Its user
// splits messages that are larger than `largest_message`.
//
// Threads: any thread may call try_send, has_incoming and wake at any time. One thread at a time
// calls poll, and one thread at a time calls sleep; their callers hold a lock, and both calls may
// overlap. Nothing here throws or runs user code, and only sleep blocks. Edge MESSAGE: everything
// that the sender did before try_send happens before receive at the other place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <skua/detail/base/atomic.hpp>

namespace skua::transport {

using bytes = std::span<std::byte const>;

/// Receives the messages and reports of a transport, from inside poll.
class sink {
 public:
  /// A message. The messages of one sender arrive once each, in the order of its sends. Must not
  /// block or poll; may send. The body is valid only during the call.
  virtual void receive(int from, std::uint32_t kind, bytes body) noexcept = 0;
  /// A place has ended without calling begin_shutdown() first; at most once for each place.
  /// `description` is one clause for the error message: "was killed by signal 9 (Killed)"; null: a
  /// place has printed why the run ends.
  virtual void lost(int place, char const* description) noexcept = 0;

 protected:
  ~sink() = default;
};

struct endpoint_limits {
  std::size_t largest_message;  ///< most bytes of head and body together in one send
  bool wakes;                   ///< true: a message ends sleep at once; false: sleep polls at intervals
  std::size_t memory;           ///< size of memory(place) in bytes; pages are committed at first touch
};

struct traffic {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;  ///< including headers
};
inline constexpr std::size_t header_bytes = 16;  // counted for each message

/// One place's endpoint of a transport.
class endpoint {
 public:
  virtual ~endpoint() = default;

  [[nodiscard]] virtual char const* name() const noexcept = 0;  ///< inproc, shm, mpi, …
  [[nodiscard]] virtual int here() const noexcept = 0;
  [[nodiscard]] virtual int places() const noexcept = 0;
  [[nodiscard]] virtual endpoint_limits limits() const noexcept = 0;
  /// Whether the place runs on this host.
  [[nodiscard]] virtual bool same_host(int place) const noexcept = 0;
  /// How many of the places below `end` run on this host.
  [[nodiscard]] int count_on_host(int end) const noexcept {
    int count = 0;
    for (int place = 0; place < end; ++place) count += place == here() || same_host(place);
    return count;
  }
  /// The location of a place, for messages; names the process: "host node1, pid 4711".
  [[nodiscard]] virtual std::string location(int place) const = 0;

  /// Sends head and body as one message, to any place but this one. Returns false if the buffer to
  /// that place is full and nothing was sent; try again later. Each sender has its own buffer, so
  /// one that floods a place does not keep the others out. Messages to a lost place are dropped;
  /// the call returns true.
  [[nodiscard]] virtual bool try_send(int to, std::uint32_t kind, bytes head, bytes body) noexcept = 0;
  /// Like try_send, for a message that try_join may extend; a key of 0: it may not.
  [[nodiscard]] virtual bool try_send_joinable(int to, std::uint32_t kind, bytes head, bytes body,
                                               std::uint64_t key) noexcept {
    static_cast<void>(key);
    return try_send(to, kind, head, body);
  }
  /// Adds the body to the newest message to that place, so that they arrive as one. Returns false,
  /// and does nothing, unless that message has this key, and the receiver has not begun to read it.
  [[nodiscard]] virtual bool try_join(int to, std::uint64_t key, bytes body) noexcept {
    return static_cast<void>(to), static_cast<void>(key), static_cast<void>(body), false;
  }
  /// Delivers at most `max_messages` messages and reports of lost places, the senders in turn;
  /// returns their number.
  virtual int poll(sink& to, int max_messages) noexcept = 0;
  /// Whether poll would deliver something; costs a few loads.
  [[nodiscard]] virtual bool has_incoming() const noexcept = 0;
  /// Returns when something may have arrived, when wake was called (also before the sleep), or
  /// after `timeout_ns` (0: no limit). May return early. Uses no processor time if limits().wakes.
  virtual void sleep(std::uint64_t timeout_ns) noexcept = 0;
  virtual void wake() noexcept = 0;
  /// A worker sleeps until a message comes, until wake_worker is called, or until `deadline_ns`
  /// (monotonic; 0: no limit), unless `parked` has become 0 before a call of wake_worker. Then sets
  /// `must_poll` if no other thread may look for messages. Returns false, and does nothing, if
  /// messages cannot wake a worker. One worker at a time, beside a thread that sleeps in sleep().
  [[nodiscard]] virtual bool sleep_as_worker(base::atomic<std::uint32_t> const& parked, std::uint64_t deadline_ns,
                                             bool& must_poll) noexcept {
    return static_cast<void>(parked), static_cast<void>(deadline_ns), static_cast<void>(must_poll), false;
  }
  virtual void wake_worker() noexcept {}
  /// The caller turns this on while it polls without a pause; until it turns it off, messages need
  /// not end a sleep() of another thread. After turning it off, the caller must check
  /// has_incoming() once more. Any thread; callers make sure that no two calls run at once.
  virtual void suppress_wakeups(bool on) noexcept { static_cast<void>(on); }

  /// A place's part of the global memory, mapped into this process: zeroed when new, the same
  /// address at each call. Returns nullptr if only messages reach it (for places of inproc and shm
  /// only if there is no address space left). Any thread may call it.
  [[nodiscard]] virtual std::byte* memory(int place) noexcept = 0;

  /// Between two runs (on) the program may use the medium itself, and end it: the transport leaves
  /// it alone if the program has set it up. Messages wait until the next run begins (off). The
  /// caller has first given all messages to the transport. One thread at a time.
  virtual void rest(bool on) noexcept { static_cast<void>(on); }

  /// Every place calls this before an orderly end. From then on no place is reported lost here, and
  /// this place is not reported lost elsewhere.
  virtual void begin_shutdown() noexcept = 0;

  /// Whether the lowest remaining place is told of each lost place, whatever the host. Otherwise a
  /// place may learn only of those of its host.
  [[nodiscard]] virtual bool tells_lowest_place() const noexcept { return false; }
  /// The exit status, as a shell shows it, of a place that was reported lost; 0 if this process
  /// cannot know it. Called from sink::lost.
  [[nodiscard]] virtual int code_of_lost(int place) const noexcept { return static_cast<void>(place), 0; }

  /// This process is about to call _exit, and the other places know it: kills those of their
  /// processes that it has forked and that do not end by themselves within a moment.
  virtual void end_processes() noexcept {}

  /// The traffic that this endpoint has sent so far; approximate while other threads send. Any
  /// thread.
  [[nodiscard]] virtual traffic sent() const noexcept { return {}; }
};

}  // namespace skua::transport
