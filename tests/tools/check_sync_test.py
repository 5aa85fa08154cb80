# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import unittest

from planted import PlantedTree


class Sync(PlantedTree):
    check = "sync"

    def tree(self, *lines):
        """A header with two named functions around these lines."""
        return {"src/sched/word.hpp": "\n".join(("void push();", "void pop();", *lines)) + "\n"}

    def test_both_ends(self):
        self.assertIn("2 operations, 1 labels", self.passes(self.tree(
            "w.store(1, std::memory_order_release);  // sync: A -> pop",
            "w.load(std::memory_order_acquire);  // sync: A <- push")))

    def test_ends_in_two_files(self):
        files = self.tree("w.store(1, std::memory_order_release);  // sync: A -> pop")
        self.fails(files, "word.hpp:3: label A has `->` but nowhere `<-`")
        files["include/skua/w.hpp"] = "w.load(std::memory_order_acquire);  // sync: A <- word::push()\n"
        self.passes(files)

    def test_no_comment(self):
        for line in ("w.load(std::memory_order_acquire);", "w->fetch_add(1, std::memory_order::relaxed);",
                     "w.exchange(f(1, 2), acquire);", "return w.load(base::relaxed) + 1;  // because",
                     "std::atomic_thread_fence(std::memory_order_seq_cst);", "helper(w, std::memory_order_release);"):
            self.fails(self.tree(line), "word.hpp:3: an operation with order")

    def test_default_order_and_definitions_need_none(self):
        self.passes(self.tree("w.load();", "w.store(relaxed_count);",
                              "inline constexpr auto relaxed = std::memory_order_relaxed;",
                              '// w.load(std::memory_order_acquire)', 'log("w.load(std::memory_order_acquire)");',
                              "T load(std::memory_order order) { return w.load(order); }"))

    def test_comment_above(self):
        self.passes(self.tree("// relaxed: a hint", "w.load(std::memory_order_relaxed);"))
        self.fails(self.tree("// relaxed: a hint", "int x;", "w.load(std::memory_order_relaxed);"), "word.hpp:5:")

    def test_a_call_over_several_lines(self):
        call = (
            "w.compare_exchange_strong(a, g(b),",
            "    std::memory_order_relaxed,{}",
            "    std::memory_order_relaxed);",
        )
        self.passes(self.tree(*(line.format("  // relaxed: own variable") for line in call)))
        self.fails(self.tree(*(line.format("") for line in call)), "word.hpp:3: an operation with order relaxed")

    def test_relaxed_needs_a_reason_and_a_relaxed_operation(self):
        self.fails(self.tree("w.load(std::memory_order_relaxed);  // relaxed:"), "needs a reason")
        self.fails(
            self.tree("w.load(std::memory_order_acquire);  // relaxed: fast"),
            "`// relaxed:` on an operation with order acquire",
        )

    def test_store_buffering_needs_two(self):
        half = "w.load(std::memory_order_relaxed);  // sync: G <-> {}"
        self.fails(self.tree(half.format("pop")), "label G has `<->` only here")
        self.passes(self.tree(half.format("pop"), half.format("push")))

    def test_an_acquire_without_its_release(self):
        self.fails(self.tree("w.load(std::memory_order_acquire);  // sync: A <- push"), "has `<-` but nowhere `->`")

    def test_an_end_without_an_operation_does_not_count(self):
        self.fails(
            self.tree("w.load(std::memory_order_acquire);  // sync: A <- push", "", "// sync: A -> pop", "int x;"),
            "nowhere `->`",
        )

    def test_several_pairs(self):
        self.passes(self.tree("w.fetch_or(1, std::memory_order_acq_rel);  // sync: A <- push; A -> pop, push"))

    def test_a_function_that_does_not_exist(self):
        self.fails(self.tree("w.fetch_or(1, std::memory_order_acq_rel);  // sync: A <- pusch; A -> pop"),
                   "there is no function `pusch`")

    def test_a_comment_that_cannot_be_read(self):
        self.fails(self.tree("w.load(std::memory_order_acquire);  // sync: from push"), "cannot read `sync: from push`")
        self.fails(
            self.tree("w.load(std::memory_order_acquire);  // sync: A <- the owner"), "is not the name of a function"
        )


if __name__ == "__main__":
    unittest.main()
