// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making and ending places, and the list of the places of this process.
#pragma once

#include <skua/detail/core/self.hpp>
#include <skua/options.hpp>

#include "core/place.hpp"
#include "system/machine.hpp"

namespace skua::sched {

/// Makes a place without threads; start_place starts its workers. Throws skua::error.
place* make_place(options const& options, int number = 0, int total = 1,
                  system::machine& host_machine = system::real_machine(), bool simulated = false);
void start_place(place* place);
void destroy_place(place* place) noexcept;
/// The newest place of the process, or the default one; null if there is none.
place* current_place() noexcept;
/// Place 0 of a simulation if the calling thread runs it, else null. An external thread that gets a
/// place sleeps, reads the time and lets others run by the place's machine.
place* simulated_by_this_thread() noexcept;
/// A thread that a simulated place gets a task or fibre from runs the simulation.
void require_thread_of(place const& place) noexcept;
/// For such a thread: the simulation runs for a moment. Returns false if there is none.
bool let_simulation_run() noexcept;
/// Calls fn for each place that this process has made, while none can be destroyed. Returns false
/// if a place is being made or destroyed at this moment; then fn was not called.
bool for_each_place_here(void (*fn)(place&, void*), void* context) noexcept;
/// here() and places() for external threads.
int number_here() noexcept;
int total_here() noexcept;
/// Whether the name is that of an object which this process made before the run, although place 0
/// is another process: at place 0 the name means nothing. Takes no lock if there is no such object.
[[nodiscard]] bool was_made_before_run(std::uint64_t name) noexcept;

/// While it lives the place is not destroyed. A thread that is not one of the place's own must hold
/// one when it hands work over, because that work may end the run. It holds it from before the
/// hand-over, while a token or the registry still keeps the place, to its last access to the place.
class place_pin {
 public:
  explicit place_pin(place* place) noexcept : place_(place), is_counted_(place != nullptr && !at_home(*place)) {
    // relaxed: ordered by the token or the registry that keeps the place
    if (is_counted_) place->pins.fetch_add(1, std::memory_order_relaxed);
  }
  ~place_pin() {
    // gcc 12 does not see that the first implies the second.
    // sync: PLACE-PIN -> ~place
    if (is_counted_ && place_ != nullptr) place_->pins.fetch_sub(1, std::memory_order_release);
  }
  place_pin(place_pin const&) = delete;
  place_pin& operator=(place_pin const&) = delete;
  /// A pin of the calling task's place, or of the place that serves external threads. Without a
  /// place at() is nullptr.
  static place_pin current() noexcept;
  place* at() const noexcept { return place_; }

 private:
  static bool at_home(place const& place) noexcept {
    fibre const* current = self();
    return current != nullptr && current->place == &place;
  }
  place* place_;
  bool is_counted_;
};

}  // namespace skua::sched
