// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creates a job of simulated places.
#pragma once

#include <memory>
#include <string>

#include "remote/job.hpp"
#include "remote/simulation.hpp"

namespace skua::sim {

/// Makes a simulator, and gives the job its transport endpoints and settings. Throws skua::error.
std::unique_ptr<remote::simulation> simulate(std::string const& text, remote::job& job);

}  // namespace skua::sim
