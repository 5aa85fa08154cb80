// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one function of another layer that the wire layer calls. The fuzzers are linked without the
// scheduler.
#include <skua/error.hpp>

namespace skua {

task_errors::task_errors(std::vector<std::exception_ptr> errors, std::size_t total, std::uint64_t never_started)
    : errors_(std::move(errors)), total_(total), never_started_(never_started), text_("several tasks threw") {}

}  // namespace skua
