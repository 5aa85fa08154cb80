// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/core/object_name.hpp>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/core/suspend.hpp>

#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/remote_hooks.hpp"

namespace skua::sched {

scope_object* find_replica(std::uint64_t name, replica_kind const& kind) {
  fibre* current = self();
  auto& home = *static_cast<place*>(current != nullptr ? current->place : place_here());
  base::check(home.remote != nullptr, "an object was used after the end of the run that made it");
  base::check(home_of_name(name) != 0 || home.number == 0 || !was_made_before_run(name),
              "each process made its own reducer or place_local before the run, such as a static one; make it in "
              "the body of run and pass it to the tasks");
  std::uint64_t const context = kind.per_scope && current != nullptr ? current->context : 0;
  std::uint64_t const epoch =
      home.names_epoch.load(std::memory_order_relaxed);  // relaxed: ordered by how the name got here
  scope_object* const replica = home.remote->replica(name, context, kind);
  if ((current = self()) != nullptr) {  // the task may run on another worker now
    current->worker->names[index_of_name(name)] = {name, context, epoch, replica};
  }
  return replica;
}

}  // namespace skua::sched
