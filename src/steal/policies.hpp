// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The policies by their makers; each lives in the file of its name.
#pragma once

#include <memory>

#include "steal/policy.hpp"

namespace skua::steal {

std::unique_ptr<policy> make_random(settings const& of);
std::unique_ptr<policy> make_last_victim(settings const& of);
std::unique_ptr<policy> make_round_robin(settings const& of);
/// w random victims, then the z lifeline buddies.
std::unique_ptr<policy> make_lifeline(settings const& of, int w, int z);
std::unique_ptr<policy> make_nearest(settings const& of);
/// Groups of so many consecutive places; 0: nodes, or if all distances are alike, groups of about
/// as many places as there are groups.
std::unique_ptr<policy> make_hierarchical(settings const& of, int group);
/// As described, or as published.
std::unique_ptr<policy> make_performance_driven(settings const& of, bool published);
std::unique_ptr<policy> make_adaptive(settings const& of);

}  // namespace skua::steal
