#include "families.hpp"

#include <iterator>

namespace trial {
namespace {

float signed_zero(rng& r) { return r.one_in(2) ? 0.0f : -0.0f; }
float whole(rng& r, int low, int high, float unit) {
  const int i = r.whole(low, high);
  return i == 0 ? signed_zero(r) : static_cast<float>(i) * unit;
}
float sign(rng& r) { return r.one_in(2) ? 1.0f : -1.0f; }

// A game: most things apart, sizes and steps of the same order; some rest, some have no size.
float game_position(rng& r) { return r.real(-60, 60); }
float game_extent(rng& r) { return r.one_in(8) ? 0 : r.real(0, 20); }
float game_step(rng& r) { return r.one_in(6) ? signed_zero(r) : r.real(-60, 60); }

// Integers so small that most of what meets meets exactly: edges, corners, Pythagorean triples.
float grid_position(rng& r) { return whole(r, -5, 5, 1); }
float grid_extent(rng& r) { return whole(r, 0, 5, 1); }
float grid_step(rng& r) { return whole(r, -6, 6, 1); }

// A tile map: everything on multiples of 4, sizes of a tile.
float tile_position(rng& r) { return whole(r, -6, 6, 16); }
float tile_extent(rng& r) { return r.one_in(4) ? 4.0f : 16.0f; }
float tile_step(rng& r) { return whole(r, -8, 8, 4); }

// A grid as fine as float allows, far from the origin: sums and differences of coordinates round, gaps do not.
float offset_position(rng& r) { return 1048576.0f + whole(r, -12, 12, 0.125f); }
float offset_extent(rng& r) { return whole(r, 0, 8, 0.125f); }
float offset_step(rng& r) { return whole(r, -16, 16, 0.0625f); }

// Up to the largest float: sums overflow, products overflow twice.
float huge(rng& r, float low) { return r.one_in(6) ? largest : std::ldexp(low + r.real(0, 1), r.whole(100, 126)); }
float huge_position(rng& r) { return sign(r) * huge(r, 1); }
float huge_extent(rng& r) { return r.one_in(8) ? 0 : huge(r, 1); }
float huge_step(rng& r) { return r.one_in(8) ? 0 : sign(r) * huge(r, 1); }

float denormal_position(rng& r) { return whole(r, -6, 6, smallest); }
float denormal_extent(rng& r) { return whole(r, 0, 5, smallest); }
float denormal_step(rng& r) { return whole(r, -7, 7, smallest); }

// Every magnitude there is, side by side.
float any_size(rng& r) { return std::ldexp(r.real(1, 2), r.whole(-149, 126)); }
float any_position(rng& r) { return sign(r) * any_size(r); }
float any_extent(rng& r) { return r.one_in(8) ? 0 : any_size(r); }
float any_step(rng& r) { return r.one_in(8) ? 0 : sign(r) * any_size(r); }

// Tiny steps and sizes around one place, a few ulps each: nothing survives a careless subtraction.
float cramped_position(rng& r) { return 1.0f + whole(r, -6, 6, 0x1p-23f); }
float cramped_extent(rng& r) { return whole(r, 0, 6, 0x1p-24f); }
float cramped_step(rng& r) { return whole(r, -8, 8, 0x1p-25f); }

// Gaps and steps far below 1, next to numbers of everyday size: quotients underflow, or are nearly 0 and not 0.
float hair(rng& r) { return std::ldexp(r.real(1, 2), r.whole(-149, -90)); }
float hair_position(rng& r) { return r.one_in(2) ? sign(r) * hair(r) : whole(r, -2, 2, 1); }
float hair_extent(rng& r) { return r.one_in(3) ? hair(r) : whole(r, 0, 2, 1); }
float hair_step(rng& r) { return r.one_in(4) ? sign(r) * hair(r) : r.one_in(4) ? signed_zero(r) : r.real(-9, 9); }

float far_position(rng& r) { return r.real(-4000, 4000); }
float far_extent(rng& r) { return r.real(0, 40); }
float far_step(rng& r) { return r.real(-100, 100); }

float near_position(rng& r) { return r.real(-2, 2); }
float near_extent(rng& r) { return r.real(2, 9); }
float near_step(rng& r) { return r.real(-9, 9); }

constexpr family all[] = {
    {"game", game_position, game_extent, game_step},
    {"tiny integer grid", grid_position, grid_extent, grid_step},
    {"one ulp off the grid", grid_position, grid_extent, grid_step, 3},
    {"tile map", tile_position, tile_extent, tile_step},
    {"tile map, some one ulp off", tile_position, tile_extent, tile_step, 6},
    {"grid far from the origin", offset_position, offset_extent, offset_step},
    {"huge", huge_position, huge_extent, huge_step},
    {"denormal", denormal_position, denormal_extent, denormal_step},
    {"every magnitude", any_position, any_extent, any_step},
    {"a few ulps apart", cramped_position, cramped_extent, cramped_step},
    {"a hair apart", hair_position, hair_extent, hair_step},
    {"sparse", far_position, far_extent, far_step},
    {"dense", near_position, near_extent, near_step},
    {"all the same", grid_position, grid_extent, grid_step, 0, 0, true},
    {"game with specials", game_position, game_extent, game_step, 0, 16},
    {"grid with specials", grid_position, grid_extent, grid_step, 16, 24},
};
constexpr std::size_t with_specials = 2;  // the last ones

constexpr float specials[] = {not_a_number, infinity, -infinity, -0.0f, -1.0f, -smallest, smallest, largest, -largest};

}  // namespace

float family::draw(float (*from)(rng&), rng& r) const {
  const float x = from(r);
  if (spoiled && r.one_in(spoiled)) return specials[r.below(std::size(specials))];
  if (nudged && r.one_in(nudged)) return x == 0 || r.one_in(2) ? one_ulp_up(x) : one_ulp_down(x);
  return x;
}

std::span<const family> families() { return all; }
std::span<const family> valid_families() { return {all, std::size(all) - with_specials}; }

}  // namespace trial
