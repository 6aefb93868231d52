// One ISA's engine: which kernel serves which test, and the table of result forms.
#include "../dispatch/engines.hpp"
#include "../lanes/forms.hpp"

namespace hitscan::detail {
// One line a test, in the order of `enum class test`.
// clang-format off
#define HITSCAN_EACH_TEST(of) \
  of(overlap_boxes)           \
  of(inside_boxes)            \
  of(overlap_circles)         \
  of(overlap_circles_boxes)   \
  of(sweep_boxes)             \
  of(sweep_circles)           \
  of(contact_boxes)           \
  of(contact_circles)         \
  of(contact_circles_boxes)   \
  of(overlap_hulls)           \
  of(sweep_circles_boxes)     \
  of(contact_hulls)           \
  of(sweep_hulls)             \
  of(sweep_growing_boxes)     \
  of(sweep_growing_circles)
// clang-format on

namespace HITSCAN_ISA {
#define HITSCAN_DECLARED(name) extern const binder name;
HITSCAN_EACH_TEST(HITSCAN_DECLARED)
extern const decltype(engine::squared) squared;
extern const decltype(engine::walls) walls;
extern const decltype(engine::bounce) bounce;
extern const decltype(engine::keep) keep;
extern const broad::kernels broad;
extern const pixels::kernels pixels;
extern const tiled::kernels tiled;
}  // namespace HITSCAN_ISA

namespace {

#define HITSCAN_LISTED(name) &HITSCAN_ISA::name,
constexpr const binder* kernels[] = {HITSCAN_EACH_TEST(HITSCAN_LISTED)};
static_assert(sizeof(kernels) / sizeof(kernels[0]) == test_count);

template <class A> bool bind(const request& r, plan& p) {
  if (!(r.until > 0)) return false;  // no time is below 0; nor is NaN above
  if (!r.a.layer_data && !r.b.layer_data && !(r.a.layer_one & r.b.layer_one & r.layers)) return false;
  p.written = 0, p.item = 0, p.shrink = nullptr;
  const binder& b = *kernels[(int)r.test];
  return r.dims == 2 ? b.dims2(r, p) : b.dims3(r, p);
}

using arch = HITSCAN_ARCH;

void squared(const squared_request& r, std::uint64_t* words) noexcept { HITSCAN_ISA::squared(r, words); }
void walls(const wall_request& r) noexcept { HITSCAN_ISA::walls(r); }
void bounce(const bounce_request& r) noexcept { HITSCAN_ISA::bounce(r); }
[[maybe_unused]] void keep(const keep_request& r) noexcept { HITSCAN_ISA::keep(r); }

}  // namespace

#define HITSCAN_JOINED(a, b) a##b
#define HITSCAN_ENGINE(isa) HITSCAN_JOINED(engine_, isa)
constinit const engine HITSCAN_ENGINE(HITSCAN_ISA) = {
    isa::HITSCAN_ISA,
    (int)floats<arch>::size,
    any<arch>,
    count<arch>,
    mask<arch>,
    times<arch>,
    list<arch>,
    nearest<arch>,
    each<arch>,
    squared,
    walls,
    bounce,
    compresses<arch> ? keep : nullptr,
    &HITSCAN_ISA::broad,
    &HITSCAN_ISA::pixels,
    &HITSCAN_ISA::tiled,
};

}  // namespace hitscan::detail
