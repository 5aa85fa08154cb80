// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that starts MPI itself, at the thread level that its argument names. Each place answers
// messages of the one before it, beside the program's own.
#include <mpi.h>

#include <exception>
#include <string_view>

#include "programs/job.hpp"
#include "transport/mpi/load.hpp"

int main(int argc, char** argv) {
  using namespace job;
  bool const single = argc > 1 && std::string_view(argv[1]) == "single";
  int level = 0;
  MPI_Init_thread(&argc, &argv, single ? MPI_THREAD_SINGLE : MPI_THREAD_SERIALIZED, &level);
  try {
    auto const e = skua::transport::mpi_start(1);
    box b(*e);
    int received_count = 0;
    b.on_message = [&](int, std::uint32_t, bytes) { ++received_count; };
    for (int i = 1; i <= 400; ++i) {
      b.send((e->here() + 1) % e->places(), data_kind, {}, {});
      b.until([&] { return received_count >= i; });
      int sum = 1;
      MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
      CHECK(sum == e->places());
    }
    b.barrier();
    e->begin_shutdown();
  } catch (std::exception const& e) {
    std::printf("%s\n", e.what());
    MPI_Finalize();
    return 4;
  }
  int finalised = 1;
  MPI_Finalized(&finalised);
  CHECK(finalised == 0);  // the program started MPI, so it must end it
  MPI_Finalize();
  return 0;
}
