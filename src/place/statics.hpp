// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static shared objects of a run.
#pragma once

namespace skua::remote {

/// In the scope of a run's body, before that begins: makes the static shared objects, and tells
/// every place.
void bind_statics();

}  // namespace skua::remote
