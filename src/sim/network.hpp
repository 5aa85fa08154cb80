// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The network model between simulated places. Each message queues at its sender's link, is in
// flight for the latency of the distance, and queues at the receiver's link (a LogGP-like model:
// Alexandrov, Ionescu, Schauser and Scheiman, SPAA 1995). Messages of one sender to one receiver
// stay in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace skua::sim {

struct network_settings {
  double latency = 2e-6;       // seconds between places of different nodes
  double near_latency = 3e-7;  // between places of one node
  double bandwidth = 10e9;     // bytes per second of a place's link
  double overhead = 2e-7;      // seconds of processor time, at the sender and at the receiver
  double jitter = 0;           // largest additional latency, as a multiple of the latency; uniformly distributed
  int node = 1;                // places per node
  double uplink = 0;           // bytes per second of a node's link to all others, shared by its places; 0: no limit
  int rack = 0;                // nodes per rack; 0: all
  double far_latency = 0;      // seconds between places of different racks
  bool mpi = false;            // as with the transport mpi: small messages; those of other nodes wake no place
  double loss = 0;             // probability that a message is lost below the transport, which then resends it
};

}  // namespace skua::sim
