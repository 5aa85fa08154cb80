// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of the steal policies. A new policy is a file of the folder policies/, with its class
// and its maker, and a row of policies.cpp. The help text and the error text are made from the
// table; docs/reference is written from it (tools/check_options.py).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "steal/named_arguments.hpp"
#include "steal/policy.hpp"

namespace skua::steal {

/// Makes a policy, and takes the arguments that only this policy has. Returns null if one of them
/// is wrong; the caller refuses an argument that is left.
using policy_maker = std::unique_ptr<policy>(named_arguments& arguments, settings const& config);

struct policy_entry {
  std::string_view name;
  std::string_view arguments;      ///< that only this policy has: "(w,z)"; empty: it has none
  std::string_view limits;         ///< of these, for the error text: "w from 0 and z from 1 to 32"
  std::string_view victim;         ///< the place that a thief asks
  policy_maker* make;              ///< make_NAME of policies/NAME.cpp
  bool has_own_lifelines = false;  ///< it does not take the argument lifelines=z, which others do
};

[[nodiscard]] std::span<policy_entry const> all_policies() noexcept;

/// For a help text: "random, lifeline(w,z), …".
[[nodiscard]] std::string policy_list();

}  // namespace skua::steal
