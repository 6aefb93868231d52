// Refused: an inline function that is not inlined is a weak symbol, and the linker keeps one copy for the program.
namespace hitscan {
[[gnu::noinline]] inline float shared_by_accident(float x) { return x * x; }
}  // namespace hitscan

namespace hitscan::detail {
using function = float (*)(float);
extern const function engine_planted;
constinit const function engine_planted = shared_by_accident;
}  // namespace hitscan::detail
