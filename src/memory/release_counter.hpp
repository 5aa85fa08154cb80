// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reference count of collectively allocated memory, kept at the place of rank 0.
//
// Each member releases its reference once: when its scope ends, or when the allocating operation
// failed at that member. Only after all members have released theirs can no task use any part of
// the memory. Any thread; one lock, a leaf lock.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/collective/participation.hpp>

namespace skua::memory {

struct collective_release {
  collective::participation::operation_id call;  ///< the operation that allocated the memory
  std::int32_t members;
  std::int32_t place;    ///< the member's place
  std::uint64_t offset;  ///< of its part; 0: none
};

class release_counter {
 public:
  using parts = std::vector<std::pair<int, std::uint64_t>>;  // places and offsets
  /// Counts a release. Returns the parts to deallocate: all, if that was the last member; else
  /// none.
  [[nodiscard]] parts add(collective_release const& release);

 private:
  struct memory {
    int release_count = 0;
    parts blocks;
  };
  base::spinlock lock_;
  std::map<collective::participation::operation_id, memory> open_;
};

}  // namespace skua::memory
