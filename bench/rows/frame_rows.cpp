#include "frame_rows.hpp"

#include <algorithm>
#include <regex>

#include "../frames/frames.hpp"

namespace bench {
namespace {

constexpr const char* query = "frame";

instance open_frame(const frames::kind& kind, std::size_t n) {
  const std::shared_ptr<frames::scene> scene = kind.open(n);
  instance in;
  const auto library = [scene](std::size_t k) { scene->library(k); };
  in.variants.push_back(
      {.label = hs::name(hs::isa::scalar), .library = true, .which = hs::isa::scalar, .run = library});
  if (scene->has_naive())
    in.variants.push_back({.label = "naive", .library = false, .run = [scene](std::size_t k) { scene->naive(k); }});
  for (const hs::isa which : hs::supported_isas())
    if (which != hs::isa::scalar)
      in.variants.push_back({.label = hs::name(which), .library = true, .which = which, .run = library});
  in.exact = std::make_shared<results>(form::count, n);
  in.answer = [scene] { return scene->answer(); };
  in.golden = [scene] { return frames::golden(*scene); };
  in.compare = [scene, n]() -> std::string {
    const std::size_t differ = scene->differences();
    if (differ <= frames::allowed_differences(n)) return {};
    return std::to_string(differ) + " of " + std::to_string(n) + " things differ";
  };
  return in;
}

}  // namespace

bool is_frame(const row& r) { return r.query == query; }

std::vector<row> frame_rows(const options& o) {
  std::vector<row> out;
  const std::regex pattern(o.filter);
  std::vector<std::size_t> sizes = o.sizes;
  if (sizes.empty())
    for (const std::size_t n : frames::sizes)
      if (o.full || (o.quick ? n == 640 || n == 10000 : n < 1000000)) sizes.push_back(n);
  for (const std::size_t n : sizes)
    for (const frames::kind& kind : frames::kinds()) {
      row r{.query = query,
            .scene = kind.name,
            .kernel = "",
            .what = form::count,
            .n = n,
            .bytes = 0,
            .labels = {hs::name(hs::isa::scalar), "naive"},
            .open = [&kind, n] { return open_frame(kind, n); }};
      for (const hs::isa which : hs::supported_isas())
        if (which != hs::isa::scalar) r.labels.push_back(hs::name(which));
      keep_wanted(o, r);
      if (std::ranges::any_of(r.labels, [&](const auto& label) { return std::regex_search(r.name(label), pattern); }))
        out.push_back(std::move(r));
    }
  return out;
}

}  // namespace bench
