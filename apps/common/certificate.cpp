// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "certificate.hpp"

#include <filesystem>

#include "text.hpp"

namespace apps {

witness::witness(std::vector<int> const& numbers) : items(numbers.begin(), numbers.end()) {
  for (int const number : numbers) text += (text.empty() ? "" : " ") + std::to_string(number);
}

witness::witness(std::vector<std::pair<int, int>> const& map) {
  for (auto const& [vertex, image] : map) {
    text += (text.empty() ? "" : " ") + std::to_string(vertex) + "->" + std::to_string(image);
    items.emplace_back(std::vector<json>{vertex, image});
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

void add_certificate(report& summary, witness const& solution, certificate const& checked) {
  summary.witness = solution.items.empty() ? "nothing chosen" : solution.text;
  summary.certified = (checked.holds ? "" : "no: ") + checked.text;
  summary.result.add("witness", solution.items).add("certified", checked.holds).add("certificate", checked.text);
  if (checked.holds) return;
  summary.verified_how =
      (summary.verified ? "the certificate fails: " : summary.verified_how + "; the certificate fails: ") +
      checked.text;
  summary.verified = false;
}

void add_no_certificate(report& summary) {
  summary.witness = "none";
  summary.certified = "nothing, because no witness was found";
  summary.result.add("witness", json()).add("certified", json()).add("certificate", summary.certified);
}

}  // namespace apps
