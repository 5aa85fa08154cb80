// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the calling thread handles messages of other places.
//
// One thread of a place handles messages at a time, perhaps an idle worker on a fibre. If its
// handler waited, no message would reach the place until then, and the wait might be for one of
// them. So user code that may wait becomes a task (run_service_task), and a wait in a handler is a
// broken contract.
#pragma once

namespace skua::sched {

/// From construction to destruction the calling thread handles messages. It must not switch to
/// another fibre in between.
class message_section {
 public:
  message_section() noexcept;
  ~message_section();
  message_section(message_section const&) = delete;
  message_section& operator=(message_section const&) = delete;
};

/// Whether a message handler of the library runs in the calling thread.
[[nodiscard]] bool in_message_section() noexcept;

}  // namespace skua::sched
