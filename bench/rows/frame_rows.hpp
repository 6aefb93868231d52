// Whole frames as rows of the benchmark: naive, and the library on every ISA; ns a frame.
#pragma once

#include <vector>

#include "../harness/options.hpp"

namespace bench {

std::vector<row> frame_rows(const options& o);
bool is_frame(const row& r);

}  // namespace bench
