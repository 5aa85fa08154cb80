// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes JSON text: just enough for one object on one line.

#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace apps {

/// A finished piece of JSON text.
struct json {
  std::string text = "null";

  json() = default;
  json(bool value) : text(value ? "true" : "false") {}
  json(double value);  ///< `null` for infinities and not-a-number, which JSON lacks
  json(std::string_view value);
  json(std::string const& value) : json(std::string_view(value)) {}
  json(char const* value) : json(std::string_view(value)) {}
  json(std::vector<json> const& values);

  template <std::integral Integer>
  json(Integer value) : text(std::to_string(value)) {}
};

/// Collects the members of an object in the order given.
class json_object {
 public:
  json_object& add(std::string_view key, json const& value);
  [[nodiscard]] bool has(std::string_view key) const;
  operator json() const;

 private:
  std::vector<std::string> keys_;
  std::string members_;
};

}  // namespace apps
