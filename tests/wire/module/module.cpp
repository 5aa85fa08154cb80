// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shared library with functions that the tests name across processes.

namespace {
int greeted = 0;
}

extern "C" {
int module_add(int a, int b) { return a + b + greeted; }
int module_multiply(int a, int b) { return a * b + greeted; }
int* module_data() { return &greeted; }
}
