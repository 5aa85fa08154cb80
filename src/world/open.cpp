// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A job whose places are simulated.
#include <cstdio>
#include <utility>

#include "place/above.hpp"
#include "place/job.hpp"
#include "world/endpoint.hpp"
#include "world/settings.hpp"
#include "world/world.hpp"

namespace skua::remote {
namespace {

class simulated final : public simulation {
 public:
  simulated(world::settings const& s, job& j)
      : settings_(s), world_(s.seed), fabric_(std::make_shared<world::fabric>(world_, s.network, s.places)) {
    for (int place = 0; place < s.places; ++place) j.ends.push_back(std::make_unique<world::sim_endpoint>(fabric_, place));
    j.settings.places = s.places;
    j.settings.workers = s.workers;
    begun_ = world_.now();
  }
  ~simulated() override {
    if (!settings_.report) return;
    std::fprintf(stderr, "simulated: %.9f s, %llu events, %llu messages, %llu bytes, fingerprint %016llx\n",
                 static_cast<double>(world_.now() - begun_) * 1e-9, static_cast<unsigned long long>(world_.events()),
                 static_cast<unsigned long long>(fabric_->messages), static_cast<unsigned long long>(fabric_->bytes),
                 static_cast<unsigned long long>(world_.fingerprint()));
  }
  system::machine& machine() noexcept override { return world_; }

 private:
  world::settings settings_;
  world::world world_;
  std::shared_ptr<world::fabric> fabric_;
  std::uint64_t begun_ = 0;
};

}  // namespace

std::unique_ptr<simulation> simulate(std::string const& settings, job& j) {
  return std::make_unique<simulated>(world::parse_settings(settings), j);
}

}  // namespace skua::remote
