// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/phaser_side.hpp"

namespace skua::remote {

void phaser_side::publish() noexcept {
  base::spinlock& lock = phaser_.lock();
  lock.lock();
  if (!is_publishing_) {  // else the publishing thread looks again
    is_publishing_ = true;
    while (dirty_ && !is_leaving_) {
      dirty_ = false;
      send_changes();
    }
    is_publishing_ = false;
  }
  lock.unlock();
}

}  // namespace skua::remote
