// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program of docs/learn/does_not_scale.md: how much of a random forest burns at which density.
// Its first version gains nothing from more workers, the second little, the third nearly all.
#include <algorithm>
#include <array>
#include <cstdio>
#include <mutex>
#include <random>
#include <vector>

#include <skua/skua.hpp>

constexpr int side = 100, densities = 64, fires = 50, resamples = 15000;

struct row {
  double low = 0, high = 0;  // 95 % of the resampled means lie between them
};
using table = std::array<row, densities>;

double density_of(int d) { return 0.4 + 0.4 * d / densities; }

double burnt(double density, unsigned seed) {  // the share of the trees that a fire in the first row reaches
  std::minstd_rand random(seed + 1);
  std::vector<char> tree(side * side);
  for (char& cell : tree) cell = std::uniform_real_distribution<>()(random) < density;
  auto const trees = std::count(tree.begin(), tree.end(), 1);
  std::vector<int> burning;
  auto const ignite = [&](int cell) {
    if (tree[static_cast<std::size_t>(cell)] == 1) burning.push_back(cell), tree[static_cast<std::size_t>(cell)] = 2;
  };
  for (int x = 0; x < side; ++x) ignite(x);
  for (std::size_t i = 0; i < burning.size(); ++i) {
    int const cell = burning[i];
    if (cell >= side) ignite(cell - side);
    if (cell < side * (side - 1)) ignite(cell + side);
    if (cell % side > 0) ignite(cell - 1);
    if (cell % side < side - 1) ignite(cell + 1);
  }
  return static_cast<double>(burning.size()) / static_cast<double>(trees);
}

row interval(std::vector<double> const& shares) {  // of their mean, from samples of them: a bootstrap
  std::minstd_rand random(1);
  std::uniform_int_distribution<std::size_t> any_fire(0, shares.size() - 1);
  std::vector<double> means(resamples);
  for (double& mean : means) {
    for (int i = 0; i < fires; ++i) mean += shares[any_fire(random)] / fires;
  }
  std::sort(means.begin(), means.end());
  return {means[resamples / 40], means[resamples - resamples / 40]};
}

table first_version() {
  std::vector<std::vector<double>> shares(densities);
  skua::mutex lock;
  skua::finish([&] {
    for (int i = 0; i < densities * fires; ++i) {
      skua::spawn(skua::named("fire"), [&, i] {
        std::scoped_lock const guard(lock);
        shares[i / fires].push_back(burnt(density_of(i / fires), i));
        skua::sim::work(1e-9);  // a simulated run counts the computing here, before the unlock
      });
    }
  });
  table result;
  for (int d = 0; d < densities; ++d) result[d] = interval(shares[d]);
  return result;
}

table second_version() {
  std::vector<std::vector<double>> shares(densities);
  skua::mutex lock;
  skua::finish([&] {
    for (int i = 0; i < densities * fires; ++i) {
      skua::spawn(skua::named("fire"), [&, i] {
        double const share = burnt(density_of(i / fires), i);
        std::scoped_lock const guard(lock);
        shares[i / fires].push_back(share);
      });
    }
  });
  table result;
  for (int d = 0; d < densities; ++d) result[d] = interval(shares[d]);
  return result;
}

row row_of(int d) {
  std::vector<double> shares(fires);
  skua::finish([&] {
    for (int i = 0; i < fires; ++i) {
      skua::spawn(skua::named("fire"), [&, i] { shares[i] = burnt(density_of(d), d * fires + i); });
    }
  });
  return interval(shares);
}

table third_version() {
  std::vector<skua::future<row>> rows;
  for (int d = 0; d < densities; ++d) rows.push_back(skua::async(skua::any, skua::named("density"), row_of, d));
  table result;
  for (int d = 0; d < densities; ++d) result[d] = rows[d].get();
  return result;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [&] {
    char const version = argc > 1 ? argv[1][0] : '3';
    double const begin = skua::sim::now();
    table const result = version == '1' ? first_version() : version == '2' ? second_version() : third_version();
    std::printf("version %c: %.3f s\n", version, skua::sim::now() - begin);
    int critical = 0;
    while (critical < densities - 1 && result[critical].low < 0.5) ++critical;
    std::printf("half of the trees burn from a density of %.3f on\n", density_of(critical));
    return density_of(critical) > 0.57 && density_of(critical) < 0.64 ? 0 : 1;  // the theory: 0.593
  });
}
