// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua sip`: the two graphs, and the check of the answer.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "../skua/applications.hpp"
#include "../skua/fingerprint.hpp"
#include "../skua/search_options.hpp"
#include "../skua/text.hpp"
#include "certificate.hpp"
#include "known.hpp"
#include "parallel.hpp"

namespace apps {
namespace sip {
namespace {

class sip_application final : public application {
 public:
  std::string name() const override { return "sip"; }
  std::string description() const override {
    return "subgraph isomorphism: finds a pattern in a graph, or counts how often it is there";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("PATTERN", pattern_file_, "the graph to look for, in LAD format")->required()->type_name("");
    command.add_option("TARGET", target_file_, "where to look for it, in LAD format")->required()->type_name("");
    command.add_flag("--induced", wish_.induced, "vertices that are not joined must have images that are not joined");
    auto* count = command.add_flag("--count", count_, "count all injective maps instead of stopping at the first");
    command.add_flag("--certify", certify_, certify_help)->excludes(count);
    search_.add_to(command);
  }

  void prepare() override {
    search_.prepare();
    pattern_ = read_lad(pattern_file_);
    target_ = read_lad(target_file_);
    if (certify_) {
      must_be_readable_twice(pattern_file_);
      must_be_readable_twice(target_file_);
    }
    known_ = known_count(pattern_, target_, wish_.induced);
  }

  void parallel(common_options const& options) override {
    auto request =
        search_.request(std::string("sip") + (wish_.induced ? " --induced" : "") + (count_ ? " --count" : "") + ": " +
                        std::to_string(pattern_.order()) + " in " + std::to_string(target_.order()) + " vertices, " +
                        fingerprint(pattern_.rows(), target_.rows()));
    search_line const line(options.show_progress(), "sip", request.limits);
    auto* const search = count_ ? count_parallel : find_parallel;
    outcome_ = search(pattern_, target_, wish_, request);
  }
  void sequential() override { twin_ = (count_ ? count_sequential : find_sequential)(pattern_, target_, wish_); }
  /// An embedding proves itself.
  bool needs_twin() const override { return outcome_.complete && !known_ && (count_ || outcome_.found.count == 0); }

  report check() override {
    auto const& found = outcome_.found;
    report made;
    made.answer = text();
    json_object result;
    if (count_) {
      result.add("count", found.count);
    } else {
      std::vector<json> images;
      for (int const image : found.images) images.emplace_back(image);
      result.add("found", found.count != 0).add("images", found.count != 0 ? json(images) : json());
    }
    made.result = result.add("induced", wish_.induced).add("complete", outcome_.complete);
    made.work = found.nodes;
    made.work_unit = "nodes";
    add_search_stats(made.stats, search_.how(), outcome_.stats);
    if (twin_) made.stats.add("sequential_nodes", twin_->nodes);
    if (!outcome_.complete) made.notes.push_back(search_.stopped_note(outcome_.share));
    auto const wrong = complaint(made.verified_how);
    made.verified = wrong.empty();
    if (!made.verified) made.verified_how = wrong;
    if (certify_ && found.count != 0) {
      auto const map = pairs_of(found.images);
      add_certificate(made, witness(map),
                      certify(edges_of_file(pattern_file_), edges_of_file(target_file_), map, wish_.induced));
    } else if (certify_) {
      add_no_certificate(made);
    }
    return made;
  }

 private:
  std::string text() const {
    auto const& found = outcome_.found;
    auto const where = pattern_.name() + (wish_.induced ? " (induced) in " : " in ") + target_.name();
    if (count_) return (outcome_.complete ? "" : "at least ") + grouped(found.count) + " embeddings of " + where;
    if (found.count == 0) return (outcome_.complete ? "no embedding of " : "no embedding found of ") + where;
    std::string list;
    for (int const image : found.images) list += " " + std::to_string(image);
    return "embedding of " + where + ":" + list;
  }

  /// What is wrong, or nothing; then `how` says what was looked at.
  std::string complaint(std::string& how) const {
    auto const& found = outcome_.found;
    bool const there = found.count != 0;
    if (!count_ && there) {
      if (!is_embedding(pattern_, target_, found.images, wish_.induced)) return "the images are no embedding";
      how = "every pair of images checked";
    }
    auto const differs = [&](std::uint64_t all) {
      if (!outcome_.complete) return found.count > all;
      return count_ ? found.count != all : there != (all != 0);
    };
    auto const expected = [&](std::uint64_t all) {
      return count_ ? "expected " + std::to_string(all) + " embeddings"
                    : "expected " + std::string(all != 0 ? "an" : "no") + " embedding";
    };
    auto const add = [&](char const* text) { how += (how.empty() ? "" : ", ") + std::string(text); };
    if (known_) {
      if (differs(*known_)) return expected(*known_);
      add(outcome_.complete ? "equal to the known count" : "not more than the known count");
      if (!count_ && outcome_.complete) how = (there ? how : "the known count says so, too");
    }
    if (twin_) {
      if (differs(twin_->count)) return expected(twin_->count);
      add("agrees with the sequential program");
    }
    if (how.empty()) how = "nothing is claimed";
    return {};
  }

  std::string pattern_file_, target_file_;
  wish wish_;
  bool count_ = false;
  bool certify_ = false;
  search_options search_;
  graph pattern_, target_;
  std::optional<std::uint64_t> known_;
  outcome outcome_;
  std::optional<answer> twin_;
};

}  // namespace
}  // namespace sip

std::unique_ptr<application> make_sip() { return std::make_unique<sip::sip_application>(); }

}  // namespace apps
