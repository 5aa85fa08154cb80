// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The programs of the suite as OpenMP tasks. Only this source is compiled with OpenMP.
#include "openmp/task_suite.hpp"

#include <stdexcept>

#if defined(SKUA_TEST_OPENMP)

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <numeric>
#include <vector>

namespace task_suite {
namespace {

namespace openmp {

template <class F>
void spawn(F f) {
#pragma omp task firstprivate(f)
  f();
}

template <class F>
void wait_for_children(F const& f) {
  f();
#pragma omp taskwait
}

template <class F>
void group(F const& f) {
#pragma omp taskgroup
  f();
}

class dependences {
 public:
  explicit dependences(std::size_t n) : objects_(n + 1) {}
  std::size_t none() const { return objects_.size() - 1; }

  template <class F>
  void spawn(std::size_t object, std::size_t first, std::size_t second, F f) {
    char* const o = objects_.data();
#pragma omp task firstprivate(f) depend(in : o[first], o[second]) depend(inout : o[object])
    f();
  }

 private:
  std::vector<char> objects_;  // only their addresses matter
};

}  // namespace openmp

namespace ns = openmp;
#include "openmp/task_programs.inc"

}  // namespace

bool has_openmp() { return true; }

long run_with_openmp(int threads, std::size_t number, int size) {
  long result = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  result = programs[number].run(size);
  return result;
}

}  // namespace task_suite

#else

namespace task_suite {

bool has_openmp() { return false; }
long run_with_openmp(int, std::size_t, int) { throw std::logic_error("the tests are compiled without OpenMP"); }

}  // namespace task_suite

#endif
