// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/error.hpp>

#include <memory>
#include <string>
#include <utility>

#include "wire/exception_text.hpp"

namespace skua {

task_errors::task_errors(std::vector<std::exception_ptr> errors, std::size_t total, std::uint64_t never_started)
    : errors_(std::move(errors)), total_(total), never_started_(never_started) {
  text_ = "skua: " + std::to_string(total_) + " tasks threw; the first: " + wire::exception_text(errors_.front());
}

bad_global_alloc::bad_global_alloc(std::string text) : text_(std::make_shared<std::string const>(std::move(text))) {}

}  // namespace skua
