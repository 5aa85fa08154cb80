// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential twin: four loops around the kernels.

#include "kernels.hpp"
#include "problem.hpp"

namespace apps::lu {

job_counts expected_jobs(int tiles) noexcept {
  auto const t = static_cast<std::uint64_t>(tiles);
  if (t == 0) return {};
  std::uint64_t const pairs = t * (t - 1) / 2;
  return {t, pairs, pairs, (t - 1) * t * (2 * t - 1) / 6};
}

double operations(int n) noexcept {
  double const order = n;
  return order * (order - 1) * (4 * order + 1) / 6;
}

job_counts factorise_sequential(blas const& ops, tiled_matrix& a) {
  job_counts done;
  int const tiles = a.tiles();
  for (int k = 0; k < tiles; ++k) {
    dgetrf(ops, a, k);
    ++done.dgetrf;
    for (int n = k + 1; n < tiles; ++n) {
      dgessm(ops, a, k, n);
      ++done.dgessm;
    }
    for (int m = k + 1; m < tiles; ++m) {
      dtstrf(ops, a, m, k);
      ++done.dtstrf;
      for (int n = k + 1; n < tiles; ++n) {
        dssssm(ops, a, m, n, k);
        ++done.dssssm;
      }
    }
  }
  return done;
}

}  // namespace apps::lu
