// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The dense operations from a BLAS and LAPACK library, where the build found one. It is loaded when
// they are first asked for: OpenBLAS starts threads that spin for tens of milliseconds in every
// program that is linked with it.

#include "blas.hpp"

#ifdef SKUA_HAVE_LAPACKE

#include <cblas.h>
#include <dlfcn.h>
#include <lapacke.h>

#include <cstdlib>
#include <type_traits>

namespace apps::lu {
namespace {

struct library {
  decltype(&LAPACKE_dgetrf_work) dgetrf = nullptr;
  decltype(&cblas_dtrsm) dtrsm = nullptr;
  decltype(&cblas_dgemm) dgemm = nullptr;
};
library loaded;

void factorise(int m, int n, double* a, int lda, std::int32_t* pivots) {
  static_assert(std::is_same_v<lapack_int, std::int32_t>, "pivots are 32-bit numbers here");
  loaded.dgetrf(LAPACK_COL_MAJOR, m, n, a, lda, pivots);
  for (int j = 0; j < n; ++j) --pivots[j];  // LAPACK counts from one
}

void solve_lower(int m, int n, double const* l, int ldl, double* b, int ldb) {
  loaded.dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, m, n, 1.0, l, ldl, b, ldb);
}

void subtract_product(int m, int n, int k, double const* a, int lda, double const* b, int ldb, double* c, int ldc) {
  loaded.dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, m, n, k, -1.0, a, lda, b, ldb, 1.0, c, ldc);
}

// Skua's workers already use every core. Which library stands behind cblas.h is known only when the
// program runs, and the reference BLAS has no threads and no such function: so they are looked up
// by name.
int use_threads(int wanted) {
  for (char const* const name : {"openblas_set_num_threads", "MKL_Set_Num_Threads", "bli_thread_set_num_threads"}) {
    void* const found = dlsym(RTLD_DEFAULT, name);
    if (found == nullptr) continue;
    if (name[1] == 'l')
      reinterpret_cast<void (*)(std::int64_t)>(found)(wanted);  // BLIS takes its own 64-bit integer
    else
      reinterpret_cast<void (*)(int)>(found)(wanted);
    return wanted;
  }
  return 1;
}

template <typename Function>
void find(Function& function, char const* name) noexcept {
  function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

bool load() noexcept {
  setenv("OPENBLAS_NUM_THREADS", "1", 0);
  for (char const* const file : {SKUA_CBLAS_FILE, SKUA_LAPACKE_FILE}) {
    if (dlopen(file, RTLD_NOW | RTLD_GLOBAL) == nullptr) return false;
  }
  find(loaded.dgetrf, "LAPACKE_dgetrf_work");
  find(loaded.dtrsm, "cblas_dtrsm");
  find(loaded.dgemm, "cblas_dgemm");
  (void)use_threads(1);
  return loaded.dgetrf != nullptr && loaded.dtrsm != nullptr && loaded.dgemm != nullptr;
}

}  // namespace

blas const* lapack_blas() noexcept {
  static constexpr blas operations{factorise, solve_lower, subtract_product, use_threads, "lapack"};
  static bool const there = load();
  return there ? &operations : nullptr;
}

}  // namespace apps::lu

#else

namespace apps::lu {

blas const* lapack_blas() noexcept { return nullptr; }

}  // namespace apps::lu

#endif
