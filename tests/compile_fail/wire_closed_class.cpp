// expect: skua: this class does not travel to another place: it is neither trivially copyable nor an aggregate
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/wire/wire.hpp>

class account {
 public:
  std::string const& owner() const { return owner_; }

 private:
  std::string owner_;
};

void program() { skua::wire::require_serializable<std::optional<account>>(); }
