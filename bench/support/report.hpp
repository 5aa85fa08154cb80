// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The output of the program: plain names, medians, and a verdict on every target.
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
/// "/repeats:5/manual_time") and only the aggregates that are meaningful for five values: median,
/// min, max. Stores the medians in `medians`.
std::unique_ptr<benchmark::BenchmarkReporter> plain_reporter(std::unique_ptr<benchmark::BenchmarkReporter> inner,
                                                             results* medians);

/// Prints one line per target of the cases that ran; returns how many were missed. A target missed
/// while other processes kept the machine busy (`other_load` of the case) is shown as noisy and not
/// counted.
int print_verdicts(suite const& cases, results const& medians);

}  // namespace bench
