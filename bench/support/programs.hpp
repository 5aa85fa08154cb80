// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fib, and three programs that suites of task runtimes share, written once for all of them, as
// skua_runtime (skua.hpp) describes them.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/opaque.hpp"
#include "support/rounds.hpp"

namespace bench {

template <class Runtime>
SKUA_BENCH_NOINLINE long fib_fork(long n) {
  if (n < 2) return n;
  long a;
  long b = 0;
  Runtime::fork([&](auto&& start) {
    start([&a, n] { a = fib_fork<Runtime>(n - 1); });
    b = fib_fork<Runtime>(n - 2);
  });
  return a + b;
}

/// The sum of the numbers of 10^depth leaves: a task for each node of a tree.
struct skynet {
  static constexpr char const* name = "skynet";
  static int depth() { return size(6, 3); }
  static long answer() {
    long const leaves = skynet::leaves(depth());
    return leaves * (leaves - 1) / 2;
  }
  template <class Runtime>
  static long run() {
    return add<Runtime>(0, depth());
  }

 private:
  static long leaves(int height) { return height == 0 ? 1 : 10 * leaves(height - 1); }
  template <class Runtime>
  SKUA_BENCH_NOINLINE static long add(long first, int height) {
    if (height == 0) return first;
    std::array<long, 10> sums;
    long const step = leaves(height - 1);
    Runtime::fork([&](auto&& start) {
      for (int i = 0; i < 10; ++i)
        start([&sums, first, step, height, i] {
          sums[static_cast<std::size_t>(i)] = add<Runtime>(first + i * step, height - 1);
        });
    });
    long sum = 0;
    for (long const part : sums) sum += part;
    return sum;
  }
};

/// The ways to place queens on a board of at most 16 rows: a task for each square that no queen
/// attacks. The columns beside the board count as attacked.
struct nqueens {
  static constexpr char const* name = "nqueens";
  static int queens() { return size(12, 8); }
  static long answer() { return size(14'200L, 92L); }
  template <class Runtime>
  static long run(int board = queens()) {
    return place<Runtime>(board, ~0U << board, 0, 0);
  }

 private:
  template <class Runtime>
  SKUA_BENCH_NOINLINE static long place(int rows, unsigned columns, unsigned rising, unsigned falling) {
    if (rows == 0) return 1;
    std::array<long, 16> ways{};
    Runtime::fork([&](auto&& start) {
      for (unsigned free = ~(columns | rising | falling), n = 0; free != 0; free &= free - 1) {
        unsigned const square = free & -free;
        start([&way = ways[n++], rows, both = columns | square, up = (rising | square) << 1,
               down = (falling | square) >> 1] { way = place<Runtime>(rows - 1, both, up, down); });
      }
    });
    long sum = 0;
    for (long const part : ways) sum += part;
    return sum;
  }
};

/// The product of two square matrices: each quarter of the result is a task, down to blocks.
struct matmul {
  static constexpr char const* name = "matmul";
  static long answer() {  // each element is the number of columns
    long const n = order();
    return n * n * n;
  }
  template <class Runtime>
  static long run() {
    matrices m(order());
    multiply<Runtime>(m, 0, 0, order());
    double sum = 0;
    for (float const element : m.c) sum += element;
    return static_cast<long>(sum);
  }

 private:
  static constexpr long block = 32;
  static long order() { return size(512, 64); }
  struct matrices {
    explicit matrices(long order) : n(order), a(static_cast<std::size_t>(n * n), 1), b(a), c(a.size()) {}
    long n;
    std::vector<float> a, b, c;
  };
  template <class Runtime>
  static void multiply(matrices& m, long row, long column, long edge) {
    if (edge == block) return multiply_block(m, row, column);
    long const half = edge / 2;
    Runtime::fork([&](auto&& start) {
      for (long const down : {0L, half})
        for (long const right : {0L, half})
          start([&m, half, r = row + down, c = column + right] { multiply<Runtime>(m, r, c, half); });
    });
  }
  SKUA_BENCH_NOINLINE static void multiply_block(matrices& m, long row, long column) {
    for (long i = row; i < row + block; ++i) {
      std::array<float, block> sums{};
      for (long k = 0; k < m.n; ++k) {
        float const factor = m.a[static_cast<std::size_t>(i * m.n + k)];
        float const* const b = m.b.data() + k * m.n + column;
        for (long j = 0; j < block; ++j) sums[static_cast<std::size_t>(j)] += factor * b[j];
      }
      std::copy(sums.begin(), sums.end(), m.c.begin() + i * m.n + column);
    }
  }
};

/// `ms_1`, `ms_2`: the elapsed time with one and with two threads, the median of nine runs.
template <class Runtime, class Program, class State>
void measure_program(State& state) {
  if (skipped_on_one_cpu(state)) return;
  for (auto _ : state) {
    for (int const threads : {1, 2}) {
      report(state, medians_of_rounds({size(9, 1)}, [&](int) -> figures {
               long answer = 0;
               double const seconds = Runtime::run(
                   threads, [&] { return wall_seconds([&] { answer = Program::template run<Runtime>(); }); });
               require(answer == Program::answer(), "wrong answer");
               return {{time_figure, seconds}, {"ms_" + std::to_string(threads), 1e3 * seconds}};
             }));
    }
  }
}

template <class Runtime>
void add_programs(suite& registry) {
  auto const add = [&]<class Program>(Program) {
    registry.add(std::string("programs/") + Program::name + Runtime::suffix,
                 measure_program<Runtime, Program, benchmark::State>, {}, 1);
  };
  add(skynet{});
  add(nqueens{});
  add(matmul{});
}

}  // namespace bench
