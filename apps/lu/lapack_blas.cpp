// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The dense operations from a BLAS and LAPACK library, where the build found one. The library is
// loaded at the first request: OpenBLAS starts threads that spin for tens of milliseconds in every
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
library library_functions;

void factorise(int m, int n, double* a, int lda, std::int32_t* pivots) {
  static_assert(std::is_same_v<lapack_int, std::int32_t>, "pivots are 32-bit numbers here");
  library_functions.dgetrf(LAPACK_COL_MAJOR, m, n, a, lda, pivots);
  for (int j = 0; j < n; ++j) --pivots[j];  // LAPACK counts from one
}

void solve_lower(int m, int n, double const* l, int ldl, double* b, int ldb) {
  library_functions.dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, m, n, 1.0, l, ldl, b, ldb);
}

void subtract_product(int m, int n, int k, double const* a, int lda, double const* b, int ldb, double* c, int ldc) {
  library_functions.dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, m, n, k, -1.0, a, lda, b, ldb, 1.0, c, ldc);
}

// Skua's workers already use every core. Which library implements cblas.h is known only at run
// time, and the reference BLAS has no threads and no such function: so the functions are looked up
// by name.
int use_threads(int count) {
  for (char const* const name : {"openblas_set_num_threads", "MKL_Set_Num_Threads", "bli_thread_set_num_threads"}) {
    void* const setter = dlsym(RTLD_DEFAULT, name);
    if (setter == nullptr) continue;
    if (name[1] == 'l')
      reinterpret_cast<void (*)(std::int64_t)>(setter)(count);  // BLIS takes its own 64-bit integer
    else
      reinterpret_cast<void (*)(int)>(setter)(count);
    return count;
  }
  return 1;
}

template <typename Function>
void look_up(Function& function, char const* name) noexcept {
  function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

bool load() noexcept {
  setenv("OPENBLAS_NUM_THREADS", "1", 0);
  for (char const* const file : {SKUA_CBLAS_FILE, SKUA_LAPACKE_FILE}) {
    if (dlopen(file, RTLD_NOW | RTLD_GLOBAL) == nullptr) return false;
  }
  look_up(library_functions.dgetrf, "LAPACKE_dgetrf_work");
  look_up(library_functions.dtrsm, "cblas_dtrsm");
  look_up(library_functions.dgemm, "cblas_dgemm");
  (void)use_threads(1);
  return library_functions.dgetrf != nullptr && library_functions.dtrsm != nullptr &&
         library_functions.dgemm != nullptr;
}

}  // namespace

blas const* lapack_blas() noexcept {
  static constexpr blas operations{factorise, solve_lower, subtract_product, use_threads, "lapack"};
  static bool const is_loaded = load();
  return is_loaded ? &operations : nullptr;
}

}  // namespace apps::lu

#else

namespace apps::lu {

blas const* lapack_blas() noexcept { return nullptr; }

}  // namespace apps::lu

#endif
