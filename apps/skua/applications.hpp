// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The applications of the `skua` program. Each is defined in apps/NAME/app.cpp.

#pragma once

#include <memory>

#include "app.hpp"

namespace apps {

std::unique_ptr<application> make_uts();
std::unique_ptr<application> make_clique();
std::unique_ptr<application> make_kclique();
std::unique_ptr<application> make_queens();
std::unique_ptr<application> make_fib();
std::unique_ptr<application> make_quicksort();
std::unique_ptr<application> make_lu();
std::unique_ptr<application> make_lulesh();
std::unique_ptr<application> make_pi();
std::unique_ptr<application> make_tsp();
std::unique_ptr<application> make_bc();
std::unique_ptr<application> make_semigroups();
std::unique_ptr<application> make_knapsack();
std::unique_ptr<application> make_sip();
std::unique_ptr<application> make_pipeline();
std::unique_ptr<application> make_samplesort();
std::unique_ptr<application> make_gups();
std::unique_ptr<application> make_stencil();
std::unique_ptr<application> make_pingpong();
std::unique_ptr<application> make_issue();

}  // namespace apps
