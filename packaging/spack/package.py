# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Skua for Spack: `spack repo create` makes a repository; this file becomes packages/skua/package.py in
it. `spack dev-build skua@main` builds a clone."""

from spack.package import *


class Skua(CMakePackage):
    """Fine-grained C++20 tasks with work stealing, on the cores of a machine and between processes."""

    license("Apache-2.0 WITH LLVM-exception")
    maintainers("skua")

    version("main", branch="main")

    variant("shared", default=False, description="Build the library as a shared one")
    variant("programs", default=True, description="Build the programs skua and skua-run")
    variant("mpi", default=False, description="Build the module for the MPI of this installation")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("cli11", type="build", when="+programs")
    depends_on("nlohmann-json", type="build", when="+programs")
    depends_on("mpi", when="+mpi")

    conflicts("platform=darwin", msg="Skua needs Linux")
    conflicts("platform=windows", msg="Skua needs Linux")
    conflicts("%gcc@:11", msg="Skua needs gcc 12 or newer")

    def cmake_args(self):
        return [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("SKUA_BUILD_APPS", "programs"),
            self.define_from_variant("SKUA_MPI", "mpi"),
            self.define("SKUA_BUILD_TESTS", False),
            self.define("SKUA_BUILD_EXAMPLES", False),
            self.define("SKUA_WERROR", False),
        ]
