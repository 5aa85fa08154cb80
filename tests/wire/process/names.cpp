// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// names MODULE: prints the address and the name of a function of the program, of the module and of
// the C library, and the build identity. names MODULE NAME NAME NAME: finds the functions with
// those names, and calls the first two.
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include <skua/detail/wire/function_name.hpp>

namespace {

using anything = void (*)();
using binary = int (*)(int, int);

int subtract(int a, int b) { return a - b; }

int run(int argc, char** argv) {
  if (argc == 2 || argc == 5) {
    void* const module = ::dlopen(argv[1], RTLD_NOW);
    if (module == nullptr) return std::fprintf(stderr, "%s\n", ::dlerror()), 1;
    anything const functions[3] = {reinterpret_cast<anything>(&subtract),
                                   reinterpret_cast<anything>(::dlsym(module, "module_add")),
                                   reinterpret_cast<anything>(::dlsym(nullptr, "strtoull"))};
    if (argc == 2) {
      for (anything const f : functions) {
        std::printf("%p %#llx\n", reinterpret_cast<void*>(f),
                    static_cast<unsigned long long>(skua::wire::name_of_function(f)));
      }
      std::printf("identity %#llx\n", static_cast<unsigned long long>(skua::wire::build_identity()));
      return 0;
    }
    anything named[3];
    for (int i = 0; i < 3; ++i) named[i] = skua::wire::function_named(std::strtoull(argv[i + 2], nullptr, 0));
    std::printf("%d %d %d\n", reinterpret_cast<binary>(named[0])(10, 4), reinterpret_cast<binary>(named[1])(10, 4),
                named[2] == functions[2]);
    return 0;
  }
  std::fprintf(stderr, "names MODULE [NAME NAME NAME]\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
