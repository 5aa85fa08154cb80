// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The options table: one row gives an option's name, help and parser; environment and arguments go
// through it.
#pragma once

#include <cstdint>
#include <string>

#include <skua/detail/core/object_name.hpp>
#include <skua/options.hpp>

namespace skua::sched {

inline constexpr std::uint64_t max_memory_bytes = std::uint64_t{1} << 40;  // that SKUA_MEMORY accepts

/// Applies SKUA_… variables of the environment; throws skua::error naming an unknown one and a
/// known one that is near it.
void read_environment(options& options, char const* const* environment);
/// The options with the settings of this process's environment, which override them.
options from_environment(options options);
/// Applies and removes --skua-name=VALUE and --skua-name VALUE; throws skua::error.
void read_arguments(options& options, int& argc, char** argv);
/// Checks ranges of values set from code as well.
void check_options(options const& options);
/// Limit of one simulation.
inline constexpr int max_simulated_places = max_named_places < 100'000 ? max_named_places : 100'000;
/// The check mode of this process, which holds until the next place is made.
void set_check_mode(bool on) noexcept;
[[nodiscard]] bool check_mode_is_on() noexcept;
/// One line per option, for --skua-help.
std::string options_help();

}  // namespace skua::sched
