// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that make the policies; each policy is in the file of its name.
#pragma once

#include <memory>

#include "steal/performance_driven.hpp"
#include "steal/policy.hpp"

namespace skua::steal {

std::unique_ptr<policy> make_random(settings const& config);
std::unique_ptr<policy> make_last_victim(settings const& config);
std::unique_ptr<policy> make_round_robin(settings const& config);
/// `victims` random victims, then the lifelines.
std::unique_ptr<policy> make_lifeline(settings const& config, int victims);
std::unique_ptr<policy> make_nearest(settings const& config);
/// Groups of that many consecutive places; 0: nodes, or, if all distances are equal, groups of
/// about as many places as there are groups.
std::unique_ptr<policy> make_hierarchical(settings const& config, int group);
std::unique_ptr<policy> make_performance_driven(settings const& config, performance_settings const& constants);
std::unique_ptr<policy> make_adaptive(settings const& config);

}  // namespace skua::steal
