// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "base/escape.hpp"

namespace apps {

json::json(double value) {
  if (!std::isfinite(value)) return;
  char buffer[32];
  auto const end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  text.assign(buffer, end);
}

json::json(std::string_view value) : text("\"") {
  for (char const c : skua::base::well_formed(value)) {  // a command line is bytes, not necessarily UTF-8
    auto const byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", byte);
      text += escape;
    } else {
      text += c;
    }
  }
  text += '"';
}

json::json(std::vector<json> const& values) : text("[") {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ", ";
    text += values[i].text;
  }
  text += ']';
}

json_object& json_object::add(std::string_view key, json const& value) {
  if (!members_.empty()) members_ += ", ";
  members_ += json(key).text + ": " + value.text;
  keys_.emplace_back(key);
  return *this;
}

bool json_object::has(std::string_view key) const { return std::find(keys_.begin(), keys_.end(), key) != keys_.end(); }

json_object::operator json() const {
  json object;
  object.text = "{" + members_ + "}";
  return object;
}

}  // namespace apps
