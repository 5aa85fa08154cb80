// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a run over places does while soak.py starts, watches and kills it: rounds with known
// answers.
#pragma once

#include <cstdint>
#include <string>

namespace soak {

/// One round, decided by the seed. Returns the fault, or an empty string. Must be called in the
/// body of a run.
std::string scopes_round(std::uint64_t seed);
std::string search_round(std::uint64_t seed);
/// No work for at most 20 ms.
std::string idle_round(std::uint64_t seed);
/// 262,000 tasks that are blocked at once; the number of fibres of a place ends at 262,144.
std::string blocked_round(std::uint64_t seed);
/// A million timers, 10,000 of them at once.
std::string timers_round(std::uint64_t seed);
/// Five million futures at once.
std::string futures_round(std::uint64_t seed);
/// A vector of 3 GiB to the last place and back.
std::string vectors_round(std::uint64_t seed);

/// Runs rounds, with seeds from `first` on, over the places that this program was started as. If
/// `rounds` is 0, it runs until the time is over. Returns the exit code of run; the first failure
/// is printed with its seed.
int work(std::string (*round)(std::uint64_t), std::uint64_t first, std::uint64_t rounds, double seconds);

}  // namespace soak
