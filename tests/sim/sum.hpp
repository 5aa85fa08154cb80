// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The simplest object that a scope can own and other places can merge into.
#pragma once

#include <skua/sched/object_name.hpp>
#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

namespace sim {

struct sum final : skua::sched::owned {
  explicit sum(skua::sched::place_front* at) {
    made_at = at;
    ++alive;
  }
  sum(sum const&) = delete;
  sum& operator=(sum const&) = delete;
  ~sum() override { --alive; }

  void take_merged(skua::wire::writer& to) override {
    to.put(value);
    value = 0;
  }
  void merge_in(skua::wire::reader& from) override { value += from.get<std::uint64_t>(); }
  void keep_part(skua::sched::owned const& of) override { value += static_cast<sum const&>(of).value; }

  [[nodiscard]] std::uint64_t name() const { return skua::sched::name_at(made_at->number, this); }
  static skua::sched::owned* make(skua::sched::place_front* at, skua::wire::reader*) { return new sum(at); }
  static skua::sched::replica_kind const kind;

  std::uint64_t value = 0;
  static inline long alive = 0;
};
inline skua::sched::replica_kind const sum::kind{true, &sum::make, false};

}  // namespace sim
