// What a kernel has to know of a tile map and those who move on it: plain data. Boxes are decided there as far as a
// register of floats can tell; who is left open is asked about one by one, in src/tiles/.
#pragma once

#include <hitscan/detail/request.hpp>
#include <hitscan/tiles.hpp>

namespace hitscan::detail::tiled {

constexpr std::uint32_t at_once = 1024;  // movers a request

struct level {               // a valid map
  const std::uint8_t* data;  // a byte a tile, or a bit
  bool bytes;
  std::uint32_t width, height;
  std::size_t last_word;  // where the last four bytes of it are
  float origin[2], size[2];
};

enum class form : std::uint8_t {
  corners,  // min x, max x, min y, max y
  centred,  // centre, half extents
  spots,    // points, as they are
  discs     // centre, radius: those that are near something are left open
};

struct sweep_request {
  level on;
  form what;
  feed shape[4], step[2];
  std::uint32_t n;
  bool closed;       // touching hits
  bool from_inside;  // a start in overlap is a hit
  float until;
  records out;          // of all that are not left open
  std::uint32_t* open;  // who is; room for n
};

// Of walkers in a level with other obstacles (src/tiles/obstacles.cpp), which none of these is near.
struct ground {
  const float* near = nullptr;  // `near` there, of each walker; no number: it is left open. Null: no level
  int axis = 1;                 // of up, which is along it
  float down = 1;               // 1 or -1: where floors are
  float snap = 0;
  bool stop_on_floors = true;
  std::uint8_t met_floor = 0, met_wall = 0, met_ceiling = 0;  // flags
};
struct walk_request {
  level on;
  bool discs;     // as above
  feed reach[2];  // half extents
  float *at[2], *step[2];
  std::uint8_t* flags;  // may be null
  std::uint32_t n;
  int contacts;
  std::uint32_t* open;  // of these nothing is written
  ground under{};
};
struct walk_tally {
  std::uint32_t open, contacts;
};

// One ISA.
struct kernels {
  std::uint32_t (*sweep)(const sweep_request&) noexcept;  // how many are left open
  walk_tally (*walk)(const walk_request&) noexcept;
};

bool there(const tile_map&) noexcept;  // valid; where its tiles are too few, that is told. In tiles.cpp

const kernels* active() noexcept;  // null: one by one. In tiles.cpp

// tile_map::sweep_nearest as if there were no one-way tiles; in the default state.
hit sweep_solid(const tile_map& map, const box& a, vec2 step, const query& q) noexcept;
hit sweep_solid(const tile_map& map, const circle& a, vec2 step, const query& q) noexcept;
// May a tile of any kind touch it?
bool anything_in(const tile_map& map, const box& around) noexcept;

}  // namespace hitscan::detail::tiled
