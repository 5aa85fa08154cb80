// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What lies between simulated places: each message takes its turn on its sender's link, travels for
// the latency of the distance, and takes its turn on the receiver's link (a LogGP-like model:
// Alexandrov, Ionescu, Schauser and Scheiman, SPAA 1995). Those of one sender to one receiver stay
// in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace skua::world {

struct network_settings {
  double latency = 2e-6;       // seconds between places of different nodes
  double near_latency = 3e-7;  // between those of one node
  double bandwidth = 10e9;     // bytes per second of a place's link
  double overhead = 2e-7;      // seconds of the sender's and of the receiver's processor, each
  double jitter = 0;           // up to so many latencies more, evenly distributed
  int node = 1;                // places of one node
  double uplink = 0;           // bytes per second of a node's link to all others, shared by its places; 0: no limit
  int rack = 0;                // nodes of one rack; 0: all
  double far_latency = 0;      // seconds between places of different racks
  double loss = 0;             // how likely a message is lost below the transport, which then sends it again
};

}  // namespace skua::world
