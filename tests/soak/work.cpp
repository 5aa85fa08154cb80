// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "soak/work.hpp"

#include <chrono>
#include <cstdio>
#include <thread>

#include <skua/skua.hpp>

namespace soak {

std::string idle_round(std::uint64_t seed) {
  std::this_thread::sleep_for(std::chrono::milliseconds(seed % 20));
  return {};
}

int work(std::string (*round)(std::uint64_t), std::uint64_t first, std::uint64_t rounds, double seconds) {
  return skua::run([=] {
    using steady = std::chrono::steady_clock;
    auto const until =
        steady::now() + std::chrono::duration_cast<steady::duration>(std::chrono::duration<double>(seconds));
    std::uint64_t done = 0;
    std::string wrong;
    for (; wrong.empty() && (rounds == 0 ? steady::now() < until : done < rounds); ++done) wrong = round(first + done);
    if (wrong.empty()) {
      std::printf("rounds %llu\n", static_cast<unsigned long long>(done));
      return skua::exit_code::success;
    }
    std::printf("round --seed %llu: %s\n", static_cast<unsigned long long>(first + done - 1), wrong.c_str());
    return skua::exit_code::failure;
  });
}

}  // namespace soak
