// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a run over places does while the soak (soak.py) starts, watches and kills it: rounds whose
// answers are known.
#pragma once

#include <cstdint>
#include <string>

namespace soak {

/// One round of a kind that follows from the seed; what went wrong, or nothing. Called in the body
/// of a run.
std::string scopes_round(std::uint64_t seed);
std::string search_round(std::uint64_t seed);
/// Nothing to do for at most 20 ms.
std::string idle_round(std::uint64_t seed);

/// Whole runs of rounds, with seeds from `first` on, over the places that this program was started
/// as. Returns the exit code of run; the first failure is printed with its seed. `rounds` 0: until
/// the time is over.
int work(std::string (*round)(std::uint64_t), std::uint64_t first, std::uint64_t rounds, double seconds);

}  // namespace soak
