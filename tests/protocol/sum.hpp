// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The simplest object that a scope can own and other places can merge into.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include <skua/detail/core/object_name.hpp>
#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

namespace protocol {

struct sum final : skua::sched::scope_object {
  explicit sum(skua::sched::place_front* at) {
    made_at = at;
    merges_parts = true;
    ++alive;
  }
  sum(sum const&) = delete;
  sum& operator=(sum const&) = delete;
  ~sum() override { --alive; }

  /// With keep_block the next sum that goes leaves its block to the next that is made, so that both
  /// have the same name.
  static void* operator new(std::size_t size) {
    if (kept_block != nullptr) return std::exchange(kept_block, nullptr);
    return ::operator new(size);
  }
  static void operator delete(void* block) noexcept {
    if (std::exchange(keep_block, false)) {
      kept_block = block;
    } else {
      ::operator delete(block);
    }
  }
  static inline bool keep_block = false;

  void take_merged(skua::wire::writer& to) override {
    to.put(value);
    value = 0;
  }
  void merge_in(skua::wire::reader& from) override { value += from.get<std::uint64_t>(); }
  void keep_part(skua::sched::scope_object const& part) override { value += static_cast<sum const&>(part).value; }

  [[nodiscard]] std::uint64_t name() const { return skua::sched::name_at(made_at->number, this); }
  static skua::sched::scope_object* make(skua::sched::place_front* at, skua::wire::reader*) { return new sum(at); }
  static skua::sched::replica_kind const kind;

  std::uint64_t value = 0;
  static inline long alive = 0;

 private:
  static inline void* kept_block = nullptr;
};
inline skua::sched::replica_kind const sum::kind{true, &sum::make, false};

}  // namespace protocol
