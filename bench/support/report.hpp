// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the program shows: plain names, medians, and a verdict on every target.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <memory>
#include <string>

#include "support/case.hpp"

namespace bench {

/// Case name -> counter name -> median.
using results = std::map<std::string, std::map<std::string, double>>;

/// Passes everything to `inner`, with the name of a case as it was given (no
/// "/repeats:5/manual_time") and only the aggregates that say something about five values: median,
/// min, max. Stores the medians in `out`.
std::unique_ptr<benchmark::BenchmarkReporter> plain_reporter(std::unique_ptr<benchmark::BenchmarkReporter> inner,
                                                             results* out);

/// Prints one line per target of the cases that ran; returns how many were missed. A target missed
/// while other processes kept the machine busy (the case says so in `other_load`) is shown as noisy
/// and not counted.
int print_verdicts(suite const& all, results const& measured);

}  // namespace bench
