// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which processors share a core, a cache, a memory node and a package, as sysfs reports it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace skua::system {

/// A hardware thread. Its groups are numbered from 0 without gaps, in the order of the kernel's
/// numbers. A complex is the cores of a memory node that share the last-level cache; the cores of a
/// node that share none are one complex.
struct processor {
  int number;  ///< the kernel's
  int core;
  int complex;
  int node;
  int package;
  int kind;  ///< of core: 0 is the fastest
};

struct topology {
  std::vector<processor> processors;  ///< neighbours side by side: by package, node, complex, core and number
  int cores = 0;
  int complexes = 0;              ///< each lies in one node and one package; a node may have two packages
  std::vector<int> node_numbers;  ///< the kernel's number of each node that has one of the processors
  int packages = 0;
  int kinds = 0;
};

/// The topology of the processors with these numbers. `root` is the folder of the sys tree (tests
/// use their own). What sysfs does not report counts as one group: without sysfs, all processors
/// are single cores of one complex.
topology read_topology(std::string const& root, std::vector<int> const& numbers);

/// The processors that the kernel uses; empty if sysfs does not report them.
std::vector<int> online_processors(std::string const& root = "");

/// The order in which workers are bound to processors. One hardware thread of each core comes
/// before the second ones, a fast core before a slow one, and a complex, a node and a package is
/// filled before the next one.
std::vector<int> worker_order(topology const& machine);

/// The first processors of that order, sorted such that neighbours stand side by side.
std::vector<int> nearest_processors(topology const& machine, std::size_t count);

/// A readable list: "0-3,8".
std::string processor_list(std::vector<int> processors);

}  // namespace skua::system
