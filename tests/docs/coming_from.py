# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""coming_from.py PAGE SOURCE: writes a test for each section of the page from the code of its rows.

The page is docs/reference/coming_from.md. The code of a row becomes the body of a scope at two places.
names.hpp says what its names stand for; where a row needs more, SETUP has it: the text into which the code is
put, by the first or last code span of the row. In it $1 to $3 are the code spans, $all is all of them, $rest
all but the first. A row without an equal says *none*."""

import pathlib
import re
import sys

CELLS = re.compile(r"^\| (.*) \| (.*) \| (.*) \|$")
SPAN = re.compile(r"`([^`]+)`")

FUTURES = "auto a = async(f).share(), b = async(f).share(); $all;"
PHASER = "phaser ph(phaser_mode::signal_wait); $all; ph.drop();"
SPMD = "run_spmd([] { $all; });"
WAITED = "run_spmd([] { ($1).get(); ($2).get(); });"
ARRAYS = "auto const s = allocate_unique<T>(0, n), d = allocate_unique<T>(p, n); " \
         "auto const source = s.get(), target = d.get(); $1; $2; collective::barrier;"
PART = "auto const owner = allocate_unique<T>(p, 16); auto const g = owner.get(); "
TOTAL = "sum<long> total; $all;"
SEARCH = "words const p; int const d = 3, k = 5, b = 8; std::string const name = \"budget\"; $all;"

# Inside a scope, at two places.
SETUP = {
    "finish(keep_going, f)": "try { $1; } catch ($2 const&) {}",
    "total.every(period, f)": TOTAL,
    "total += x": TOTAL,
    "total.get()": TOTAL,
    "spawn_all(any.from(p), tuples, f)": "sum<int> total; task_batch batch; "
    "std::vector<std::tuple<int, sum<int>>> const tuples{{1, total}, {2, total}}; $all;",
    "phaser ph(phaser_mode::signal_wait)": "$all; ph.drop();",
    "ph.next()": PHASER,
    "ph.signal()": PHASER,
    "ph.drop()": "phaser ph(phaser_mode::signal_wait); $1;",
    "spawn(phased(ph, phaser_mode::signal), f)": PHASER,
    "phaser_accumulator<int> total(ph)": "phaser ph(phaser_mode::signal_wait); $1; $2; ph.next(); $3;",
    "cv.wait(lock, c)": "mutex m; std::unique_lock lock(m); auto const c = [] { return true; }; $all;",
    "global_ptr<T> r = new_<T>(p, 0.5)": "using T = double; $1; delete_(r);",
    "copy(source, target, n)": ARRAYS.replace("$1; $2; collective::barrier", "($1).get()"),
    "auto const ddf = copy(source, target, n)": ARRAYS.replace("collective::barrier", "ddf.wait()"),
    "collective::allreduce(x, std::plus<>())": SPMD,
    "collective::barrier()": SPMD,
    "collective::async_allreduce(x, op)": WAITED,
    "finish(place_set::all(), f)": SPMD,
    "shared_array<T>::collective(n, block)": "run_spmd([] { auto const a = $1; });",
    "shared_var<T>::collective(x)": "run_spmd([] { auto const a = $1; });",
    "spawn(any, visit, depth, r)": "sum<long> r; $1;",
    "spawn(f, x, r)": "sum<long> r; $1;",
    "promise<T> ddf": "T const v = 1; $all;",
    "promise<T> p": "$1; auto a = p.get_future(); $rest;",
    "promise<T> tag": "$1; auto const a = tag.get_future().share(); spawn([a] { $2; }); $3;",
    "promise<void> e": "$1; auto const a = e.get_future(); $rest;",
    "p.set_value_at_thread_exit(x)": "promise<T> p; finish([&] { spawn([&] { $1; }); });",
    "spawn(after(h), f)": "promise<void> start; auto const h = start.get_future(); $all;",
    "spawn(f, std::move(done))": "promise<T> done; $1;",
    "done.wait()": "auto const done = async(f); $all;",
    "spawn(after(e), on(p), f)": "auto const e = async(f); $1;",
    "spawn(after(a, b), f)": FUTURES,
    "async(after(a, b), f)": FUTURES,
    "a.then(f)": "auto a = async(f); $1;",
    "a.get()": FUTURES,
    "a.is_ready()": FUTURES,
    "when_all(a, b)": FUTURES,
    "when_all(std::move(a), std::move(b))": "auto a = async(f), b = async(f); $1;",
    "shared_future<T>": "$1 const a = async(f);",
    "task<int> { co_return co_await a + 2; }": "auto const h = [](future<int> a) -> $1; async(h, async(f)).get();",
    "packaged_task<R(A)> t(f)": "using R = int; using A = int; $1;",
    "event e": "$1; finish([&] { spawn([&] { $2; }); $3; });",
    "global_ptr<T> a = allocate<T>(p, n)": "$1; deallocate(a);",
    "global_ptr<T> g = allocate<T>(p, n)": "$1; deallocate(g);",
    "put(g, x)": PART + "($1).get(); ($2).get();",
    "auto const done = put(g, x)": PART + "$all; done.wait();",
    "copy(section<T>(p, extents, strides), section<T>(g, extents, wide))": PART + "std::array<T, 4> values{}; "
    "T* const p = values.data(); std::array<std::size_t, 2> const extents{2, 2}; "
    "std::array<std::ptrdiff_t, 2> const strides{2, 1}, wide{4, 1}; ($1).get();",
    "global_atomic<T>(g).fetch_add(x)": "shared_var<std::int64_t> const counter(40, 1); using T = std::int64_t; "
    "auto const g = counter.pointer(); $1;",
    "place_set::all().split(colour)": "auto const colour = [](int place) { return place % 2; }; $all;",
    "sort(first, last)": "int numbers[] = {3, 1, 2}; auto const first = std::begin(numbers), "
    "last = std::end(numbers); $all;",
    "sort(v)": "std::vector<int> v{3, 1, 2}, prefixes(3); auto const sums = prefixes.begin(); $all;",
    "transform_reduce(fixed_order, v, 0.0, op, g)": "std::vector<double> const v(10, 0.5); $all;",
    "for_async(chunked(g), n, f)": "int const g = 2; $all;",
    "spawn([x, &y] { y = x; })": "int x = 42; std::atomic<int> y{0}; finish([&] { $1; });",
    "std::atomic_ref(x) += 1": "int x = 0; $1;",
    "c ? spawn(f) : f()": "auto const f = [] {}; for (bool const c : {false, true}) $1;",
    "a[i] = a[j]": "shared_array<T> a(n); std::size_t const i = 0, j = 9; $1;",
    "for_async(a, f)": "shared_array<T> a(n); finish([&] { $1; });",
    "shared_array<T> a(n)": "$1; finish([&] { $2; });",
    "{.observer = f, .observe_every = 1ms}": "auto const r = search::enumerate(words{}, {}, $1); $2;",
}
# Outside of a run.
OUTSIDE = {
    "run(argc, argv, body)": "int argc = 1; char name[] = \"program\"; char* argv[] = {name, nullptr}; "
    "auto const body = [] { $rest; }; $1;",
    "o.workers = n": "options o; int const n = 1; auto const body = [] {}; $all;",
    "o.steal = \"performance_driven\"": "options o; $1; o.places = 2; o.transport = \"inproc\"; run(o, [] {});",
}
# Members of a class.
MEMBERS = {
    "std::vector<node> children(node const& n) const": "struct searched : words { $1 { return words::children(n); } "
    "$2 { return n.ones; } };",
    "int bound(node const& n) const": "struct bounded : words { $1 { return n.ones + 8 - n.length; } $2; };",
    "template <class A> void serialize(A& archive) { archive(a, b); }": "class sent { int a; std::string b; "
    "public: $1 };",
    "std::uint64_t value(node const& n) const": "struct counted : words { $2 { return n.length == 8; } }; "
    "inline auto const enumerated = [](counted const& p) { return $1; };",
}


def rows_of(page):
    """Section, line number and code spans of each row."""
    section = ""
    for number, line in enumerate(page.splitlines(), 1):
        if line.startswith("## "):
            section = re.sub(r"\W+", "_", line[3:]).strip("_")
        match = CELLS.match(line)
        if match and not set(match[2]) <= set("- |") and match[2] != "Skua":
            spans = SPAN.findall(match[2])
            if bool(spans) == (match[2] == "none") or SPAN.sub("", match[2]).strip(", ") not in ("", "none"):
                sys.exit(f"coming_from.md:{number}: the second cell is neither code nor none")
            if spans:
                yield section, number, [span.replace("…", "") for span in spans]


def filled(text, spans):
    for index, span in enumerate(spans, 1):
        text = text.replace(f"${index}", span)
    return text.replace("$all", "; ".join(spans)).replace("$rest", "; ".join(spans[1:]))


def source_of(page):
    members, sections, seen = [], {}, set()
    for section, number, spans in rows_of(page):
        if tuple(spans) in seen:
            continue
        seen.add(tuple(spans))
        bodies = sections.setdefault(section, [])
        line = f"\n#line {number} \"coming_from.md\"\n"
        first, last = spans[0], spans[-1]
        if member := MEMBERS.get(first) or MEMBERS.get(last):
            members.append(line + filled(member, spans))
        elif first in OUTSIDE:
            bodies.append(f"{line}{{ {filled(OUTSIDE[first], spans)} }}")
        else:
            inside = SETUP.get(first) or SETUP.get(last) or (SEARCH if "search" in first else "$all;")
            bodies.append(f"{line}at_two_places([] {{ finish([] {{ {filled(inside, spans)} }}); }});")
    tests = [f"\nTEST(coming_from, {name}) {{{''.join(bodies)}\n}}\n" for name, bodies in sections.items()]
    return '#include "names.hpp"\nnamespace page {\n' + "".join(members) + "\n" + "".join(tests) + "}\n"


if __name__ == "__main__":
    pathlib.Path(sys.argv[2]).write_text(source_of(pathlib.Path(sys.argv[1]).read_text()))
