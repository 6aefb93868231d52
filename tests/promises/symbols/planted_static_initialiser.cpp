// Refused: code that runs before main, with an ISA's instructions, on whatever CPU there is.
namespace {
float volatile seed = 2;
float at_start() { return seed * seed; }
}  // namespace

namespace hitscan::detail {
extern const float engine_planted;
const float engine_planted = at_start();
}  // namespace hitscan::detail
