// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shared library with functions that the tests name across processes.

#ifndef SKUA_TEST_GREETED
#define SKUA_TEST_GREETED 0
#endif

namespace {
int greeted = SKUA_TEST_GREETED;
}

extern "C" {
int module_add(int a, int b) { return a + b + greeted; }
int module_multiply(int a, int b) { return a * b + greeted; }
int* module_data() { return &greeted; }
}
