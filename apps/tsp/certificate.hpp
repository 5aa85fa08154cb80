// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The check of a tour, from the distances alone.

#pragma once

#include <vector>

#include "../skua/certificate.hpp"
#include "instance.hpp"

namespace apps::tsp {

/// Checks that `tour`, cities counted from 1, visits each city once and has that length when it is
/// closed.
certificate certify(instance const& cities, std::vector<int> const& tour, length claimed);

}  // namespace apps::tsp
