// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The recipes of docs/howto/places.md: tasks and data over several places. The tests run it at one
// place and at two.
#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <skua/skua.hpp>

#include "../support/recipes.hpp"

namespace {

void count_nodes(int depth, skua::count nodes) {
  ++nodes;
  for (int i = 0; depth > 0 && i < 3; ++i) skua::spawn(skua::any, count_nodes, depth - 1, nodes);
}

std::uint64_t nodes_of_tree(int depth) {
  skua::count nodes;  // has a part at every place
  skua::finish([&] { skua::spawn(skua::any, count_nodes, depth, nodes); });
  return nodes.get();
}

bool idle_places() { return nodes_of_tree(8) == 9841; }

std::string greeting(std::string const& name) {
  return "hello " + name + " from place " + std::to_string(skua::here());
}

std::vector<std::string> greetings(std::string const& name) {
  std::vector<skua::future<std::string>> answers;
  for (int p = 0; p < skua::places(); ++p) answers.push_back(skua::async(skua::on(p), greeting, name));
  std::vector<std::string> texts;
  for (auto& answer : answers) texts.push_back(answer.get());
  texts.push_back(skua::at(0, greeting, name));  // calls and waits, in one step
  return texts;
}

bool call() {
  auto const texts = greetings("tern");
  return std::ssize(texts) == skua::places() + 1 && texts.front() == texts.back() &&
         texts[texts.size() - 2] == "hello tern from place " + std::to_string(skua::places() - 1);
}

struct order {  // an aggregate: nothing to write
  std::string customer;
  std::map<std::string, int> items;
};

class invoice {  // has private members: one function
 public:
  void add(order o) { orders_.push_back(std::move(o)); }
  int items() const {
    int sum = 0;
    for (order const& o : orders_) {
      for (auto const& [name, number] : o.items) sum += number;
    }
    return sum;
  }
  template <class Archive>
  void serialize(Archive& archive) {  // writes and reads
    archive(orders_);
  }

 private:
  std::vector<order> orders_;
};

invoice bill(std::vector<order> const& orders) {
  invoice result;
  for (order const& o : orders) result.add(o);
  return result;
}

int items_by_remote_bill(std::vector<order> const& orders) {
  return skua::at(skua::places() - 1, bill, orders).items();  // arguments and result are copied
}

bool send_struct() { return items_by_remote_bill({{"Ann", {{"bolt", 3}}}, {"Bo", {{"nut", 4}, {"bolt", 5}}}}) == 12; }

struct price_table {
  skua::mutex lock;  // the tasks of a place share the table
  std::map<int, int> prices;
};

int price_of(skua::place_local<price_table> table, int article) {
  std::scoped_lock const guard(table->lock);
  auto const [entry, is_new] = table->prices.try_emplace(article);
  if (is_new) entry->second = 10 * article;  // computed once at each place
  return entry->second;
}

long total_price(int orders) {
  skua::place_local<price_table> table;  // 8 bytes, captured by value; names the table of the place
  skua::sum<long> total;
  skua::finish([=] {
    for (int i = 0; i < orders; ++i) {
      skua::spawn(skua::any, [=] { total += price_of(table, i % 10); });
    }
  });
  return total.get();
}

bool own_table() { return total_price(1000) == 45'000; }

double mean_load() {
  skua::place_local<double> mean(0.0);
  skua::run_spmd([mean] {  // one task at each place
    double const load = 1.0 + skua::here();
    *mean = skua::collective::allreduce(load, std::plus<>()) / skua::places();
  });
  return *mean;  // of this place; all places have the same
}

bool every_place() { return mean_load() == (1.0 + skua::places()) / 2; }

int work() {
  return run_recipes({{"let idle places take work", idle_places},
                      {"call a function at another place", call},
                      {"send a struct of mine to another place", send_struct},
                      {"keep a table at each place", own_table},
                      {"do the same at every place", every_place}});
}

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {  // the body runs at place 0, whatever has started the places
    std::printf("%d places with %d workers each, connected by %s\n", skua::places(), skua::workers(),
                skua::transport_name());
    return work();
  });
}
