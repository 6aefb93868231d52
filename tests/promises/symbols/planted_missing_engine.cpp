// Refused: nothing in it at all, so that a check of the wrong file does not pass.
namespace {
[[maybe_unused]] constexpr int nothing = 0;
}
