// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The values at the faces of a domain, as the exchange of neighbours needs them: packed into one
// block for each face, and merged with the block of the neighbour.

#pragma once

#include "domain.hpp"

namespace apps::lulesh {

/// The data that neighbours exchange: the masses and forces of shared nodes, which are added up,
/// and the jumps of the velocity across the elements behind the face.
enum class face_data { masses, forces, jumps };

class boundary {
 public:
  virtual ~boundary() = default;

  /// Writes the values of a face to `out`; `side` is -1 or 1.
  virtual void pack(face_data data, int direction, int side, double* out) = 0;
  /// Uses what the neighbour has packed for the same face; `sent` is what was packed here.
  virtual void merge(face_data data, int direction, int side, double const* received, double const* own_values) = 0;
};

/// The boundary of a domain that is computed.
class domain_boundary final : public boundary {
 public:
  explicit domain_boundary(domain& d) : d_(d) {}

  void pack(face_data data, int direction, int side, double* out) override;
  void merge(face_data data, int direction, int side, double const* received, double const* own_values) override;

 private:
  template <class Each>
  void for_face(int direction, int side, Each&& body) const;
  template <class Each>
  void for_layer(int direction, int side, Each&& body);

  domain& d_;
};

}  // namespace apps::lulesh
