// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The equation of state of an ideal gas with gamma = 5/3: pressure = 2/3 density energy. Energy,
// pressure and viscosity depend on one another and are found in three rounds. Also what an element
// demands of the next time step.

#pragma once

#include "rows.hpp"

namespace apps::lulesh {

inline constexpr double energy_cut = 1e-7;
inline constexpr double pressure_cut = 1e-7;
inline constexpr double viscosity_cut = 1e-7;
inline constexpr double volume_cut = 1e-10;
inline constexpr double gas_constant = 2.0 / 3;  ///< gamma - 1

template <class Real>
SKUA_INLINE Real gas_pressure(Real const& energy, Real const& density) noexcept {
  return larger<Real>(cut<Real>(gas_constant * density * energy, pressure_cut), all_of<Real>(0));
}
template <class Real>
SKUA_INLINE Real gas_sound_speed(Real const& energy, Real const& volume, Real const& pressure) noexcept {
  Real const square = gas_constant * (energy + volume * pressure);
  return root<Real>(larger<Real>(square, all_of<Real>(1.111111e-37)));
}

/// What changes in an element in a step.
template <class Real>
struct gas {
  Real energy, pressure, viscosity, sound_speed;
};

template <class Real>
SKUA_INLINE gas<Real> next_state(gas<Real> const& old, Real const& volume, Real const& change, Real const& linear,
                                 Real const& quadratic) noexcept {
  Real const none = all_of<Real>(0);
  auto const expands = change > none;
  Real const density = 1.0 / volume;
  Real const half_volume = volume - 0.5 * change;
  Real const stress = old.pressure + old.viscosity;

  Real energy = old.energy - 0.5 * change * stress;
  Real const half_pressure = gas_pressure<Real>(energy, 1.0 / half_volume);
  Real speed = gas_sound_speed<Real>(energy, half_volume, half_pressure);
  Real const half_stress = half_pressure + (expands ? none : speed * linear + quadratic);

  energy = cut<Real>(energy + 0.5 * change * (3.0 * stress - 4.0 * half_stress), energy_cut);
  Real pressure = gas_pressure<Real>(energy, density);
  speed = gas_sound_speed<Real>(energy, volume, pressure);
  Real const next_stress = pressure + (expands ? none : speed * linear + quadratic);

  energy = cut<Real>(energy - (7.0 * stress - 8.0 * half_stress + next_stress) * change * (1.0 / 6), energy_cut);
  pressure = gas_pressure<Real>(energy, density);
  speed = gas_sound_speed<Real>(energy, volume, pressure);
  return {energy, pressure, expands ? none : cut<Real>(speed * linear + quadratic, viscosity_cut), speed};
}

/// Elements of a plane, one after another. They remember the extremes of what limits the time step.
template <class Real>
struct row_of_gas {
  double const *next_volume, *volume_change, *volume_rate, *length, *linear, *quadratic;
  double *energy, *pressure, *viscosity, *sound_speed, *volume;
  Real crossing = all_of<Real>(1e40);  ///< least square of the time in which sound crosses
  Real rate = all_of<Real>(0);         ///< greatest of a volume
  Real least = all_of<Real>(1e20);     ///< volume
  double last_crossing = 1e40, last_rate = 0, last_least = 1e20;

  SKUA_INLINE row_of_gas(domain& d, std::size_t row) noexcept {
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

  template <class Some>
  SKUA_INLINE void at(std::size_t i) noexcept {
    Some const now = load<Some>(next_volume + i);
    gas<Some> const old{load<Some>(energy + i), load<Some>(pressure + i), load<Some>(viscosity + i),
                        load<Some>(sound_speed + i)};
    auto const next =
        next_state<Some>(old, now, load<Some>(volume_change + i), load<Some>(linear + i), load<Some>(quadratic + i));
    store<Some>(energy + i, next.energy);
    store<Some>(pressure + i, next.pressure);
    store<Some>(viscosity + i, next.viscosity);
    store<Some>(sound_speed + i, next.sound_speed);
    Some const one = all_of<Some>(1);
    store<Some>(volume + i, magnitude<Some>(now - one) < all_of<Some>(volume_cut) ? one : now);

    Some const changing = load<Some>(volume_rate + i);
    Some const across = load<Some>(length + i);
    if constexpr (width<Some> == 1) {
      demand<Some>(next.sound_speed, changing, across, now, last_crossing, last_rate, last_least);
    } else {
      demand<Some>(next.sound_speed, changing, across, now, crossing, rate, least);
    }
  }

  SKUA_INLINE limits demands() const noexcept {
    double a = last_crossing, b = last_rate, c = last_least;
    for (int i = 0; i < width<Real>; ++i) {
      a = smaller(a, lane(crossing, i));
      b = larger(b, lane(rate, i));
      c = smaller(c, lane(least, i));
    }
    constexpr double most_change = 0.1;
    limits made;
    if (b != 0) made = {root(a), most_change / (b + 1e-20), c};
    made.least_volume = c;
    return made;
  }

 private:
  /// Elements at rest demand nothing. Where a volume is not a number, all comparisons are false:
  /// `least` must notice.
  template <class Some>
  SKUA_INLINE void demand(Some const& speed, Some const& changing, Some const& across, Some const& now, Some& shortest,
                          Some& fastest, Some& smallest) const noexcept {
    constexpr double viscosity_square = 64.0 * 2 * 2;
    Some const none = all_of<Some>(0);
    Some const square = across * across;
    Some const shock = changing < none ? viscosity_square * square * changing * changing : none;
    Some const time = square / (speed * speed + shock);
    shortest = changing != none ? smaller<Some>(time, shortest) : shortest;
    fastest = larger<Some>(magnitude<Some>(changing), fastest);
    smallest = now > smallest ? smallest : now;
  }
};

}  // namespace apps::lulesh
