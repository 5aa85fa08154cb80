// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "certificate.hpp"

#include <filesystem>

#include "text.hpp"

namespace apps {

witness::witness(std::vector<int> const& numbers) : items(numbers.begin(), numbers.end()) {
  for (int const number : numbers) shown += (shown.empty() ? "" : " ") + std::to_string(number);
}

witness::witness(std::vector<std::pair<int, int>> const& map) {
  for (auto const& [from, to] : map) {
    shown += (shown.empty() ? "" : " ") + std::to_string(from) + "->" + std::to_string(to);
    items.emplace_back(std::vector<json>{from, to});
  }
}

std::vector<int> from_one(std::vector<int> numbers) {
  for (int& number : numbers) ++number;
  return numbers;
}

std::string counted(std::size_t number, char const* one, char const* many) {
  return grouped(number) + " " + (number == 1 ? one : many);
}

void must_be_readable_twice(std::string const& file) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(file, ignored)) return;
  throw input_error(file + ": --certify reads the graph a second time: expected a file on disk, found none");
}

void add_certificate(report& to, witness const& found, certificate const& checked) {
  to.witness = found.items.empty() ? "nothing chosen" : found.shown;
  to.certified = (checked.holds ? "" : "no: ") + checked.text;
  to.result.add("witness", found.items).add("certified", checked.holds).add("certificate", checked.text);
  if (checked.holds) return;
  to.verified_how =
      (to.verified ? "the certificate fails: " : to.verified_how + "; the certificate fails: ") + checked.text;
  to.verified = false;
}

void add_no_certificate(report& to) {
  to.witness = "none";
  to.certified = "nothing, for no witness was found";
  to.result.add("witness", json()).add("certified", json()).add("certificate", to.certified);
}

}  // namespace apps
