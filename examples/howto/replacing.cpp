// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The recipes of docs/howto/replacing.md: programs written for std::async, OpenMP and oneTBB.
// Comments say what stood there before.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <ranges>
#include <utility>
#include <vector>

#include <skua/algorithm.hpp>
#include <skua/skua.hpp>

#include "../support/recipes.hpp"

namespace {

using numbers = std::vector<int>;

long sum_of_part(numbers const& v, std::size_t begin, std::size_t end) {
  return std::accumulate(v.data() + begin, v.data() + end, 0L);
}

long sum_of(numbers const& v) {
  std::vector<skua::future<long>> parts;              // was: std::vector<std::future<long>>
  for (std::size_t i = 0; i < v.size(); i += 1000) {  // was: std::async(std::launch::async, …)
    parts.push_back(skua::async(sum_of_part, std::cref(v), i, std::min(i + 1000, v.size())));
  }
  long sum = 0;
  for (auto& part : parts) sum += part.get();
  return sum;
}

bool std_async() {
  numbers v(100'000);
  std::iota(v.begin(), v.end(), 1);
  return sum_of(v) == 5'000'050'000;
}

double area_of_circle(int n) {
  auto const height = [n](int i) {
    double const x = (i + 0.5) / n;  // was: private(x)
    return 4 / (1 + x * x) / n;
  };
  // was: #pragma omp parallel for reduction(+: area)
  return skua::transform_reduce(std::views::iota(0, n), 0.0, std::plus<>(), height);
}

void add_to_both(numbers& a, numbers& b) {
  skua::finish([&] {  // was: #pragma omp parallel
    // was: #pragma omp for schedule(dynamic) nowait
    skua::for_async(std::ssize(a), [&](std::int64_t i) { a[static_cast<std::size_t>(i)] += 1; });
    // was: #pragma omp for
    skua::for_async(std::ssize(b), [&](std::int64_t i) { b[static_cast<std::size_t>(i)] += 2; });
  });
}

bool openmp_loops() {
  numbers a(1000, 1), b(2000, 1);
  add_to_both(a, b);
  double const error = area_of_circle(1'000'000) - 3.14159265358979;
  return a == numbers(1000, 2) && b == numbers(2000, 3) && error < 1e-9 && error > -1e-9;
}

void sort_parts(int* begin, int* end) {
  if (end - begin < 2) return;
  int const pivot = *begin;
  int* middle = begin;
  for (int* p = begin + 1; p != end; ++p) {
    if (*p < pivot) std::swap(*p, *++middle);
  }
  std::swap(*begin, *middle);
  skua::spawn([=] { sort_parts(begin, middle); });  // was: #pragma omp task
  sort_parts(middle + 1, end);
}

void sort_all(numbers& v) {  // was: #pragma omp parallel, #pragma omp single, #pragma omp taskgroup
  skua::finish([&] { sort_parts(v.data(), v.data() + v.size()); });
}

bool openmp_tasks() {
  numbers v(10'000);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<int>(i * 7919 % 10'007);
  sort_all(v);
  return std::is_sorted(v.begin(), v.end());
}

double dot_product(std::vector<double> const& a, std::vector<double> const& b) {
  return skua::transform_reduce(a.begin(), a.end(), b.begin(), 0.0);  // was: tbb::parallel_reduce
}

void scale_and_shift(std::vector<double>& a, std::vector<double>& b) {
  skua::finish([&] {  // was: tbb::task_group group; … group.wait()
    skua::spawn([&] {
      for (double& x : a) x *= 2;
    });  // was: group.run(…)
    skua::spawn([&] {
      for (double& x : b) x += 1;
    });
  });
}

bool onetbb() {
  std::vector<double> a(1000, 1.5), b(1000, 3.0);
  scale_and_shift(a, b);
  return dot_product(a, b) == 12'000;
}

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    return run_recipes({{"replace std::async", std_async},
                        {"replace OpenMP loops", openmp_loops},
                        {"replace OpenMP tasks", openmp_tasks},
                        {"replace oneTBB", onetbb}});
  });
}
