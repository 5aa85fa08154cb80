// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole wire layer: encode, decode, and the codecs of the standard library's types.
#pragma once

#include <skua/detail/wire/function_name.hpp>
#include <skua/wire/associative.hpp>
#include <skua/wire/codec.hpp>
#include <skua/wire/sequences.hpp>
#include <skua/wire/sums.hpp>
