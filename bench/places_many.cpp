// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/many: what a joint operation costs as more places take part: a scope with a task at each
// place, its cancellation, a barrier, and tasks for all of them that begin at one. At real places,
// beside the processor time of all; and simulated, in virtual time.
#include <unistd.h>
#include <skua/skua.hpp>

#include <chrono>
#include <string>

#include "support/case.hpp"
#include "support/places.hpp"

namespace bench {
namespace {

void finish_everywhere() {
  skua::finish([] {
    for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::on(p), [] {});
  });
}

/// Returns the seconds from the cancellation of a scope with a waiting task at each place until its
/// end.
double cancel_everywhere() {
  double begin = 0;
  auto const result = skua::finish([&](skua::scope listeners) {
    skua::sum<int> begun;
    for (int p = 1; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [begun] {
        begun += 1;
        skua::promise<int> never;
        (void)never.get_future().get();
      });
    }
    while (begun.peek() != skua::places() - 1) skua::sleep_for(std::chrono::milliseconds(1));
    begin = skua::sim::now();
    listeners.cancel();
  });
  double const seconds = skua::sim::now() - begin;
  require(result.cancelled(), "the scope was not cancelled");
  return seconds;
}

/// A task that keeps its worker for 300 us.
void occupy() {
  skua::sim::work(300e-6);
  if (!skua::sim::active()) ::usleep(300);
}

/// Ends when as many such tasks as places, which begin at one place, have run.
void steal_everywhere() {
  skua::finish([] {
    for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::any, occupy);
  });
}

/// That all places have used so far.
double processor_seconds() {
  std::int64_t sum = 0;
  for (int p = 0; p < skua::places(); ++p) sum += skua::at(p, cpu_ns);
  return 1e-9 * static_cast<double>(sum);
}

/// Puts the median of the operation's times, and the mean processor time of all places.
template <class Take>
void put(figures& f, std::string const& name, int times, Take&& take) {
  double const cpu_before = processor_seconds();
  f[name + "_us"] = 1e6 * median(take_samples({times, 0}, take));
  if (!skua::sim::active()) f[name + "_cpu_us"] = 1e6 * (processor_seconds() - cpu_before) / times;
}

template <class Operation>
double seconds_of(Operation&& operation) {
  double const begin = skua::sim::now();
  operation();
  return skua::sim::now() - begin;
}

figures many(skua::options const& options, int times) {
  skua::runtime job{options};
  return job.run([=] {
    figures f;
    for (int i = 0; i < 3; ++i) finish_everywhere();  // the places meet
    put(f, "finish", times, [](int) { return seconds_of(finish_everywhere); });
    put(f, "cancel", times, [](int) { return cancel_everywhere(); });
    put(f, "steal", times, [](int) { return seconds_of(steal_everywhere); });
    skua::finish([&] {
      auto const meet = [times] {
        for (int i = 0; i < times; ++i) skua::collective::barrier();
      };
      for (int p = 1; p < skua::places(); ++p) skua::spawn(skua::on(p), meet);
      put(f, "barrier", times, [](int) { return seconds_of([] { skua::collective::barrier(); }); });
    });
    f[time_figure] = 1e-6 * f["finish_us"];
    return f;
  });
}

}  // namespace

void add_places_many(suite& registry) {
  for (int const count : {2, 4, 8, 16}) {
    add_places_case(registry, "places/many/" + std::to_string(count),
                    [count] { return many(places(count), size(500, 3)); });
  }
  for (int const count : {2, 16, 256}) {
    skua::options options;
    options.sim = "places=" + std::to_string(size(count, 2)) + ",workers=1";
    add_places_case(registry, "places/many_simulated/" + std::to_string(count),
                    [options] { return many(options, size(5, 1)); });
  }
}

}  // namespace bench
