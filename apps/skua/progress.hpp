// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The live line on a terminal while an application computes.

#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace apps {

/// While the object exists, redraws one line on standard error about five times a second; the
/// destructor erases the line. If standard error is not a terminal, prints a line every ten seconds
/// instead. Does nothing (starts no thread, never calls `text`) if `enabled` is false.
///
/// `text` runs on a plain thread of its own: it may read atomics and a reducer's `peek()`, and must
/// not wait.
class progress {
 public:
  progress(bool enabled, std::function<std::string(double seconds)> text);
  ~progress();
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;

 private:
  void draw();

  std::function<std::string(double)> text_;
  bool on_terminal_;
  std::mutex mutex_;
  std::condition_variable end_condition_;
  bool end_ = false;
  std::thread thread_;
};

}  // namespace apps
