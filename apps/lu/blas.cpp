// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "blas.hpp"

namespace apps::lu {
namespace {

blas const* other_operations = nullptr;

}  // namespace

blas_source source_of(blas const& ops) noexcept {
  if (&ops == other_operations) return blas_source::other;
  return &ops == lapack_blas() ? blas_source::lapack : blas_source::plain;
}

blas const& blas_from(blas_source source) noexcept {
  blas const* const ops = source == blas_source::other    ? other_operations
                          : source == blas_source::lapack ? lapack_blas()
                                                          : nullptr;
  return ops != nullptr ? *ops : plain_blas();
}

void set_other_blas(blas const& ops) noexcept { other_operations = &ops; }

}  // namespace apps::lu
