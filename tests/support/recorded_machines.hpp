// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What sysfs reports on real machines, from one to eight memory nodes.
//
// A record has lines of the form WHAT SIZE LIST [+OFFSET], separated by semicolons. The list, cut
// into pieces of SIZE numbers, gives the groups of processors. With an offset the group of each
// processor also has the one with that distance. "core 1 0-3 +4": 0 and 4 are the hardware threads
// of a core.
//
//   package, node     groups with the numbers 0, 1, …
//   core, L2, L3      groups that share it
//   cpu_core, …       the processors of that kind
//   capacity/459      their capacity
//   empty             memory nodes without processors, after the others
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace machines {

inline std::string const small_virtual_machine = "core,L2 1 0-1; package,node,L3 2 0-1";
// Intel i7-1370P
inline std::string const hybrid_laptop =
    "core,L2 2 0-11; core 1 12-19; L2 4 12-19; package,node,L3 20 0-19; cpu_core 12 0-11; cpu_atom 8 12-19";
// Arm Juno r0: two Cortex-A57 and four Cortex-A53
inline std::string const arm_big_little =
    "package,node 6 0-5; core 1 0-5; L2 2 1,2; L2 4 0,3-5; capacity/1024 2 1,2; capacity/446 4 0,3-5";
// Ampere Altra Q80-30: the last-level cache that sysfs lists belongs to one core
inline std::string const arm_server = "package,node 80 0-79; core,L2 1 0-79; capacity/1024 80 0-79";
// NVIDIA GH200: the other nodes are memory of the GPU
inline std::string const grace_hopper = "core,L2 1 0-71; package,node,L3 72 0-71; empty 1 1-8";
// 2 Intel Xeon E5410: one node, pairs of cores share a cache
inline std::string const xeon_of_2007 = "package 4 0-6:2,1-7:2; node 8 0-7; core 1 0-7; L2 2 0-6:2,1-7:2";
// 2 Intel Xeon with 14 cores, even and odd numbers
inline std::string const interleaved_xeons = "core,L2 1 0-27 +28; package,node,L3 14 0-26:2,1-27:2 +28";
// 2 Intel Xeon Gold 6148 with sub-NUMA clusters: two nodes lie in one package and below one cache
inline std::string const xeons_with_clusters =
    "core,L2 1 0-39 +40; package,L3 20 0-39 +40; "
    "node 10 0-2,5,6,10-12,15,16,3,4,7-9,13,14,17-19,20-22,25,26,30-32,35,36,23,24,27-29,33,34,37-39 +40";
// AMD Threadripper 3960X with NPS4: the nodes 0 and 3 have no memory
inline std::string const threadripper = "core,L2 1 0-23 +24; L3 3 0-23 +24; node 6 0-23 +24; package 24 0-23 +24";
// 2 AMD EPYC 7702 with NPS1
inline std::string const epycs_with_two_nodes = "core,L2 1 0-127 +128; L3 4 0-127 +128; package,node 64 0-127 +128";
// 2 AMD EPYC 7601
inline std::string const epycs_with_eight_nodes =
    "core,L2 1 0-63 +64; L3 4 0-63 +64; node 8 0-63 +64; package 32 0-63 +64";
// 8 Intel Xeon with 28 cores
inline std::string const eight_xeons = "core,L2 1 0-223 +224; package,node,L3 28 0-223 +224";

/// The numbers in a list such as "0-2,7", in this order. "0-6:2" has every second one.
std::vector<int> numbers(std::string const& list);

/// Writes the files of sysfs below `root`, which is emptied before.
void write(std::filesystem::path const& root, std::string const& record);

}  // namespace machines
