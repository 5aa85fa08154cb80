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

void connect(job& j, start_mode mode) {
  std::uint64_t const identity = wire::build_identity();
  switch (mode) {
    case start_mode::alone:
      if (j.settings.check) j.ends = transport::inproc_connect(1);  // tasks are packed as for another place
      break;
    case start_mode::inproc:
      j.ends = transport::inproc_connect(j.settings.places);
      break;
    case start_mode::fork:
      j.ends.push_back(transport::shm_fork(j.settings.places, identity));
      j.forked = true;
      break;
    case start_mode::attach:
      j.ends.push_back(attach(*base::launch_of_this_process(), identity));
      j.launched = true;
      break;
    case start_mode::simulated:
      j.world = sim::simulate(j.settings.sim, j);
      break;
    case start_mode::mpi: {
      sched::uncancellable_start const waits_for_other_ranks;
      j.ends.push_back(transport::mpi_start(identity, &end_launched_job));
      j.launched = true;
      break;
    }
  }
  if (j.launched && j.settings.places > 0 && j.settings.places != j.ends.front()->places()) {
    throw error("places: " + std::to_string(j.settings.places) + " were asked for, but the launcher has started " +
                std::to_string(j.ends.front()->places()) + "; omit the option");
  }
}

/// The texts must be right even with one place: users try a program there first.
void check_policies(options const& o) {
  if (!o.steal.empty()) (void)steal::make_policy(o.steal, {});
  if (!o.steal_amount.empty()) (void)steal::parse_amount(o.steal_amount);
}

/// Opens the part of the trace that a place writes, if each place is a process and writes one;
/// returns the name that it has. `part` keeps it open until the place has it.
std::string open_part(job const& j, start_mode mode, transport::endpoint const& e,
                      std::shared_ptr<observe::trace_file>& part) {
  std::string const& name = j.settings.trace;
  if (j.ends.size() > 1 || e.places() == 1 || name.empty()) return name;
  observe::check_joined_trace(name);
  using kind = observe::trace_file::kind;
  char const* const known_name = base::variable("SKUA_TRACE");
  bool const by_skua_run = mode == start_mode::attach && known_name != nullptr && known_name == name;
  std::string const own_name = observe::part_of_trace(name, e.here());
  part = observe::trace_file::open(own_name, j.forked || by_skua_run ? kind::joined_part : kind::part);
  return own_name;
}

/// Workers per place if the options do not say how many: the places of this host share the
/// processors that this process may use.
int default_workers(transport::endpoint const& e) {
  int places_here = 0;
  for (int q = 0; q < e.places(); ++q) places_here += q == e.here() || e.same_host(q);
  int const share = system::usable_cpus() / places_here;
  return share > 1 ? share : 1;
}

/// The server of the metrics of this process's places, if the options ask for it. A run is
/// refused because of it before its places start.
std::unique_ptr<metrics_server> observer_of(job& j) {
  if (j.settings.metrics.empty()) return nullptr;
  if (j.world != nullptr)
    throw error("metrics: a simulated run serves no numbers, since its time is not the user's; omit the option");
  return std::make_unique<metrics_server>(j, j.settings.metrics);
}

void observe(job& j, std::unique_ptr<metrics_server> observer) {
  if (observer != nullptr) observer->start();
  j.observer = std::move(observer);
}

void populate(job& j, start_mode mode) {
  bool const simulated = j.world != nullptr;
  auto const machine_of = [&j](int place) -> system::machine& {
    return j.world != nullptr ? j.world->machine(place) : system::real_machine();
  };
  if (j.ends.empty() || (j.ends.front()->places() == 1 && !j.settings.check)) {
    j.places.push_back(sched::make_place(j.settings, 0, 1, machine_of(0), simulated));
    auto observer = observer_of(j);
    sched::start_place(j.places.front());
    return observe(j, std::move(observer));
  }
  for (auto const& e : j.ends) {
    options o = j.settings;
    if (o.workers == 0) o.workers = o.check ? 1 : default_workers(*e);
    std::shared_ptr<observe::trace_file> part;
    o.trace = open_part(j, mode, *e, part);
    if (simulated) o.seed += static_cast<std::uint64_t>(e->here()) + 1;
    j.places.push_back(sched::make_place(o, e->here(), e->places(), machine_of(e->here()), simulated));
    j.nodes.push_back(std::make_unique<remote::node>(*j.places.back(), *e, o, layers));
  }
  auto observer = observer_of(j);
  for (std::size_t i = 0; i < j.places.size(); ++i) {
    if (i > 0) j.nodes[i]->ending().unattended();
    sched::start_place(j.places[i]);
    j.nodes[i]->start();
  }
  observe(j, std::move(observer));
}

void dismiss(job& j) noexcept {
  end_observers(j);
  if (j.launched) {
    j.leave();
    for (auto const& e : j.ends) e->begin_shutdown();
  }
  for (auto const& n : j.nodes) n->stop();
  while (!j.places.empty()) {
    sched::destroy_place(j.places.back());
    j.places.pop_back();
  }
  j.nodes.clear();
  j.ends.clear();
}

/// Ends the places that a failed start has made here. Places of other processes learn from the
/// system that this process has ended.
void give_up(job& j) noexcept {
  j.observer.reset();
  for (auto const& n : j.nodes) n->stop();
  while (!j.places.empty()) {
    sched::destroy_place(j.places.back());
    j.places.pop_back();
  }
}

/// The main function of a forked child: takes part in every run until the parent closes the job.
[[noreturn]] void serve_as_child(job& j) {
  sched::ignore_foreign_handlers();
  sched::watch_signals(*j.places.front());
  while (!j.nodes.front()->ending().wait_for_end().closing) {
  }
  j.nodes.front()->deliver_all(j.nodes.front()->ending().parent());  // which waits for this place's last answer
  j.ends.front()->begin_shutdown();
  dismiss(j);
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
  static launched_job l;
  return l;
}

/// Called by the program's MPI_Finalize: no run can follow, and the job needs MPI to end in order.
void end_launched_job() noexcept { (void)job_of_launcher().end(); }

/// Counts a run of the job while it is under way. Between runs the transport rests.
class run_count {
 public:
  explicit run_count(job& j) noexcept : job_(j) {
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

char const* start_failure(std::exception const& e) noexcept {
  if (dynamic_cast<std::bad_alloc const*>(&e) != nullptr)
    return "there is not enough memory to start; lower SKUA_PLACES, SKUA_WORKERS or SKUA_STACK";
  return e.what();
}

options with_environment(options o) { return sched::from_environment(std::move(o)); }

job* open_job(options const& o) {
  base::end_without_memory();
  system::reserve_standard_descriptors();
  sched::check_options(o);
  check_policies(o);
  start_mode const mode = mode_of(o);
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
  auto j = std::make_unique<job>();
  j->settings = o;
  if (mode == start_mode::fork && !o.trace.empty()) observe::check_joined_trace(o.trace);  // one line, not one each
  bool const expects_signals = mode == start_mode::fork && sched::expect_signals();  // false in run(), which did so
  connect(*j, mode);
  bool const child = mode == start_mode::fork && j->ends.front()->here() != 0;
  try {
    populate(*j, mode);
  } catch (std::exception const& e) {
    int code = exit_code::start_failed;
    if (child) {
      base::begin_end();
      if (base::claim_end(code)) {
        std::fprintf(stderr, "skua: place %d could not start: %s\n", j->ends.front()->here(),
                     base::without_name(start_failure(e)).data());
      }
      ::_exit(code);
    }
    give_up(*j);  // first: a progress thread that finds another place lost would end this process before it prints
    static_cast<void>(base::claim_end(code));
    throw error(start_failure(e));
  }
  if (j->world == nullptr) allow_attaching(j.get());
  if (child) serve_as_child(*j);
  if (expects_signals) sched::stop_expecting_signals();
  if (!by_launcher) return j.release();
  return job_of_launcher().j = j.release();
}

void close_job(job* j) noexcept {
  if (j->launched || !j->can_be_dismissed()) return;  // a static runtime's destructor runs at exit as well
  if (j->forked) {
    j->nodes.front()->ending().close();
    j->ends.front()->begin_shutdown();  // after all have answered: until then each side must notice the other's death
  }
  int const places = j->ends.empty() ? 1 : j->ends.front()->places();
  dismiss(*j);  // waits for the processes of the other places
  if (j->forked && !j->settings.trace.empty())
    static_cast<void>(observe::join_parts_of_trace(j->settings.trace, places));  // it has printed what failed
  delete j;
}

bool run_to_end(job& j, void (*fn)(void*), void* context, std::function<int(std::exception_ptr const&)> const& code_of,
                int& code) {
  base::check(sched::self() == nullptr, "run was called in a task; use finish there");
  run_count const under_way(j);
  struct body {
    void (*fn)(void*);
    void* context;
    static void run(void* c) {
      remote::bind_statics();
      static_cast<body*>(c)->fn(static_cast<body*>(c)->context);
    }
  } first{fn, context};
  bool const several = !j.nodes.empty();
  if (several && j.launched) j.nodes.front()->ending().begin_run();
  if (several && !j.has_first()) {
    code = j.nodes.front()->ending().wait_for_end().code;
    return false;
  }
  std::exception_ptr error;
  try {
    sched::run_root(j.places.front(), &body::run, &first);
  } catch (...) {
    error = std::current_exception();
  }
  if (!several) {
    code = code_of(error);
    return true;
  }
  remote::run_end& ending = j.nodes.front()->ending();
  ending.wait_for_posts();
  std::exception_ptr const post_error = sched::settle_root(*j.places.front());
  if (error == nullptr || (post_error != nullptr && sched::is_cancelled_error(error))) error = post_error;
  code = code_of(error);
  ending.announce(code);
  return true;
}

bool run_root(job* j, void (*fn)(void*), void* context, int* code) {
  std::exception_ptr error;
  auto const keep = [&error](std::exception_ptr const& e) {
    error = e;
    return e != nullptr ? exit_code::failure : exit_code::success;
  };
  int result = 0;
  bool const ran_here = run_to_end(*j, fn, context, keep, result);
  if (code != nullptr) *code = result;
  if (error != nullptr) std::rethrow_exception(error);
  return ran_here;
}

}  // namespace skua::start
