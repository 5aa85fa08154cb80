// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exit_policy.hpp"

#include <unistd.h>

#include <algorithm>
#include <climits>

#include "failure.hpp"

namespace launch {
namespace {

std::string description(exit_policy::ended const& ended) {
  char host[HOST_NAME_MAX + 1] = "?";
  ::gethostname(host, sizeof host - 1);
  return "place " + std::to_string(ended.place) + " (host " + host + ", pid " + std::to_string(ended.pid) + ") ";
}

}  // namespace

/// In one scan, the end with the largest weight counts as the cause of the others.
int exit_policy::weight(ending const& end) noexcept {
  return end.killed ? 3 : end.number == exit_code::lost_place ? 1 : 2;
}

bool exit_policy::expected(ending const& end) const noexcept {
  return end.killed && std::find(expected_.begin(), expected_.end(), end.number) != expected_.end();
}

void exit_policy::add(ended const& ended) {
  if (!ended.end.failed()) {
    bool const before_failure = !cause_ || (weight(cause_->end) == 1 && !reported_);
    if (!early_exit_ && before_failure) early_exit_ = ended;
    return;
  }
  if (closed_) return;
  bool const consequence = !ended.end.killed && ended.end.number == exit_code::lost_place;
  lost_ = lost_ || consequence;
  // An end that is reported later can replace the cause only if that is marked as a consequence.
  bool const replaces_cause = cause_ && weight(cause_->end) == 1 && weight(ended.end) > 1 && !reported_;
  if (!cause_ || replaces_cause) cause_ = ended;
}

std::optional<std::string> exit_policy::report(bool others_had_to_end) {
  if (!cause_ || reported_ || expected(cause_->end)) return std::nullopt;
  if (weight(cause_->end) == 1 && early_exit_) {
    reported_ = true;
    return description(*early_exit_) + early_exit_->end.text() + " while others still needed it; the run ends";
  }
  if (!cause_->end.killed && !others_had_to_end && !lost_) return std::nullopt;
  reported_ = true;
  return description(*cause_) + cause_->end.text() + "; the run ends";
}

}  // namespace launch
