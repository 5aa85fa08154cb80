// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/inproc/connect.hpp"

#include <unistd.h>

#include <utility>

#include "transport/host_endpoint.hpp"

namespace skua::transport {

std::vector<std::unique_ptr<endpoint>> inproc_connect(int places, std::size_t capacity) {
  if (capacity == 0) capacity = segment::usual_capacity(places);
  auto const shared = std::make_shared<segment const>(places, capacity);
  std::vector<std::unique_ptr<endpoint>> endpoints;
  for (int place = 0; place < places; ++place) {
    shared->block(place).pid = ::getpid();
    endpoints.push_back(std::make_unique<host_endpoint>("inproc", shared, place));
  }
  return endpoints;
}

}  // namespace skua::transport
