// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The checks behind --certify: what they say of a correct witness, and that they refuse every kind
// of incorrect witness.

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "../../apps/clique/verifier.hpp"
#include "../../apps/knapsack/verifier.hpp"
#include "../../apps/sip/verifier.hpp"
#include "../../apps/tsp/verifier.hpp"
#include "complaint.hpp"

namespace {

using apps::certificate;

void expect_refused(certificate const& result, std::string const& text) {
  EXPECT_FALSE(result.holds) << result.text;
  EXPECT_NE(result.text.find(text), std::string::npos) << result.text;
}

void expect_holds(certificate const& result, std::string const& text) {
  EXPECT_TRUE(result.holds) << result.text;
  EXPECT_EQ(result.text, text);
}

/// A file of this test, removed at its end.
class some_file {
 public:
  explicit some_file(std::string const& content)
      : path_(::testing::TempDir() + "certificate_test." +
              ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::ofstream(path_) << content;
  }
  some_file(some_file const&) = delete;
  some_file& operator=(some_file const&) = delete;
  ~some_file() { std::remove(path_.c_str()); }

  std::string const& path() const { return path_; }

 private:
  std::string path_;
};

// A triangle, a tail and an isolated vertex; one edge is listed from its other end, and one twice.
std::string const triangle = "c e 4 5\np edge 5 4\ne 1 2\n e 3 2\r\ne 1 3\ne 3 4\ne 4 3\n";

TEST(certificate_clique, from_the_file) {
  some_file const file(triangle);
  auto const check = [&](std::vector<int> const& vertices, std::size_t size) {
    return apps::clique::certify(file.path(), "", vertices, size);
  };
  expect_holds(check({3, 1, 2}, 3), "all 3 pairs of 3 vertices are edges (file read anew)");
  expect_holds(check({3, 4}, 2), "all 1 pair of 2 vertices are edges (file read anew)");
  expect_holds(check({5}, 1), "the vertex is one of the graph (file read anew)");
  expect_refused(check({1, 2, 3}, 4), "expected 4 vertices, found 3");
  expect_refused(check({1, 2}, 1), "expected 1 vertex, found 2");
  expect_refused(check({1, 2, 2}, 3), "vertex 2 is there twice");
  expect_refused(check({4, 5}, 2), "vertices 4 and 5 are not joined");
  expect_refused(check({0, 1}, 2), "vertex 0 is not one of the graph's 5");
  expect_refused(check({6}, 1), "vertex 6 is not one of the graph's 5");
  expect_refused(apps::clique::certify(file.path() + ".none", "", {1}, 1), "the graph cannot be read again");
}

TEST(certificate_clique, from_the_definition) {
  auto const check = [](std::vector<int> const& vertices) {
    return apps::clique::certify("", "hamming6-4", vertices, vertices.size());
  };
  expect_holds(check({1, 16, 52, 61}), "all 6 pairs of 4 vertices are edges (graph made anew)");
  expect_refused(check({1, 16, 52, 62}), "are not joined");
  expect_refused(check({1, 16, 52, 65}), "vertex 65 is not one of the graph's 64");
}

TEST(certificate_knapsack, of_four_items) {
  using apps::knapsack::certify;
  apps::knapsack::instance const input{"four", 10, {}, {{10, 5}, {6, 5}, {7, 6}, {1, 11}}};
  expect_holds(certify(input, {2, 1}, 16), "2 items weigh 10 of 10, profits add up to 16");
  expect_holds(certify(input, {}, 0), "0 items weigh 0 of 10, profits add up to 0");
  expect_refused(certify(input, {1, 2}, 17), "the items have profit 16, not 17");
  expect_refused(certify(input, {1, 3}, 17), "the items weigh 11 of 10");
  expect_refused(certify(input, {1, 1}, 20), "item 1 is chosen twice");
  expect_refused(certify(input, {0, 1}, 10), "item 0 is not one of the 4");
  expect_refused(certify(input, {5}, 0), "item 5 is not one of the 4");
}

TEST(certificate_tsp, of_a_square) {
  using apps::tsp::certify;
  apps::tsp::instance in("square", 4);
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < a; ++b) in.set_distance(a, b, (a + b) % 2 == 1 ? 10 : 14);
  }
  expect_holds(certify(in, {1, 2, 3, 4}, 40), "each of 4 cities is visited once, distances add up to 40");
  expect_holds(certify(in, {2, 4, 3, 1}, 48), "each of 4 cities is visited once, distances add up to 48");
  expect_refused(certify(in, {2, 4, 3, 1}, 40), "the tour has length 48, not 40");
  expect_refused(certify(in, {1, 2, 3}, 40), "city 4 is visited 0 times");
  expect_refused(certify(in, {1, 2, 3, 5}, 40), "city 5 is not one of the 4");
  expect_refused(certify(in, {0, 1, 2, 3}, 40), "city 0 is not one of the 4");
}

std::string const path_of_three = "3\n1 1\n2 0 2\n1 1\n";
std::string const triangle_and_tail = "4\n2 1 2\n2 0 2\n3 0 1\n3\n1 2\n";

TEST(certificate_sip, of_a_path_in_a_triangle_with_a_tail) {
  using map = std::vector<std::pair<int, int>>;
  auto const read = [](std::string const& text) { return apps::sip::edges_of_file(some_file(text).path()); };
  auto const pattern = read(path_of_three);
  auto const target = read(triangle_and_tail);
  ASSERT_EQ(pattern.edges.size(), 4u);
  ASSERT_EQ(target.edges.size(), 8u);
  auto const check = [&](map const& images, bool induced = false) {
    return apps::sip::certify(pattern, target, images, induced);
  };

  EXPECT_EQ(apps::sip::pairs_of({2, 0}), (map{{0, 2}, {1, 0}}));
  expect_holds(check({{0, 0}, {1, 1}, {2, 2}}), "3 vertices have 3 different images, all 2 edges become edges");
  expect_holds(check({{2, 3}, {1, 2}, {0, 0}}, true),
               "3 vertices have 3 different images, all 2 edges become edges, no other pair does");
  expect_refused(check({{0, 0}, {1, 1}, {2, 2}}, true), "edge 0-2 comes from 0-2, which is not an edge");
  expect_refused(check({{0, 0}, {1, 1}, {2, 3}}), "edge 1-2 becomes 1-3, which is not an edge");
  expect_refused(check({{0, 0}, {1, 1}, {2, 0}}), "0 is the image of two vertices");
  expect_refused(check({{0, 0}, {1, 1}, {2, 4}}), "4 is not a vertex of the target");
  expect_refused(check({{0, -1}, {1, 1}, {2, 2}}), "-1 is not a vertex of the target");
  expect_refused(check({{0, 0}, {1, 1}, {3, 2}}), "3 is not a vertex of the pattern");
  expect_refused(check({{0, 0}, {1, 1}}), "vertex 2 of the pattern has not one image");
  expect_refused(apps::sip::certify(pattern, read("2\n1 1\n1 7\n"), {{0, 0}, {1, 1}, {2, 2}}, false),
                 "a graph cannot be read again");
  expect_refused(apps::sip::certify(read(""), target, {}, false), "a graph cannot be read again");
}

TEST(certificate_report, one_that_fails_makes_the_answer_wrong) {
  apps::report right;
  right.verified = true;
  right.verified_how = "all is well";
  auto wrong = right;
  apps::add_certificate(right, apps::witness(std::vector{1, 2}), {true, "seen"});
  EXPECT_TRUE(right.verified);
  EXPECT_EQ(right.verified_how, "all is well");
  EXPECT_EQ(right.witness, "1 2");
  EXPECT_EQ(right.certified, "seen");
  EXPECT_EQ(apps::json(right.result).text, R"({"witness": [1, 2], "certified": true, "certificate": "seen"})");

  apps::add_certificate(wrong, apps::witness(std::vector{std::pair(0, 3), std::pair(1, 2)}), {false, "not seen"});
  EXPECT_FALSE(wrong.verified);
  EXPECT_EQ(wrong.verified_how, "the certificate fails: not seen");
  EXPECT_EQ(wrong.witness, "0->3 1->2");
  EXPECT_EQ(wrong.certified, "no: not seen");
  EXPECT_EQ(apps::json(wrong.result).text,
            R"({"witness": [[0, 3], [1, 2]], "certified": false, "certificate": "not seen"})");
  apps::add_certificate(wrong, apps::witness(std::vector<int>{}), {true, "seen"});
  EXPECT_FALSE(wrong.verified) << "it stays wrong";
  EXPECT_EQ(wrong.witness, "nothing chosen");
}

TEST(certificate_report, a_pipe_is_refused) {
  some_file const file(triangle);
  EXPECT_NO_THROW(apps::must_be_readable_twice(file.path()));
  auto const refuse = [](std::string const& name) { apps::must_be_readable_twice(name); };
  EXPECT_EQ(apps::complaint_of(refuse, "/dev/null"),
            "/dev/null: --certify reads the graph a second time: expected a file on disk, found none");
}

}  // namespace
