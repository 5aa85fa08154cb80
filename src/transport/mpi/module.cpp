// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/mpi/module.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>

#include <skua/error.hpp>

#include "base/escape.hpp"

namespace skua::transport::mpi {
namespace {

namespace files = std::filesystem;

bool is_path(std::string const& name) { return name.find('/') != std::string::npos; }

files::path folder_of_executable() {
  std::error_code failed;
  return files::read_symlink("/proc/self/exe", failed).parent_path();
}

files::path folder_of_this_library() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<void const*>(&load_module), &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code failed;
  return files::weakly_canonical(info.dli_fname, failed).parent_path();
}

/// The folders that the loader searches for the executable: RUNPATH (an installed static library
/// adds its own folder there), LD_LIBRARY_PATH and the system's folders.
std::vector<files::path> folders_of_loader() {
  std::vector<files::path> folders;
  void* const program = ::dlopen(nullptr, RTLD_NOW);
  if (program == nullptr) return folders;
  Dl_serinfo size{};
  if (::dlinfo(program, RTLD_DI_SERINFOSIZE, &size) == 0) {
    std::vector<std::max_align_t> room(size.dls_size / sizeof(std::max_align_t) + 1);
    auto* const list = ::new (room.data()) Dl_serinfo(size);  // dlinfo reads both members
    if (::dlinfo(program, RTLD_DI_SERINFO, list) == 0) {
      for (unsigned i = 0; i < list->dls_cnt; ++i) folders.emplace_back(list->dls_serpath[i].dls_name);
    }
  }
  ::dlclose(program);
  return folders;
}

/// "found no libskua-mpi-mpich.so in A, B"
std::string not_found(std::vector<std::string> const& names) {
  std::string file_names;
  std::string folders;
  for (std::string const& name : names) {
    for (std::string const& file : candidates(name)) {
      if (is_path(file) && &name != &names.front()) continue;  // the folders are those of the first
      std::string const folder = files::path(file).parent_path().string();
      if (is_path(file)) {
        folders += (folders.empty() ? "" : ", ") + folder;
      } else {
        file_names += (file_names.empty() ? "" : " or ") + file;
      }
    }
  }
  return "found no " + file_names + " in " + folders;
}

module_table const* table_of(void* module, std::string const& file, std::string& why) {
  auto* const get = reinterpret_cast<module_table const* (*)()>(::dlsym(module, module_symbol));
  if (get == nullptr) {
    why = file + " is not a module of skua";
    return nullptr;
  }
  module_table const* const table = get();
  if (table->version == module_version) return table;
  why = file + " belongs to another version of skua";
  return nullptr;
}

}  // namespace

std::vector<std::string> flavours(char const* setting, char const* linked, launch const& job) {
  if (setting != nullptr && *setting != '\0') {
    std::string const name = setting;
    if (name == "openmpi" || name == "mpich" || is_path(name)) return {name};
    throw error("skua: SKUA_MPI=" + base::escaped(name) + ": expected openmpi, mpich, or a path with a slash in it");
  }
  if (linked != nullptr) return {linked};
  if (job.flavour != nullptr) return {job.flavour};
  return {"openmpi", "mpich"};
}

std::string advice_without_module(std::string const& name) {
  if (name != "openmpi" && name != "mpich") return "SKUA_MPI names it";
  return "on Debian: package skua-mpi-" + name + "; a build from the sources makes it when lib" + name +
         "-dev is installed; SKUA_MPI=PATH names its file";
}

std::vector<std::string> candidates(std::string const& name) {
  if (is_path(name)) return {name};
  std::string const file = "libskua-mpi-" + name + ".so";
  std::vector<std::string> paths;
  auto const add = [&](files::path const& folder) {
    if (folder.empty()) return;
    std::string path = (folder / file).lexically_normal().string();
    if (is_path(path) && std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(std::move(path));
  };
  files::path const executable = folder_of_executable();
  add(executable);
  add(executable / ".." / "lib");
  add(folder_of_this_library());
  for (files::path const& folder : folders_of_loader()) add(folder);
  paths.push_back(file);
  return paths;
}

module_table const& load_module(std::vector<std::string> const& names) {
  std::string why;
  for (std::string const& name : names) {
    for (std::string const& file : candidates(name)) {
      // A file that exists must load, or the error reports why it does not. Otherwise the search
      // continues in the next folder.
      bool const file_exists = is_path(file) && ::access(file.c_str(), F_OK) == 0;
      if (is_path(file) && !file_exists && name != file) continue;
      // Open MPI's own modules find its symbols only if they are global.
      if (void* const module = ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL)) {
        if (module_table const* const table = table_of(module, file, why)) return *table;
        ::dlclose(module);
      } else {
        char const* const text = ::dlerror();
        std::string reason = text != nullptr ? text : file;
        // The reason begins with the file's name if the file was not found. It begins with the name
        // of a library that the file needs if that one was not found.
        if (file_exists || name == file || !reason.starts_with(file + ":")) why = std::move(reason);
      }
      if (file_exists) break;
    }
  }
  if (why.empty()) why = not_found(names);
  throw error("skua: cannot load the MPI transport: " + why + "; " + advice_without_module(names.back()));
}

char const* linked_flavour() noexcept {
  auto* const version = reinterpret_cast<int (*)(char*, int*)>(::dlsym(RTLD_DEFAULT, "MPI_Get_library_version"));
  if (version == nullptr) return nullptr;
  char text[16 * 1024] = "";  // MPICH's limit is 8 KiB, Open MPI's 256 bytes
  int length = 0;
  if (version(text, &length) != 0) return nullptr;
  if (std::strstr(text, "Open MPI") != nullptr) return "openmpi";
  if (std::strstr(text, "MPICH") != nullptr || std::strstr(text, "Intel(R) MPI") != nullptr) return "mpich";
  return nullptr;
}

}  // namespace skua::transport::mpi
