# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Skua for Nix: `nix-build packaging/nix` in a clone.

{
  pkgs ? import <nixpkgs> { },
  withMpi ? false,
}:

pkgs.stdenv.mkDerivation {
  pname = "skua";
  version = "0.2.0";
  src = pkgs.lib.cleanSource ../..;

  nativeBuildInputs = [
    pkgs.cmake
    pkgs.ninja
    pkgs.pkg-config
  ];
  buildInputs = [
    pkgs.cli11
    pkgs.nlohmann_json
  ]
  ++ pkgs.lib.optional withMpi pkgs.openmpi;

  # The hook of CMake passes absolute folders; those of the package files are relative.
  cmakeFlags = [
    "-DCMAKE_INSTALL_LIBDIR=lib"
    "-DCMAKE_INSTALL_INCLUDEDIR=include"
    "-DSKUA_BUILD_TESTS=OFF"
    "-DSKUA_BUILD_EXAMPLES=OFF"
    "-DSKUA_WERROR=OFF"
    "-DSKUA_STRIP=OFF"
    "-DSKUA_MPI=${if withMpi then "ON" else "OFF"}"
  ];

  doInstallCheck = true;
  installCheckPhase = ''
    $out/bin/skua uts -a 3 -d 5 -r 19
    test "$($out/bin/skua --cmake-dir)" = "$out/lib/cmake/skua"
  '';

  meta = {
    description = "Fine-grained C++20 tasks with work stealing";
    license = pkgs.lib.licenses.asl20-llvm;
    platforms = [
      "x86_64-linux"
      "aarch64-linux"
    ];
    mainProgram = "skua";
  };
}
