// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "protocol/plan.hpp"

#include "protocol/random.hpp"

namespace protocol {

plan plan_of(std::uint64_t seed) {
  dice d(seed ^ 0x706c616e);
  plan p;
  p.seed = seed;
  p.places = 2 + d.number(d.one_of(2, 4, 7));
  p.tasks = d.one_of(5, 20, 60, 150);
  p.nest = d.one_of(0u, 50u, 150u);
  p.cancel = d.one_of(0u, 0u, 5u, 30u);
  p.handle = d.one_of(0u, 0u, 10u, 60u);
  p.fail = d.one_of(0u, 0u, 10u, 100u, 600u);
  p.shield = d.one_of(0u, 100u, 400u);
  p.pin = d.one_of(0u, 100u);
  p.stick = d.one_of(0u, 0u, 0u, 10u);
  p.far = d.one_of(0u, 100u, 500u);
  p.outside = d.one_of(0u, 0u, 50u);
  p.deliver_all = d.one_of(2u, 10u, 50u);
  p.steal = d.in_1000(500);
  p.export_at_random = !p.steal || d.in_1000(500);
  p.lazy_home = p.steal && d.in_1000(300);
  switch (d.below(6)) {
    case 0:
      p.policy = "random";
      break;
    case 1:
      p.policy = "last_victim";
      break;
    case 2:
      p.policy = "round_robin";
      break;
    case 3:
      p.policy = "nearest";
      break;
    case 4:
      p.policy = "performance_driven";
      break;
    default:
      p.policy = d.in_1000(500) ? "lifeline(1,1)" : "lifeline(2,2)";
  }
  p.amount = d.one_of("one", "half", "chunk(5)");
  if (d.in_1000(250)) p.policy = d.one_of("hierarchical", "adaptive");
  p.deepest = d.one_of(1, 1, 2, 100);
  return p;
}

}  // namespace protocol
