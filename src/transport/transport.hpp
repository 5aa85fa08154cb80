// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract of every transport: ordered messages between places, bounded buffers, a sleep that
// messages end, a report when a place is lost. A transport knows bytes, not tasks; what is larger
// than `largest_message` its user splits.
//
// Threads: try_send, pending and wake may be called by any thread at any time; poll by one thread
// at a time and sleep by one thread at a time (their callers hold a lock; both may go on at once).
// Nothing here throws, blocks (but sleep) or runs user code. Edge MESSAGE: what the sender did
// before try_send is seen by receive at the other place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace skua::transport {

using bytes = std::span<std::byte const>;

/// What a transport tells its place, from inside poll.
class sink {
 public:
  /// A message; those of one sender arrive once each, in the order of its sends. Must not block or
  /// poll; may send. The body is gone afterwards.
  virtual void receive(int from, std::uint32_t kind, bytes body) noexcept = 0;
  /// A place has disappeared without leaving first; at most once for each place. `how` is one
  /// clause for people: "was killed by signal 9 (Killed)".
  virtual void lost(int place, char const* how) noexcept = 0;

 protected:
  ~sink() = default;
};

struct limits {
  std::size_t largest_message;  ///< bytes of head and body together that one send takes
  bool wakes;                   ///< a message ends sleep at once; false: the sleeper only looks now and then
  std::size_t memory;           ///< bytes that memory(place) has room for; address space only until touched
};

struct traffic {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;  ///< with headers
};
inline constexpr std::size_t header_bytes = 16;  // of a message, as they are counted

/// One place's end of a transport.
class endpoint {
 public:
  virtual ~endpoint() = default;

  [[nodiscard]] virtual char const* name() const noexcept = 0;  ///< inproc, shm, mpi, …
  [[nodiscard]] virtual int here() const noexcept = 0;
  [[nodiscard]] virtual int places() const noexcept = 0;
  [[nodiscard]] virtual limits bounds() const noexcept = 0;
  /// Whether the place runs on this host.
  [[nodiscard]] virtual bool near(int place) const noexcept = 0;
  /// Where a place runs, for people: "host node1, pid 4711".
  [[nodiscard]] virtual std::string whereabouts(int place) const = 0;

  /// Sends head and body as one message, to any place but this one. False: its buffer is full, try
  /// again later; nothing was sent. Messages to a lost place vanish and count as sent.
  [[nodiscard]] virtual bool try_send(int to, std::uint32_t kind, bytes head, bytes body) noexcept = 0;
  /// Delivers at most `most` messages and reports of losses; how many there were.
  virtual int poll(sink& to, int most) noexcept = 0;
  /// Whether poll would find something; a few loads.
  [[nodiscard]] virtual bool pending() const noexcept = 0;
  /// Returns when something may have arrived, when wake was called (also before), or after
  /// `timeout_ns` (0: no limit). May return early. Uses no processor time meanwhile where
  /// bounds().wakes.
  virtual void sleep(std::uint64_t timeout_ns) noexcept = 0;
  virtual void wake() noexcept = 0;
  /// While quiet, somebody else polls all the time and messages need not end sleep. Whoever turns
  /// it off must look at pending() once more afterwards. Calls may come from several threads; the
  /// caller orders them.
  virtual void quiet(bool on) noexcept { static_cast<void>(on); }

  /// A place's part of the global memory as this process sees it, zeroed when new, the same address
  /// at each call; null: only messages reach it (never for places of inproc and shm, unless there
  /// is no address space left). Any thread.
  [[nodiscard]] virtual std::byte* memory(int place) noexcept = 0;

  /// Before an orderly end, called by every place: from now on nobody is reported lost, here or
  /// because of us elsewhere.
  virtual void leave() noexcept = 0;

  /// What a shell would show for the end of a place that was reported lost; 0 where this process
  /// cannot know. In sink::lost.
  [[nodiscard]] virtual int code_of_lost(int place) const noexcept { return static_cast<void>(place), 0; }

  /// What this end has sent so far; about, while others send. Any thread.
  [[nodiscard]] virtual traffic sent() const noexcept { return {}; }
};

}  // namespace skua::transport
