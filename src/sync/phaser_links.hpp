// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of a phaser to the layer that connects places (src/remote/phaser_side.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <skua/detail/sync/registration.hpp>

namespace skua::sched {

/// A traveller: the registration to end when the task it stands for is known at the home.
struct phaser_token {
  std::uint64_t address = 0;  // at its place
  std::int32_t place = -1;
  std::uint32_t unused = 0;
};

/// The answer of the home to a task that is not registered.
struct phaser_grant {
  std::uint64_t phase = 0;
  std::uint64_t token = 0;  // a traveller at the home, 0: none was asked for
};

/// The side of a phaser that faces other places: at home its representatives, at a representative
/// the home.
class phaser_links {
 public:
  virtual ~phaser_links() = default;

  // Under the phaser's lock:
  /// Notes a change that other places must be told of.
  virtual void note_change() noexcept = 0;
  /// Whether there is something to send.
  [[nodiscard]] virtual bool has_changes() const noexcept = 0;
  /// The scope of the phaser has ended: nothing is sent any more.
  virtual void scope_ended() noexcept = 0;
  /// At home: the oldest phase of which any place may need the result, at most `oldest`.
  [[nodiscard]] virtual std::uint64_t oldest_needed(std::uint64_t oldest) const noexcept { return oldest; }
  /// At a representative: the result of an accumulator as bytes, empty if there is none.
  [[nodiscard]] virtual std::vector<std::byte> kept_result(std::uint64_t accumulator, std::uint64_t phase) const {
    static_cast<void>(accumulator);
    static_cast<void>(phase);
    return {};
  }

  // Without the lock:
  /// Sends the messages that are due.
  virtual void publish() noexcept = 0;
  /// The task that a traveller stands for has come here; `registration` has its phases.
  virtual void arrive(registration* registration, phaser_token traveller) = 0;
  /// At a representative: a task is about to wait until `phases` phases have ended.
  virtual void want(std::uint64_t phases) noexcept { static_cast<void>(phases); }
};

/// Connects the phasers of a place with those of other places.
class phaser_mail {
 public:
  /// The representative at this place of another place's phaser, made if there is none.
  virtual phaser_object* representative(std::uint64_t name) = 0;
  /// The side of a phaser of this place that other places are about to use.
  virtual std::unique_ptr<phaser_links> home_links(phaser_object& home) = 0;
  /// Asks the phaser's home for its phase, and for a traveller unless `mode` is 0. Waits, even in a
  /// cancelled scope.
  virtual phaser_grant ask(std::uint64_t name, std::uint32_t mode) = 0;

 protected:
  ~phaser_mail() = default;
};

}  // namespace skua::sched
