// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loop 4: the artificial viscosity, the state of the material, and the limits of the next step.

#pragma once

#include "kinematics.hpp"
#include "rows.hpp"

namespace apps::lulesh {

// The monotonic artificial viscosity: it spreads a shock over a few elements. It acts where the
// velocity changes differently in an element and its neighbour, and not at all in smooth flow.
//
// Source: Christensen's limiter (1990), in the form of the published problem.

/// 1 where the jump continues at both neighbours, 0 where it ends.
template <class Real>
LULESH_INLINE Real limiter(Real const& previous, Real const& current, Real const& next) noexcept {
  Real const inverse = 1.0 / (current + tiny);
  Real const low = previous * inverse;
  Real const high = next * inverse;
  Real const slope = smaller<Real>(smaller<Real>(0.5 * (low + high), 2.0 * low), 2.0 * high);
  return smaller<Real>(larger<Real>(slope, broadcast<Real>(0)), broadcast<Real>(1));
}

template <class Real>
struct row_of_viscosity {
  double const *next_volume, *volume_rate;
  double const* jump[3];
  std::ptrdiff_t step[3];
  double const* thickness[3];
  double *linear, *quadratic;

  LULESH_INLINE row_of_viscosity(domain& d, int j, int k) noexcept {
    std::size_t const row = d.shape.element_row(j, k);
    next_volume = d.next_volume.data() + row;
    volume_rate = d.volume_rate.data() + row;
    linear = d.linear_viscosity.data() + row;
    quadratic = d.quadratic_viscosity.data() + row;
    for (std::size_t a = 0; a < 3; ++a) {
      jump[a] = d.jump[a].row(j, k);
      step[a] = d.jump[a].step();
      thickness[a] = d.thickness[a].data() + row;
    }
  }

  template <class Lanes>
  LULESH_INLINE void at(std::size_t i) noexcept {
    constexpr double linear_coefficient = 0.5;
    constexpr double quadratic_coefficient = 2.0 / 3;
    Lanes linear_sum = broadcast<Lanes>(0), quadratic_sum = broadcast<Lanes>(0);
    for (int a = 0; a < 3; ++a) {
      double const* const address = jump[a] + i;
      Lanes const current = load<Lanes>(address);
      Lanes const phi = limiter<Lanes>(load<Lanes>(address - step[a]), current, load<Lanes>(address + step[a]));
      Lanes const compression = smaller<Lanes>(current * load<Lanes>(thickness[a] + i), broadcast<Lanes>(0));
      linear_sum = linear_sum + compression * (1.0 - phi);
      quadratic_sum = quadratic_sum + compression * compression * (1.0 - phi * phi);
    }
    Lanes const density = 1.0 / load<Lanes>(next_volume + i);
    Lanes const zero = broadcast<Lanes>(0);
    auto const expands = load<Lanes>(volume_rate + i) > zero;
    store<Lanes>(linear + i, expands ? zero : -linear_coefficient * density * linear_sum);
    store<Lanes>(quadratic + i, expands ? zero : quadratic_coefficient * density * quadratic_sum);
  }
};

// The equation of state of an ideal gas with gamma = 5/3: pressure = 2/3 density energy. Energy,
// pressure and viscosity depend on one another and are computed in three rounds. Also the limits of
// the next time step from each element.

inline constexpr double energy_cut = 1e-7;
inline constexpr double pressure_cut = 1e-7;
inline constexpr double viscosity_cut = 1e-7;
inline constexpr double volume_cut = 1e-10;
inline constexpr double gas_constant = 2.0 / 3;  ///< gamma - 1

template <class Real>
LULESH_INLINE Real gas_pressure(Real const& energy, Real const& density) noexcept {
  return larger<Real>(cut<Real>(gas_constant * density * energy, pressure_cut), broadcast<Real>(0));
}
template <class Real>
LULESH_INLINE Real gas_sound_speed(Real const& energy, Real const& volume, Real const& pressure) noexcept {
  Real const square = gas_constant * (energy + volume * pressure);
  return root<Real>(larger<Real>(square, broadcast<Real>(1.111111e-37)));
}

/// The state of an element that a step changes.
template <class Real>
struct gas {
  Real energy, pressure, viscosity, sound_speed;
};

template <class Real>
LULESH_INLINE gas<Real> next_state(gas<Real> const& old_state, Real const& volume, Real const& change,
                                   Real const& linear, Real const& quadratic) noexcept {
  Real const zero = broadcast<Real>(0);
  auto const expands = change > zero;
  Real const density = 1.0 / volume;
  Real const half_volume = volume - 0.5 * change;
  Real const stress = old_state.pressure + old_state.viscosity;

  Real energy = old_state.energy - 0.5 * change * stress;
  Real const half_pressure = gas_pressure<Real>(energy, 1.0 / half_volume);
  Real speed = gas_sound_speed<Real>(energy, half_volume, half_pressure);
  Real const half_stress = half_pressure + (expands ? zero : speed * linear + quadratic);

  energy = cut<Real>(energy + 0.5 * change * (3.0 * stress - 4.0 * half_stress), energy_cut);
  Real pressure = gas_pressure<Real>(energy, density);
  speed = gas_sound_speed<Real>(energy, volume, pressure);
  Real const next_stress = pressure + (expands ? zero : speed * linear + quadratic);

  energy = cut<Real>(energy - (7.0 * stress - 8.0 * half_stress + next_stress) * change * (1.0 / 6), energy_cut);
  pressure = gas_pressure<Real>(energy, density);
  speed = gas_sound_speed<Real>(energy, volume, pressure);
  return {energy, pressure, expands ? zero : cut<Real>(speed * linear + quadratic, viscosity_cut), speed};
}

/// Elements of a plane, one after another. The object records the extremes that limit the time
/// step.
template <class Real>
struct row_of_gas {
  double const *next_volume, *volume_change, *volume_rate, *length, *linear, *quadratic;
  double *energy, *pressure, *viscosity, *sound_speed, *volume;
  Real crossing = broadcast<Real>(1e40);         ///< smallest square of the time in which sound crosses an element
  Real rate = broadcast<Real>(0);                ///< largest rate of change of a volume
  Real smallest_volume = broadcast<Real>(1e20);  ///< of an element, relative; -1: an element is inverted
  double last_crossing = 1e40, last_rate = 0, last_smallest_volume = 1e20;

  LULESH_INLINE row_of_gas(domain& d, std::size_t row) noexcept {
    next_volume = d.next_volume.data() + row;
    volume_change = d.volume_change.data() + row;
    volume_rate = d.volume_rate.data() + row;
    length = d.length.data() + row;
    linear = d.linear_viscosity.data() + row;
    quadratic = d.quadratic_viscosity.data() + row;
    energy = d.energy.data() + row;
    pressure = d.pressure.data() + row;
    viscosity = d.viscosity.data() + row;
    sound_speed = d.sound_speed.data() + row;
    volume = d.volume.data() + row;
  }

  template <class Lanes>
  LULESH_INLINE void at(std::size_t i) noexcept {
    Lanes const new_volume = load<Lanes>(next_volume + i);
    gas<Lanes> const old_state{load<Lanes>(energy + i), load<Lanes>(pressure + i), load<Lanes>(viscosity + i),
                               load<Lanes>(sound_speed + i)};
    auto const new_state = next_state<Lanes>(old_state, new_volume, load<Lanes>(volume_change + i),
                                             load<Lanes>(linear + i), load<Lanes>(quadratic + i));
    store<Lanes>(energy + i, new_state.energy);
    store<Lanes>(pressure + i, new_state.pressure);
    store<Lanes>(viscosity + i, new_state.viscosity);
    store<Lanes>(sound_speed + i, new_state.sound_speed);
    Lanes const initial_volume = broadcast<Lanes>(1);
    store<Lanes>(volume + i, magnitude<Lanes>(new_volume - initial_volume) < broadcast<Lanes>(volume_cut)
                                 ? initial_volume
                                 : new_volume);

    Lanes const volume_rate_now = load<Lanes>(volume_rate + i);
    Lanes const element_length = load<Lanes>(length + i);
    if constexpr (width<Lanes> == 1) {
      update_limits<Lanes>(new_state.sound_speed, volume_rate_now, element_length, new_volume, last_crossing, last_rate,
                           last_smallest_volume);
    } else {
      update_limits<Lanes>(new_state.sound_speed, volume_rate_now, element_length, new_volume, crossing, rate,
                           smallest_volume);
    }
  }

  LULESH_INLINE limits step_limits() const noexcept {
    double a = last_crossing, b = last_rate, c = last_smallest_volume;
    for (int i = 0; i < width<Real>; ++i) {
      a = smaller(a, lane(crossing, i));
      b = larger(b, lane(rate, i));
      c = smaller(c, lane(smallest_volume, i));
    }
    constexpr double max_change = 0.1;
    limits result;
    if (b != 0) result = {root(a), max_change / (b + 1e-20), c};
    result.least_volume = c;
    return result;
  }

 private:
  /// Elements at rest set no limit. A volume that is not a number counts as that of an inverted
  /// element; no minimum loses it then.
  template <class Lanes>
  LULESH_INLINE void update_limits(Lanes const& speed, Lanes const& volume_rate_now, Lanes const& element_length,
                                   Lanes const& new_volume, Lanes& shortest, Lanes& fastest,
                                   Lanes& smallest) const noexcept {
    constexpr double viscosity_square = 64.0 * 2 * 2;
    Lanes const zero = broadcast<Lanes>(0);
    Lanes const square = element_length * element_length;
    Lanes const shock = volume_rate_now < zero ? viscosity_square * square * volume_rate_now * volume_rate_now : zero;
    Lanes const time = square / (speed * speed + shock);
    shortest = volume_rate_now != zero ? smaller<Lanes>(time, shortest) : shortest;
    fastest = larger<Lanes>(magnitude<Lanes>(volume_rate_now), fastest);
    smallest = smaller<Lanes>(new_volume > zero ? new_volume : broadcast<Lanes>(-1), smallest);
  }
};

/// The elements of planes [begin, end).
template <class Real>
LULESH_INLINE void find_state(domain& d, int begin, int end) noexcept {
  std::size_t const n = d.shape.e();
  for (int k = begin; k < end; ++k) {
    for (int j = 0; j < d.shape.edge; ++j) {
      row_of_viscosity<Real> row(d, j, k);
      for_row<Real>(n, row);
    }
    row_of_gas<Real> plane(d, d.shape.element_row(0, k));
    for_row_once<Real>(n * n, plane);
    d.plane_limits[static_cast<std::size_t>(k)] = plane.step_limits();
  }
}

}  // namespace apps::lulesh
