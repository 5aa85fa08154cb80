// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "start/run_job.hpp"

#include <cstdio>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include <unistd.h>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/wire/function_name.hpp>
#include <skua/error.hpp>
#include <skua/exit_codes.hpp>
#include <skua/place.hpp>

#include "base/environment.hpp"
#include "base/escape.hpp"
#include "base/launch.hpp"
#include "collective/groups.hpp"
#include "core/place_registry.hpp"
#include "core/root_scope.hpp"
#include "core/scope_frame.hpp"
#include "core/settings.hpp"
#include "instruments/signals.hpp"
#include "memory/global_memory.hpp"
#include "memory/messages.hpp"
#include "observe/trace_file.hpp"
#include "remote/shared_static.hpp"
#include "sim/open.hpp"
#include "start/attach.hpp"
#include "start/metrics_server.hpp"
#include "start/mode.hpp"
#include "steal/policy.hpp"
#include "system/cpus.hpp"
#include "system/standard_streams.hpp"
#include "system/unique_fd.hpp"
#include "transport/inproc/connect.hpp"
#include "transport/mpi/load.hpp"
#include "transport/shm/shm.hpp"

namespace skua::start {
namespace {

constexpr remote::upper_layers layers{&memory::on_message, &collective::on_message, &memory::reserve_memory};

/// Joins the places that skua-run has started.
std::unique_ptr<transport::endpoint> attach(base::launch const& own, std::uint64_t identity) {
  for (auto const& [number, name] : {std::pair(own.fd, base::launch_fd_name),
                                     {own.place, base::launch_place_name},
                                     {own.places, base::launch_places_name}}) {
    if (number < 0)
      throw error(std::string("the environment of skua-run is incomplete: ") + name + " is missing or not a number");
  }
  return transport::shm_attach(system::unique_fd(own.fd), own.place, own.places, identity);
}

void end_launched_job() noexcept;

void connect(job& job, start_mode mode) {
  std::uint64_t const identity = wire::build_identity();
  switch (mode) {
    case start_mode::alone:
      if (job.settings.check) job.ends = transport::inproc_connect(1);  // tasks are packed as for another place
      break;
    case start_mode::inproc:
      job.ends = transport::inproc_connect(job.settings.places);
      break;
    case start_mode::fork:
      job.ends.push_back(transport::shm_fork(job.settings.places, identity));
      job.forked = true;
      break;
    case start_mode::attach:
      job.ends.push_back(attach(*base::launch_of_this_process(), identity));
      job.launched = true;
      break;
    case start_mode::simulated:
      job.world = sim::simulate(job.settings.sim, job);
      break;
    case start_mode::mpi: {
      sched::uncancellable_start const waits_for_other_ranks;
      job.ends.push_back(transport::mpi_start(identity, &end_launched_job));
      job.launched = true;
      break;
    }
  }
  if (job.launched && job.settings.places > 0 && job.settings.places != job.ends.front()->places()) {
    throw error("places: " + std::to_string(job.settings.places) + " were asked for, but the launcher has started " +
                std::to_string(job.ends.front()->places()) + "; omit the option");
  }
}

/// The texts must be right even with one place: users try a program there first.
void check_policies(options const& options) {
  if (!options.steal.empty()) (void)steal::make_policy(options.steal, {});
  if (!options.steal_amount.empty()) (void)steal::parse_amount(options.steal_amount);
}

/// Opens the part of the trace that a place writes, if each place is a process and writes one;
/// returns the name that it has. `part` keeps it open until the place has it.
std::string open_part(job const& job, start_mode mode, transport::endpoint const& endpoint,
                      std::shared_ptr<observe::trace_file>& part) {
  std::string const& name = job.settings.trace;
  if (job.ends.size() > 1 || endpoint.places() == 1 || name.empty()) return name;
  observe::check_joined_trace(name);
  using kind = observe::trace_file::kind;
  char const* const known_name = base::variable("SKUA_TRACE");
  bool const by_skua_run = mode == start_mode::attach && known_name != nullptr && known_name == name;
  std::string const own_name = observe::part_of_trace(name, endpoint.here());
  part = observe::trace_file::open(own_name, job.forked || by_skua_run ? kind::joined_part : kind::part);
  return own_name;
}

/// Workers per place if the options do not say how many: the places of this host share the
/// processors that this process may use.
int default_workers(transport::endpoint const& endpoint) {
  int const share = system::usable_cpus() / endpoint.count_on_host(endpoint.places());
  return share > 1 ? share : 1;
}

/// The server of the metrics of this process's places, if the options ask for it. A run is
/// refused because of it before its places start.
std::unique_ptr<metrics_server> observer_of(job& job) {
  if (job.settings.metrics.empty()) return nullptr;
  if (job.world != nullptr)
    throw error("metrics: a simulated run serves no numbers, since its time is not the user's; omit the option");
  return std::make_unique<metrics_server>(job, job.settings.metrics);
}

void observe(job& job, std::unique_ptr<metrics_server> observer) {
  if (observer != nullptr) observer->start();
  job.observer = std::move(observer);
}

void populate(job& job, start_mode mode) {
  bool const simulated = job.world != nullptr;
  auto const machine_of = [&job](int place) -> system::machine& {
    return job.world != nullptr ? job.world->machine(place) : system::real_machine();
  };
  if (job.ends.empty() || (job.ends.front()->places() == 1 && !job.settings.check)) {
    job.places.push_back(sched::make_place(job.settings, 0, 1, machine_of(0), simulated));
    auto observer = observer_of(job);
    sched::start_place(job.places.front());
    return observe(job, std::move(observer));
  }
  for (auto const& endpoint : job.ends) {
    options options = job.settings;
    if (options.workers == 0) options.workers = options.check ? 1 : default_workers(*endpoint);
    std::shared_ptr<observe::trace_file> part;
    options.trace = open_part(job, mode, *endpoint, part);
    if (simulated) options.seed += static_cast<std::uint64_t>(endpoint->here()) + 1;
    job.places.push_back(
        sched::make_place(options, endpoint->here(), endpoint->places(), machine_of(endpoint->here()), simulated));
    sched::place& place = *job.places.back();
    // If each place has a separate mask with as many processors as workers, this changes nothing.
    if (options.pin && !simulated) place.first_processor = endpoint->count_on_host(endpoint->here()) * place.workers;
    job.nodes.push_back(std::make_unique<remote::node>(place, *endpoint, options, layers));
  }
  auto observer = observer_of(job);
  for (std::size_t i = 0; i < job.places.size(); ++i) {
    if (i > 0) job.nodes[i]->ending().unattended();
    sched::start_place(job.places[i]);
    job.nodes[i]->start();
  }
  observe(job, std::move(observer));
}

void dismiss(job& job) noexcept {
  end_observers(job);
  if (job.launched) {
    job.leave();
    for (auto const& endpoint : job.ends) endpoint->begin_shutdown();
  }
  for (auto const& node : job.nodes) node->stop();
  while (!job.places.empty()) {
    sched::unwatch_signals_at(*job.places.back());
    sched::destroy_place(job.places.back());
    job.places.pop_back();
  }
  job.nodes.clear();
  job.ends.clear();
}

/// Ends the places that a failed start has made here. Places of other processes learn from the
/// system that this process has ended.
void give_up(job& job) noexcept {
  job.observer.reset();
  for (auto const& node : job.nodes) node->stop();
  while (!job.places.empty()) {
    sched::destroy_place(job.places.back());
    job.places.pop_back();
  }
}

/// The main function of a forked child: takes part in every run until the parent closes the job.
[[noreturn]] void serve_as_child(job& job) {
  sched::ignore_foreign_handlers();
  sched::watch_signals(*job.places.front());
  while (!job.nodes.front()->ending().wait_for_end().closing) {
  }
  job.nodes.front()->deliver_all(job.nodes.front()->ending().parent());  // which waits for this place's last answer
  job.ends.front()->begin_shutdown();
  dismiss(job);
  system::flush_standard_streams();
  ::_exit(exit_code::success);
}

/// The job that a launcher started, or null. It lives as long as the process, or as long as the
/// program's own MPI; the destructor of the static object dismisses it.
struct launched_job {
  std::mutex opening;  // held from the question whether there is a job until there is one
  job* j = nullptr;
  ~launched_job() {
    // after the endpoints are destroyed; does nothing if the program started MPI
    if (end()) transport::mpi_end();
  }
  bool end() noexcept {
    // otherwise the other places learn from the system that this process has ended
    if (j == nullptr || !j->can_be_dismissed()) return false;
    dismiss(*j);
    delete std::exchange(j, nullptr);
    return true;
  }
};
launched_job& job_of_launcher() {
  static launched_job job;
  return job;
}

/// Called by the program's MPI_Finalize: no run can follow, and the job needs MPI to end in order.
void end_launched_job() noexcept { (void)job_of_launcher().end(); }

/// Counts a run of the job while it is under way. Between runs the transport rests.
class run_count {
 public:
  explicit run_count(job& job) noexcept : job_(job) {
    // sync: RUNS <-> can_be_dismissed
    if (job_.runs.fetch_add(1, std::memory_order_acq_rel) == 0) job_.rest(false);
  }
  ~run_count() {
    if (job_.runs.fetch_sub(1, std::memory_order_acq_rel) == 1) job_.rest(true);  // sync: RUNS <-> can_be_dismissed
  }
  run_count(run_count const&) = delete;
  run_count& operator=(run_count const&) = delete;

 private:
  job& job_;
};

}  // namespace

char const* start_failure(std::exception const& failure) noexcept {
  if (dynamic_cast<std::bad_alloc const*>(&failure) != nullptr)
    return "there is not enough memory to start; lower SKUA_PLACES, SKUA_WORKERS or SKUA_STACK";
  return failure.what();
}

options with_environment(options options) { return sched::from_environment(std::move(options)); }

job* open_job(options const& options) {
  base::end_without_memory();
  system::reserve_standard_descriptors();
  sched::check_options(options);
  check_policies(options);
  start_mode const mode = mode_of(options);
  bool const by_launcher = mode == start_mode::attach || mode == start_mode::mpi;
  std::unique_lock<std::mutex> opening;
  if (by_launcher) {
    (void)sched::number_here();  // the registry of places outlives the job
    // A task that comes from another place may ask while this process still opens its job.
    opening = std::unique_lock(job_of_launcher().opening);
    if (job* const open = job_of_launcher().j) {
      if (!open->maker.is_this())
        throw error("a process that a place has forked cannot take part in the job; let it exec another program");
      return open;
    }
  }
  base::check(mode != start_mode::fork || sched::self() == nullptr,
              "a runtime of several processes was made in a task; use finish there");
  auto opened = std::make_unique<job>();
  opened->settings = options;
  // one line, not one each
  if (mode == start_mode::fork && !options.trace.empty()) observe::check_joined_trace(options.trace);
  bool const expects_signals = mode == start_mode::fork && sched::expect_signals();  // false in run(), which did so
  connect(*opened, mode);
  bool const child = mode == start_mode::fork && opened->ends.front()->here() != 0;
  try {
    populate(*opened, mode);
  } catch (std::exception const& failure) {
    int code = exit_code::start_failed;
    if (child) {
      base::begin_end();
      if (base::claim_end(code)) {
        std::fprintf(stderr, "skua: place %d could not start: %s\n", opened->ends.front()->here(),
                     base::without_name(start_failure(failure)).data());
      }
      ::_exit(code);
    }
    give_up(*opened);  // first: a progress thread that finds another place lost would end this process before it prints
    static_cast<void>(base::claim_end(code));
    throw error(start_failure(failure));
  }
  if (opened->world == nullptr) allow_attaching(opened.get());
  if (child) serve_as_child(*opened);
  if (expects_signals) sched::stop_expecting_signals();
  if (!by_launcher) return opened.release();
  return job_of_launcher().j = opened.release();
}

void close_job(job* job) noexcept {
  if (job->launched || !job->can_be_dismissed()) return;  // a static runtime's destructor runs at exit as well
  if (job->forked) {
    job->nodes.front()->ending().close();
    job->ends.front()->begin_shutdown();  // after all have answered: until then each side must notice the other's death
  }
  int const places = job->ends.empty() ? 1 : job->ends.front()->places();
  dismiss(*job);  // waits for the processes of the other places
  if (job->forked && !job->settings.trace.empty())
    static_cast<void>(observe::join_parts_of_trace(job->settings.trace, places));  // it has printed what failed
  delete job;
}

bool run_to_end(job& job, void (*fn)(void*), void* context,
                std::function<int(std::exception_ptr const&)> const& code_of, int& code) {
  base::check(sched::self() == nullptr, "run was called in a task; use finish there");
  run_count const under_way(job);
  struct body {
    void (*fn)(void*);
    void* context;
    static void run(void* context) {
      remote::bind_statics();
      static_cast<body*>(context)->fn(static_cast<body*>(context)->context);
    }
  } first{fn, context};
  bool const several = !job.nodes.empty();
  if (several && job.launched) job.nodes.front()->ending().begin_run();
  if (several && !job.has_first()) {
    code = job.nodes.front()->ending().wait_for_end().code;
    return false;
  }
  std::exception_ptr error;
  try {
    sched::run_root(job.places.front(), &body::run, &first);
  } catch (...) {
    error = std::current_exception();
  }
  if (!several) {
    code = code_of(error);
    return true;
  }
  remote::run_end& ending = job.nodes.front()->ending();
  ending.wait_for_posts();
  std::exception_ptr const post_error = sched::settle_root(*job.places.front());
  if (error == nullptr || (post_error != nullptr && sched::is_cancelled_error(error))) error = post_error;
  code = code_of(error);
  ending.announce(code);
  return true;
}

bool run_root(job* job, void (*fn)(void*), void* context, int* code) {
  std::exception_ptr error;
  auto const keep = [&error](std::exception_ptr const& exception) {
    error = exception;
    return exception != nullptr ? exit_code::failure : exit_code::success;
  };
  int result = 0;
  bool const ran_here = run_to_end(*job, fn, context, keep, result);
  if (code != nullptr) *code = result;
  if (error != nullptr) std::rethrow_exception(error);
  return ran_here;
}

}  // namespace skua::start
