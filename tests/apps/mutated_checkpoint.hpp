// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Saved searches that were changed and have a correct checksum.

#pragma once

#include <gtest/gtest.h>

#include <unistd.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <skua/skua.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "../../apps/common/error.hpp"
#include "../../apps/common/saved_search.hpp"

namespace apps {

/// A number from the environment.
inline int number_given(char const* name, int otherwise) {
  char const* value = std::getenv(name);
  return value != nullptr ? std::atoi(value) : otherwise;
}
/// The number of changed files per search: TEST_MUTATIONS, or 1,500.
inline int mutations() { return number_given("TEST_MUTATIONS", 1500); }
inline unsigned mutation_seed() { return static_cast<unsigned>(number_given("TEST_SEED", 1)); }

/// A file that a search has saved, and changed copies of it.
class mutated_checkpoint {
 public:
  static constexpr char const* subject = "a test";

  mutated_checkpoint() { std::filesystem::create_directories(folder_); }
  mutated_checkpoint(mutated_checkpoint const&) = delete;
  mutated_checkpoint& operator=(mutated_checkpoint const&) = delete;
  ~mutated_checkpoint() { std::filesystem::remove_all(folder_); }

  std::string file() const { return (folder_ / "saved").string(); }

  void read() {
    std::ifstream in(file(), std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(in), {});
    // Magic, version, and two texts. Each text follows its length: a byte, or 255 and a word.
    content_ = 8 + 4;
    for (int text = 0; text < 2; ++text) {
      std::uint64_t length = static_cast<unsigned char>(bytes_.at(content_++));
      if (length == 255) {
        std::memcpy(&length, bytes_.data() + content_, sizeof length);
        content_ += sizeof length;
      }
      content_ += length;
    }
    ASSERT_LT(content_ + 8, bytes_.size());
  }

  /// Writes a changed copy.
  void mutate(std::mt19937& random) {
    std::string changed = bytes_.substr(0, bytes_.size() - 8);
    has_copied_bytes = false;
    first_change = std::ptrdiff_t{1} << 40;
    for (auto change = random() % 3 + 1; change > 0; --change) {
      std::size_t const least = random() % 50 == 0 ? 0 : content_;
      if (changed.size() <= least) break;
      std::size_t const position = least + random() % (changed.size() - least);
      first_change =
          std::min(first_change, static_cast<std::ptrdiff_t>(position) - static_cast<std::ptrdiff_t>(content_));
      std::size_t const room = changed.size() - position;
      switch (random() % 12) {
        case 0:
          changed.resize(position);
          break;
        case 1:
          changed.insert(position, random() % 40 + 1, static_cast<char>(random()));
          break;
        case 2:
          changed.erase(position, random() % 40 + 1);
          break;
        case 3:  // a word that is an extreme value of its type, or close to one
          for (std::size_t i = 0, n = std::min(room, std::size_t{4} << random() % 2), end = random() % 2; i < n; ++i) {
            changed[position + i] = static_cast<char>(i + 1 == n ? (end != 0 ? 0x7f : 0x80) : (end != 0 ? 0xff : 0));
          }
          break;
        case 4:
          for (std::size_t i = 0; i < std::min<std::size_t>(room, 8); ++i)
            changed[position + i] = static_cast<char>(0xff);
          break;
        case 5: {  // bytes copied from another part of the file
          std::string const piece = changed.substr(least + random() % (changed.size() - least), random() % 64 + 1);
          changed.replace(position, std::min(room, piece.size()), piece);
          has_copied_bytes = true;
          break;
        }
        case 6:
          changed[position] = static_cast<char>(changed[position] + 1);
          break;
        case 7:
          changed[position] = static_cast<char>(changed[position] - 1);
          break;
        case 8:
          changed[position] = static_cast<char>(random());
          break;
        default:
          changed[position] = static_cast<char>(changed[position] ^ (1 << random() % 8));
          break;
      }
    }
    std::uint64_t sum = 0xcbf29ce484222325u;  // FNV-1a
    for (char const c : changed) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    changed.append(reinterpret_cast<char const*>(&sum), sizeof sum);
    std::ofstream(file(), std::ios::binary) << changed;
  }

  bool has_copied_bytes = false;    ///< bytes were copied from elsewhere in the file, perhaps a node
  std::ptrdiff_t first_change = 0;  ///< from the beginning of the content; negative: in the head

 private:
  std::filesystem::path const folder_ =
      std::filesystem::temp_directory_path() / ("skua-mutated-" + std::to_string(::getpid()));
  std::string bytes_;
  std::size_t content_ = 0;
};

/// The optimum is right. A copy of bytes can replace one node by another; then the subtree of the
/// first is lost.
inline constexpr auto optimal = [](auto const& r, auto const& expected, mutated_checkpoint const& file) {
  return r.value == expected.value || file.has_copied_bytes;
};

/// The count is right, unless the count in the file was changed: no check can notice that.
inline constexpr auto counted = [](auto const& r, auto const& expected, mutated_checkpoint const& file) {
  bool const other_count = file.first_change < static_cast<std::ptrdiff_t>(sizeof r.value);
  return r.value == expected.value || file.has_copied_bytes || other_count;
};

/// The result of an enumeration that continues from the file: the value in it, and the values of
/// its open nodes and of all nodes below them, added here without the search engine.
template <typename Operation, typename Problem>
auto value_from_file(Problem const& p, mutated_checkpoint const& file) {
  using result = skua::search::enumeration<Problem, std::remove_cvref_t<decltype(Operation::identity())>>;
  auto const r = skua::search::load<result>(file.file(), mutated_checkpoint::subject, p);
  auto sum = r.value;
  std::vector<typename Problem::node> pending;
  for (auto const& open : r.open) pending.push_back(open.node);
  while (!pending.empty()) {
    auto const n = pending.back();
    pending.pop_back();
    skua::sched::merge(Operation{}, sum, p.value(n));
    auto children = p.children(n);
    for (typename Problem::node child; children.next(child);) pending.push_back(child);
  }
  return sum;
}

/// Stops run(request) after `nodes` nodes, changes the file, and resumes it; repeats this `files`
/// times. Each resumed run must end with a refusal, or with an answer for which judge(answer,
/// uninterrupted answer, file) holds.
template <typename Run, typename Judge>
void expect_answer_or_refusal(std::uint64_t nodes, Run const& run, Judge const& judge, int files = mutations()) {
  mutated_checkpoint file;
  std::mt19937 random(mutation_seed());
  int refused = 0, answered = 0;
  skua::runtime job{{.workers = 1}};
  job.run([&] {
    search_request request;
    request.coordination = skua::search::sequential{};
    request.description = mutated_checkpoint::subject;
    auto const expected = run(std::as_const(request));
    ASSERT_TRUE(expected.complete);
    request.limits.node_limit = nodes;
    request.checkpoint = file.file();
    ASSERT_FALSE(run(std::as_const(request)).complete) << "it ended too early";
    file.read();
    request.checkpoint.clear();
    request.resume = file.file();
    request.limits.node_limit = 0;
    ASSERT_TRUE(run(std::as_const(request)).complete) << "the file as it was";
    request.limits.node_limit = 1'000'000 + 100 * expected.stats.nodes;
    for (int i = 0; i < files && !testing::Test::HasFailure(); ++i) {
      SCOPED_TRACE("file " + std::to_string(i) + " of TEST_SEED=" + std::to_string(mutation_seed()));
      file.mutate(random);
      try {
        auto const r = run(std::as_const(request));
        ++answered;
        EXPECT_TRUE(r.complete) << "it did not end";
        EXPECT_TRUE(judge(r, expected, file));
      } catch (input_error const& e) {
        ++refused;
        EXPECT_EQ(std::string(e.what()).find("--resume: " + file.file() + ": "), 0u) << e.what();
        EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
      }
    }
  });
  testing::Test::RecordProperty("refused", refused);
  testing::Test::RecordProperty("answered", answered);
}

}  // namespace apps
