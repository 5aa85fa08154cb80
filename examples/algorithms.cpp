// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel algorithms over a range: names, projections and results are those of the standard
// library. Each call divides its work among the workers that are idle.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <skua/algorithm.hpp>
#include <skua/skua.hpp>

struct star {
  std::string name;
  double distance;    // parsecs
  double brightness;  // as seen from here
};

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    std::vector<star> stars(200'000);
    skua::for_each(stars, [&](star& s) {
      auto const i = static_cast<double>(&s - stars.data());
      s = {"HD " + std::to_string(&s - stars.data()), 10 + 90 * std::abs(std::sin(i)), 1 + std::abs(std::cos(i * i))};
    });

    std::vector<double> power(stars.size());  // what a star emits
    skua::transform(stars, power.begin(), [](star const& s) { return s.brightness * s.distance * s.distance; });
    double const total = skua::reduce(skua::fixed_order, power, 0.0);  // the same bits with any number of workers

    skua::sort(stars, {}, &star::distance);
    auto const first_distant = skua::find_if(stars, [](double d) { return d >= 50; }, &star::distance);
    auto const nearby = first_distant - stars.begin();
    auto const brightest = skua::max_element(stars.begin(), first_distant,
                                             [](star const& a, star const& b) { return a.brightness < b.brightness; });
    std::printf("%td of %zu stars are within 50 parsecs; the brightest of them is %s\n", nearby, stars.size(),
                brightest->name.c_str());

    std::vector<double> sums(power.size());
    skua::inclusive_scan(power, sums.begin());
    bool is_right = skua::count_if(stars, [](double d) { return d < 50; }, &star::distance) == nearby;
    is_right = is_right && std::abs(sums.back() - total) < 1e-9 * total;
    try {  // an exception of an element ends the call and arrives here
      skua::for_each(stars, [](star const& s) {
        if (s.name == "HD 4711") throw std::string(s.name);
      });
      is_right = false;
    } catch (std::string const& name) {
      is_right = is_right && name == "HD 4711";
    }
    return is_right ? 0 : 1;
  });
}
