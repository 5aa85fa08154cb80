// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verdict.hpp"

#include <unistd.h>

#include <algorithm>
#include <climits>

#include "failure.hpp"

namespace launch {
namespace {

std::string who(verdict::ended const& e) {
  char host[HOST_NAME_MAX + 1] = "?";
  ::gethostname(host, sizeof host - 1);
  return "place " + std::to_string(e.place) + " (host " + host + ", pid " + std::to_string(e.pid) + ") ";
}

}  // namespace

/// Of ends that may have caused one another, the heaviest was first.
int verdict::weight(ending const& e) noexcept { return e.killed ? 3 : e.number == exit_lost_another ? 1 : 2; }

bool verdict::expected(ending const& e) const noexcept {
  return e.killed && std::find(expected_.begin(), expected_.end(), e.number) != expected_.end();
}

void verdict::add(ended const& e) {
  if (!e.how.failed()) {
    bool const before_failure = !cause_ || (weight(cause_->how) == 1 && !reported_);
    if (!deserter_ && before_failure) deserter_ = e;
    return;
  }
  if (closed_) return;
  bool const consequence = !e.how.killed && e.how.number == exit_lost_another;
  lost_ = lost_ || consequence;
  // A later end can be the cause only of those that say of themselves to be consequences.
  bool const earlier = cause_ && weight(cause_->how) == 1 && weight(e.how) > 1 && !reported_;
  if (!cause_ || earlier) cause_ = e;
}

std::optional<std::string> verdict::report(bool others_had_to_end) {
  if (!cause_ || reported_ || expected(cause_->how)) return std::nullopt;
  if (weight(cause_->how) == 1 && deserter_) {
    reported_ = true;
    return who(*deserter_) + deserter_->how.text() + " while others still needed it; the run ends";
  }
  if (!cause_->how.killed && !others_had_to_end && !lost_) return std::nullopt;
  reported_ = true;
  return who(*cause_) + cause_->how.text() + "; the run ends";
}

}  // namespace launch
