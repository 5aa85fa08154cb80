// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruments/debugger_facts.hpp"

#include <cstddef>
#include <cstdint>

#include "core/place.hpp"
#include "core/scope_extension.hpp"
#include "instruments/fault.hpp"

// The classes are not standard-layout, because they have bases with members. Every compiler for
// Linux lays them out at fixed offsets all the same.
#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace skua::sched {

struct debugger_facts {
  static constexpr std::size_t chunk_count = offsetof(fibre_pool, chunk_count_);
  static constexpr std::size_t tables = offsetof(fibre_pool, tables_);
  static constexpr std::size_t fibre_bytes = offsetof(fibre_pool, fibre_bytes_);
};

}  // namespace skua::sched

extern "C" {
skua_debugger_fact const skua_debugger_facts[] = {
    {"version", 1},
    {"places", reinterpret_cast<std::uint64_t>(&skua::sched::handled_places)},
    {"max_places", skua::sched::max_handled_places},
    {"place.number", offsetof(skua::sched::place, number)},
    {"place.total", offsetof(skua::sched::place, total)},
    {"place.root", offsetof(skua::sched::place, root)},
    {"place.chunk_count", offsetof(skua::sched::place, fibres) + skua::sched::debugger_facts::chunk_count},
    {"place.tables", offsetof(skua::sched::place, fibres) + skua::sched::debugger_facts::tables},
    {"place.fibre_bytes", offsetof(skua::sched::place, fibres) + skua::sched::debugger_facts::fibre_bytes},
    {"fibres_per_chunk", skua::sched::fibre_pool::fibres_per_chunk},
    {"chunks_per_table", skua::sched::fibre_pool::chunks_per_table},
    {"fibre.scope", offsetof(skua::sched::fibre, scope)},
    {"fibre.worker", offsetof(skua::sched::fibre, worker)},
    {"fibre.place", offsetof(skua::sched::fibre, place)},
    {"fibre.task_name", offsetof(skua::sched::fibre, task_name)},
    {"fibre.stack_pointer", offsetof(skua::sched::fibre, stack_pointer)},
    {"fibre.waits_for", offsetof(skua::sched::fibre, wait) + offsetof(skua::sched::parker, waits_for)},
    {"fibre.object", offsetof(skua::sched::fibre, wait) + offsetof(skua::sched::parker, object)},
    {"worker.id", offsetof(skua::sched::worker, id)},
    {"worker.current", offsetof(skua::sched::worker, current)},
    {"worker.thread_number", offsetof(skua::sched::worker, thread_number)},
    {"scope.parent", offsetof(skua::sched::scope_frame, parent)},
    {"scope.state", offsetof(skua::sched::scope_frame, state)},
    {"scope.extension", offsetof(skua::sched::scope_frame, extension)},
    {"extension.lent_tokens", offsetof(skua::sched::scope_extension, lent_tokens)},
    {"scope.extended", static_cast<std::uint64_t>(skua::sched::scope_extended)},
    {"scope.mask", skua::sched::slot_scope_mask},
    {"scope.token", static_cast<std::uint64_t>(skua::sched::scope_token)},
    {"scope.cancelled", static_cast<std::uint64_t>(skua::sched::scope_cancelled)},
    {"scope.waiting", static_cast<std::uint64_t>(skua::sched::scope_waiting)},
    {"scope.proxy", static_cast<std::uint64_t>(skua::sched::scope_proxy)},
    {nullptr, 0},
};
}

// The script lies in the library, in gdb's section for scripts; gdb loads it with the program. 4
// stands for a Python program, then come its name and its text. Builds that do not say where the
// script is leave it out.
#if defined(SKUA_GDB_SCRIPT)
asm(R"(
.pushsection ".debug_gdb_scripts", "MS",@progbits,1
.byte 4
.ascii "skua_gdb.py\n"
.incbin ")" SKUA_GDB_SCRIPT R"("
.byte 0
.popsection
)");
#endif
