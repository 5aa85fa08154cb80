// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a layer of many places does for the scheduler of one. The scheduler calls it and knows
// nothing else of other places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include <skua/sched/object_name.hpp>
#include <skua/sched/scope_frame.hpp>
#include <skua/sched/slot.hpp>
#include <skua/stats.hpp>

#include "sched/slot_list.hpp"

namespace skua::sched {

struct place;

class phaser_mail;

class far_hooks {
 public:
  /// An idle worker starts (stops) looking at the transport all the time, with poll.
  virtual void polling(bool on) noexcept = 0;
  /// Delivers what has arrived, unless another thread is at it; whether there was anything.
  virtual bool poll() noexcept = 0;
  /// A worker has found nothing to do at this place. Called all the time while it looks, and a last
  /// time before it sleeps.
  virtual void short_of_work() noexcept = 0;
  /// A worker has taken a task that came from elsewhere, and there are fewer of them left than
  /// workers.
  virtual void soon_short_of_work() noexcept = 0;
  /// A running worker may have published tasks, and `far_hunger` says that other places want some.
  virtual void serve_hungry() noexcept = 0;
  /// Other places are hungry, and a worker has just got more tasks than it can run at once.
  virtual void busy_again() noexcept = 0;
  /// At place 0: all workers have slept for a while. Called again from time to time, as long as
  /// they do.
  virtual void long_asleep() noexcept = 0;
  /// An exception outside any scope of a run: it ends the run. False: this is the run's own place.
  virtual bool run_failed(std::exception_ptr const& e) noexcept = 0;
  /// The root scope has no task left at this place; it may have one again by now. Called before
  /// plain threads hear of it.
  virtual void root_ended() noexcept = 0;
  /// An object of this place whose name other places may know goes: as soon as they do not know it
  /// any more.
  virtual void retire(owned* object) noexcept = 0;
  /// The replica at this place (see find_replica).
  virtual owned* replica(std::uint64_t name, std::uint64_t context, replica_kind const& kind) = 0;
  /// Under scopes_lock: the scope has been cancelled here; everything it exported is to hear of it.
  virtual void scope_marked(scope_frame* f) noexcept = 0;
  /// The last token of a proxy has come back.
  virtual void proxy_ended(proxy_frame* f) noexcept = 0;
  /// A scope with that id is to be cancelled, and is not known here.
  virtual void cancel_elsewhere(std::uint64_t id) noexcept = 0;
  /// A signal to this process asks the run to end: all places must cancel what they do for it.
  virtual void signalled(int number) noexcept { static_cast<void>(number); }
  /// "; place 1: …" for each other place that answers soon: its tasks in the way of the run's end.
  virtual std::string tasks_in_the_way_elsewhere() { return {}; }
  /// The other places' processes end with this exit code, without a word; so will this one.
  virtual void end_elsewhere(int code) noexcept { static_cast<void>(code); }
  /// Phasers across places (phaser_outside.hpp).
  virtual phaser_mail* phasers() noexcept { return nullptr; }
  /// What has gone from and to other places.
  [[nodiscard]] virtual far_statistics counted() noexcept { return {}; }

 protected:
  ~far_hooks() = default;
};

/// Scope ids: place, generation, index in the place's scope table. Never 0.
inline constexpr int scope_id_place_shift = 47;
inline constexpr int scope_id_index_bits = 20;
inline int place_of_scope(std::uint64_t id) noexcept { return static_cast<int>(id >> scope_id_place_shift); }

/// Its id, given now if it has none; under scopes_lock.
std::uint64_t scope_id_locked(place& p, scope_frame* f);
/// The frame at this place (home or proxy), or nullptr; under scopes_lock.
scope_frame* find_scope_locked(place& p, std::uint64_t id) noexcept;
/// Marks a scope because another place said so. True: it was not marked before.
bool cancel_from_elsewhere(place& p, std::uint64_t id);

/// Everything: what nobody has published is asked for, waited for, and taken from those who
/// compute. That costs an interrupt, so whoever looks at every push, and has just published, keeps
/// to what is in sight.
enum class reach { in_sight, everything };

/// Tasks with slot_any out of this place's queues, shallow ones first: from each of them the part
/// that `share` allows of what is there. Each holds a token of its scope.
void take_any_tasks(place& p, slot_list& out, std::size_t most, std::size_t (*share)(std::size_t available, void*),
                    void* context, reach how = reach::everything);
/// About how many could be taken.
std::size_t count_any_tasks(place& p) noexcept;
/// The proxy at the end of the chain of scopes; nullptr: the chain ends at a scope of this place.
proxy_frame* proxy_around(scope_frame* f) noexcept;
/// Its serial, or 0.
std::uint64_t context_of(scope_frame* f) noexcept;
/// An exception of a task of the scope that ran elsewhere.
void record_error(place& p, scope_frame* f, std::exception_ptr e) noexcept;
/// As release_token (suspend.hpp), of so many at once.
void release_tokens(place_front* at, std::uintptr_t scope_word, std::int64_t tokens) noexcept;
/// Many tasks at once that were sent here; each holds a token.
void submit_many(place& p, slot const* tasks, std::size_t n) noexcept;
/// The same for tasks that were taken elsewhere because somebody here had nothing to do: nobody
/// stands back for them.
void submit_loot(place& p, slot const* tasks, std::size_t n) noexcept;

}  // namespace skua::sched
