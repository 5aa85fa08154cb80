# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Skua for Conan 2: `conan create packaging/conan` in a clone makes the package of that clone."""

import pathlib
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class SkuaRecipe(ConanFile):
    name = "skua"
    description = "Fine-grained tasks with work stealing"
    license = "Apache-2.0 WITH LLVM-exception"
    topics = ("parallel", "tasks", "work-stealing", "search")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "programs": [True, False]}
    default_options = {"shared": False, "programs": False}

    def _sources(self):
        return pathlib.Path(self.recipe_folder).parents[1]

    def set_version(self):
        text = load(self, str(self._sources() / "CMakeLists.txt"))
        self.version = re.search(r"^  VERSION (\S+)$", text, re.MULTILINE).group(1)

    def export_sources(self):
        folders = ("include", "src", "cmake", "packaging", "apps", "cli", "launch")
        for pattern in ("CMakeLists.txt", "LICENSE", *(f"{folder}/*" for folder in folders)):
            copy(self, pattern, str(self._sources()), self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def validate(self):
        if self.settings.os != "Linux" or self.settings.arch not in ("x86_64", "armv8"):
            raise ConanInvalidConfiguration("Skua needs Linux on x86-64 or AArch64")
        check_min_cppstd(self, 20)

    def build_requirements(self):
        if self.options.programs:
            self.test_requires("cli11/2.4.2")
            self.test_requires("nlohmann_json/3.11.3")

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["SKUA_BUILD_APPS"] = bool(self.options.programs)
        for part in ("SKUA_BUILD_TESTS", "SKUA_BUILD_EXAMPLES", "SKUA_MPI", "SKUA_WERROR"):
            toolchain.cache_variables[part] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, str(pathlib.Path(self.package_folder) / "licenses"))
        CMake(self).install()

    def package_info(self):
        # The package has its own files for CMake.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/skua"]
        self.cpp_info.libs = ["skua"]
        self.cpp_info.system_libs = ["pthread", "dl"]
