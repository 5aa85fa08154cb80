// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The environment that a launcher leaves, the choice of the MPI module, the errors without one, and
// an endpoint whose link reaches nobody. Needs no MPI.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <skua/error.hpp>
#include <string>

#include "transport/mpi/endpoint.hpp"
#include "transport/mpi/launcher.hpp"
#include "transport/mpi/module.hpp"
#include "transport/mpi/poll_backoff.hpp"
#include "transport/mpi/rank_directory.hpp"

namespace {

using namespace skua::transport::mpi;
using environment = std::map<std::string, std::string>;
using names = std::vector<std::string>;

environment const* current = nullptr;

launch with(environment const& e) {
  current = &e;
  return find_launch(+[](char const* name) -> char const* {
    auto const entry = current->find(name);
    return entry == current->end() ? nullptr : entry->second.c_str();
  });
}

template <class F, class... Arguments>
std::string complaint(F& call, Arguments const&... arguments) {
  try {
    static_cast<void>(call(arguments...));
  } catch (skua::error const& e) {
    return e.what();
  }
  return "none";
}

bool contains(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

TEST(mpi_launcher, knows_which_launcher_started_it) {
  EXPECT_EQ(with({}).launcher, nullptr);
  launch const open = with({{"OMPI_COMM_WORLD_SIZE", "4"}, {"PMIX_RANK", "1"}});
  EXPECT_EQ(open.ranks, 4);
  EXPECT_STREQ(open.flavour, "openmpi");
  EXPECT_EQ(open.rank, 0);
  EXPECT_EQ(with({{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "3"}}).rank, 3);
  launch const hydra = with({{"PMI_SIZE", "3"}, {"PMI_RANK", "0"}});
  EXPECT_EQ(hydra.ranks, 3);
  EXPECT_STREQ(hydra.flavour, "mpich");
  EXPECT_EQ(with({{"PMI_SIZE", "3"}, {"PMI_RANK", "2"}}).rank, 2);
  EXPECT_EQ(with({{"PMI_SIZE", "3"}}).launcher, nullptr);
}

TEST(mpi_launcher, a_slurm_step_is_one_but_a_batch_script_is_not) {
  environment batch = {{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}};
  EXPECT_EQ(with(batch).launcher, nullptr);
  environment step = batch;
  step["SLURM_STEP_ID"] = "0";
  EXPECT_EQ(with(step).ranks, 8);
  EXPECT_EQ(with(step).flavour, nullptr);
  step["SLURM_STEP_NUM_TASKS"] = "2";
  EXPECT_EQ(with(step).ranks, 2);
  step["SLURM_PROCID"] = "1";
  EXPECT_EQ(with(step).rank, 1);
  step["SLURM_MPI_TYPE"] = "none";
  EXPECT_EQ(with(step).launcher, nullptr);
  step["PMIX_RANK"] = "1";
  EXPECT_STREQ(with(step).flavour, "openmpi");
  step["PMI_RANK"] = "1";
  step["PMI_SIZE"] = "2";
  EXPECT_STREQ(with(step).launcher, "srun");
  EXPECT_STREQ(with(step).flavour, "mpich");
}

TEST(mpi_module, the_users_word_counts_before_the_programs_and_the_launchers) {
  launch const launcher{2, "a launcher", "mpich"};
  EXPECT_EQ(flavours("openmpi", "mpich", launcher), names{"openmpi"});
  EXPECT_EQ(flavours("/opt/module.so", nullptr, launcher), names{"/opt/module.so"});
  EXPECT_EQ(flavours("", "openmpi", launcher), names{"openmpi"});
  EXPECT_EQ(flavours(nullptr, nullptr, launcher), names{"mpich"});
  EXPECT_EQ(flavours(nullptr, nullptr, {}), (names{"openmpi", "mpich"}));
  EXPECT_EQ(complaint(flavours, "lam", nullptr, launcher),
            "skua: SKUA_MPI=lam: expected openmpi, mpich, or a path with a slash in it");
}

TEST(mpi_module, is_looked_for_beside_the_executable_first_and_by_the_loader_last) {
  auto const paths = candidates("mpich");
  ASSERT_GE(paths.size(), 3u);
  EXPECT_TRUE(paths.front().ends_with("/libskua-mpi-mpich.so"));
  EXPECT_TRUE(paths[1].ends_with("/lib/libskua-mpi-mpich.so"));
  EXPECT_EQ(paths.back(), "libskua-mpi-mpich.so");
  EXPECT_EQ(candidates("/a/b.so"), names{"/a/b.so"});
  EXPECT_EQ(std::set<std::string>(paths.begin(), paths.end()).size(), paths.size()) << "no file is tried twice";
}

TEST(mpi_module, says_what_is_missing) {
  std::string const absent = complaint(load_module, names{"/nowhere/module.so"});
  EXPECT_TRUE(absent.starts_with("skua: cannot load the MPI transport: /nowhere/module.so: ")) << absent;
  EXPECT_TRUE(contains(absent, "SKUA_MPI names it")) << absent;
  std::string const unknown = complaint(load_module, names{"nosuchmpi"});
  EXPECT_TRUE(contains(unknown, "found no libskua-mpi-nosuchmpi.so in /")) << unknown;
  EXPECT_TRUE(contains(unknown, "/usr/lib")) << "the loader's folders: " << unknown;
  std::string const message = complaint(load_module, names{"nosuchmpi", "openmpi-of-1066"});
  EXPECT_TRUE(contains(message, "found no libskua-mpi-nosuchmpi.so or libskua-mpi-openmpi-of-1066.so in /")) << message;
  EXPECT_TRUE(advice_without_module("mpich").starts_with("on Debian: package skua-mpi-mpich;"));
  EXPECT_TRUE(contains(complaint(load_module, names{"/lib/../lib/x86_64-linux-gnu/libm.so.6"}), "libm.so.6"));
}

TEST(rank_directory, says_which_place_runs_another_build) {
  rank_info const a = own_rank_info(1), b = own_rank_info(2);
  EXPECT_NO_THROW(require_one_build({a, a}));
  std::string const text = complaint(require_one_build, std::vector{a, a, b});
  EXPECT_TRUE(contains(text, "place 2 (host ")) << text;
  EXPECT_TRUE(contains(text, "does not run the same build of the program as place 0 (host ")) << text;
}

TEST(rank_directory, hosts_are_told_apart_by_name_and_by_boot) {
  rank_info a = own_rank_info(1);
  rank_info b = a;
  EXPECT_TRUE(same_host(a, b));
  b.host[0] = b.host[0] == 'x' ? 'y' : 'x';
  EXPECT_FALSE(same_host(a, b));
  b = a;
  b.boot[0] = b.boot[0] == '0' ? '1' : '0';
  EXPECT_FALSE(same_host(a, b));
}

TEST(rank_directory, the_text_of_several_ends_names_each_place) {
  std::vector<rank_info> infos(20, own_rank_info(1));
  for (std::size_t rank = 0; rank < infos.size(); ++rank) infos[rank].pid = static_cast<int>(100 + rank);
  EXPECT_EQ(text_of_ends({2}, 2, infos), "has ended without leaving");
  EXPECT_EQ(text_of_ends({0, 2, 3}, 2, infos),
            "and place 0 (pid 100) and place 3 (pid 103) have ended without leaving");
  EXPECT_EQ(text_of_ends({0, 1, 2, 3, 4, 5, 6, 7, 8}, 0, infos), "and 8 other places have ended without leaving");
}

/// Of rank 0 of four. All ranks gather what rank 0 gathers, which takes three polls, and one
/// message has arrived.
struct quiet_link final : link {
  int here() const noexcept override { return 0; }
  int places() const noexcept override { return 4; }
  std::size_t largest_message() const noexcept override { return 1024; }
  bool finalised() const noexcept override { return false; }
  bool is_of_program() const noexcept override { return true; }
  void gather(void const* own_value, std::size_t size, void* values) noexcept override {
    completion = [=, polls = 0]() mutable {
      if (++polls < 3) return false;
      for (std::size_t rank = 0; rank < 4; ++rank)
        std::memcpy(static_cast<char*>(values) + rank * size, own_value, size);
      return true;
    };
  }
  void barrier() noexcept override {}
  bool done() noexcept override { return !completion || completion(); }
  bool try_send(int, std::uint32_t, skua::transport::bytes, skua::transport::bytes) noexcept override { return true; }
  bool sending() noexcept override { return false; }
  bool ready() noexcept override { return has_message; }
  arrival front() const noexcept override { return {1, 0, {}}; }
  void release() noexcept override { has_message = false; }
  int failed(char const*&) noexcept override { return -1; }
  bool has_message = true;
  std::function<bool()> completion;  // of the last gather
};

struct loss_reports final : skua::transport::sink {
  void receive(int, std::uint32_t, skua::transport::bytes) noexcept override {}
  void lost(int place, char const* description) noexcept override { texts[place] = description; }
  std::map<int, std::string> texts;
};

TEST(rank_directory, gathers_when_all_ranks_have_sent_their_values) {
  quiet_link link;
  EXPECT_EQ(gather(link, 7), std::vector(4, 7));
}

TEST(rank_endpoint, reports_the_ranks_that_have_ended_and_names_no_other) {
  loss_reports reports;
  std::vector<rank_info> all(4, own_rank_info(1));
  for (std::size_t const rank : {1, 2}) {  // the kernel still knows how rank 1 ended, and nothing of rank 2
    if ((all[rank].pid = ::fork()) == 0) ::_exit(0);
    ::waitid(P_PID, static_cast<id_t>(all[rank].pid), nullptr, rank == 1 ? WEXITED | WNOWAIT : WEXITED);
  }
  rank_endpoint watcher(std::make_unique<quiet_link>(), all, [](bool) noexcept {});
  for (int n = 0; reports.texts.size() < 2 && n < 20'000; watcher.poll(reports, 64), ++n) watcher.sleep(1'000'000);
  EXPECT_EQ(reports.texts,
            (decltype(reports.texts){{1, text_of_ends({1, 2}, 1, all)}, {2, text_of_ends({1, 2}, 2, all)}}));
}

TEST(rank_endpoint, neither_sleeps_before_a_message_nor_waits_for_one_that_was_delivered) {
  loss_reports reports;
  std::vector<rank_info> all(4, own_rank_info(1));
  for (rank_info& info : all) info.rings = info.silence = 0;
  rank_endpoint endpoint(std::make_unique<quiet_link>(), all, [](bool) noexcept {});
  endpoint.sleep(std::uint64_t{1} << 60);  // a message is there: it does not sleep
  EXPECT_EQ(endpoint.poll(reports, 1), 1);
  endpoint.rest(true);  // does not return while a message is being delivered
}

TEST(poll_backoff, grows_to_a_millisecond_and_starts_again) {
  poll_backoff p;
  EXPECT_EQ(p.interval(), 20'000u);
  int misses = 0;
  for (; p.interval() < 1'000'000; ++misses) {
    std::uint64_t const before = p.interval();
    p.missed();
    EXPECT_GT(p.interval(), before);
  }
  EXPECT_LT(misses, 30);
  for (int i = 0; i < 100; ++i) p.missed();
  EXPECT_LE(p.interval(), 5'000'000u);
  p.reset();
  EXPECT_EQ(p.interval(), 20'000u);
}

}  // namespace
