// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static shared objects of a run.
#pragma once

namespace skua::remote {

/// Makes the static shared objects, and binds their handles at every place. Called in the scope
/// of a run's body, before the body begins.
void bind_statics();

}  // namespace skua::remote
