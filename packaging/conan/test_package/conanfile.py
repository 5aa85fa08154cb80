# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Builds the project of tests/consume with the package, and runs it on one place and on two."""

import pathlib

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout


class SkuaTest(ConanFile):
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeToolchain", "CMakeDeps", "VirtualRunEnv"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def build(self):
        cmake = CMake(self)
        project = pathlib.Path(self.recipe_folder).parents[2] / "tests/consume/find_package"
        cmake.configure(build_script_folder=str(project))
        cmake.build()

    def test(self):
        if can_run(self):
            program = pathlib.Path(self.cpp.build.bindir) / "user"
            self.run(str(program), env="conanrun")
            self.run(f"SKUA_PLACES=2 {program}", env="conanrun")
