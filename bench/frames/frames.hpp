// What a game pays: the collision work of a whole frame, over columns by the library, and over an array of structs by
// the loop that engines ship. Scenes are the same on every machine; so are the library's answers, to the bit.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <hitscan/hitscan.hpp>

#include "../scenes/scenes.hpp"

namespace frames {

namespace hs = hitscan;

/// A scene of some size. `k` chooses one of scenes::fresh inputs, so that no branch predictor learns a frame by heart.
class scene {
 public:
  virtual ~scene() = default;
  virtual void library(std::size_t k) = 0;   // on the ISA in use
  virtual std::uint64_t answer() const = 0;  // all bits of what library() found
  virtual bool has_naive() const { return true; }
  virtual void naive(std::size_t) {}
  /// What naive() found against what library() found: how many things differ. It rounds, so a few may.
  virtual std::size_t differences() const { return 0; }
};
constexpr std::size_t allowed_differences(std::size_t n) { return 1 + n / 10000; }

struct kind {
  const char* name;
  const char* what;  // for people
  std::unique_ptr<scene> (*open)(std::size_t n);
};
std::span<const kind> kinds();

/// 640 (2002), 4000, 10000, 32000, 100000; a million as stress.
inline constexpr std::size_t sizes[] = {640, 4000, 10000, 32000, 100000, 1000000};

/// The answers to some inputs in one number; and what it has to be, 0 when no value is committed.
std::uint64_t golden(scene&);
std::uint64_t expected(const std::string& name, std::size_t n);

// ---- for the scenes ----------------------------------------------------------------------------------------------

/// An object as engines have it: everything about it in one place.
struct thing {
  float x = 0, y = 0, dx = 0, dy = 0, half_x = 0, half_y = 0, radius = 0;
  std::uint32_t group = 1, sprite = 0, owner = 0;
  float angle = 0, spin = 0, life = 1, damage = 1, red = 1, blue = 1;
};
static_assert(sizeof(thing) == 64);
std::vector<thing> things(const scenes::crowd<2>& c);

/// n things and some to spare, in a field that grows with n once there are more than `room`.
scenes::crowd<2> crowd(scenes::recipe r, std::size_t n, std::uint64_t seed, std::size_t room = ~std::size_t{0});
/// By how much the field of that crowd is wider.
float factor(std::size_t n, std::size_t room);

class hash {
 public:
  void add(std::uint64_t v) noexcept { state_ = std::rotl((state_ ^ v) * 0x9e3779b97f4a7c15u, 29); }
  void add(float v) noexcept { add(std::uint64_t{std::bit_cast<std::uint32_t>(v)}); }
  template <class T> void add(std::span<const T> all) noexcept {
    for (const T v : all) {
      if constexpr (std::is_same_v<T, float>)
        add(v);
      else
        add(std::uint64_t{v});
    }
  }
  void add(const hs::found& f) noexcept {
    add(std::uint64_t{f.total});
    add(std::span<const hs::index>(f.begin(), f.end()));
  }
  std::uint64_t value() const noexcept { return state_ ^ (state_ >> 31); }

 private:
  std::uint64_t state_ = 0x6a09e667f3bcc908u;
};

/// In how many places two ascending lists differ.
std::size_t list_differences(std::span<const hs::index> a, std::span<const hs::index> b);
/// In how many places two columns differ by more than rounding explains.
std::size_t column_differences(std::span<const float> a, std::span<const float> b, float allowed);

std::unique_ptr<scene> curtain(std::size_t n), volley(std::size_t n), bomb(std::size_t n), laser(std::size_t n),
    horde(std::size_t n), seams(std::size_t n), gauntlet(std::size_t n), plain_crowd(std::size_t n),
    tiles(std::size_t n), sprites(std::size_t n);

}  // namespace frames
