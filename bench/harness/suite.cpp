#include "suite.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace bench {

namespace {
constexpr float spoilt = -77;
}

results::results(form f, std::size_t n) {
  if (f == form::mask) words.resize(hs::mask_words(n)), bytes.resize(n);
  if (f == form::list || f == form::records) list.resize(n);
  if (f == form::times || f == form::records) times.resize(n);
  if (f != form::records) return;
  for (auto* v : {&normal_x, &normal_y, &normal_z, &position_x, &position_y, &position_z}) v->resize(n);
  flags.resize(n);
}

void results::spoil() {
  any = !any, count = ~count, nearest = 0xdeadbeef, nearest_time = -1;
  std::ranges::fill(words, 0xabababababababab);
  std::ranges::fill(list, 0xdeadbeef);
  for (auto* v : {&times, &normal_x, &normal_y, &normal_z, &position_x, &position_y, &position_z})
    std::ranges::fill(*v, spoilt);
  std::ranges::fill(flags, std::uint8_t{0xab});
  std::ranges::fill(bytes, std::uint8_t{0xab});
}

const char* suffix(form f) noexcept {
  constexpr const char* names[] = {"_any", "_count", "_mask", "", "_times", "_hits", "_nearest"};
  return names[static_cast<int>(f)];
}

std::string row::name(const std::string& variant) const {
  return query + '/' + scene + '/' + variant + "/n:" + std::to_string(n) + (m ? "/m:" + std::to_string(m) : "");
}

std::uint64_t digest(form f, const results& r) {
  std::uint64_t state = 0x6a09e667f3bcc908u;
  const auto add = [&](std::uint64_t v) { state = std::rotl((state ^ v) * 0x9e3779b97f4a7c15u, 29); };
  const auto add_floats = [&](const std::vector<float>& v, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) add(std::bit_cast<std::uint32_t>(v[i]));
  };
  const std::size_t written = std::min(r.count, r.list.size());
  switch (f) {
    case form::any: add(r.any); break;
    case form::count: add(r.count); break;
    case form::mask:
      for (const std::uint64_t w : r.words) add(w);
      break;
    case form::list:
      add(r.count);
      for (std::size_t i = 0; i < written; ++i) add(r.list[i]);
      break;
    case form::times: add_floats(r.times, r.times.size()); break;
    case form::records:
      add(r.count);
      for (std::size_t i = 0; i < written; ++i) add(r.list[i]), add(r.flags[i]);
      for (const auto* v :
           {&r.times, &r.normal_x, &r.normal_y, &r.normal_z, &r.position_x, &r.position_y, &r.position_z})
        add_floats(*v, written);
      break;
    case form::nearest: add(r.nearest), add(std::bit_cast<std::uint32_t>(r.nearest_time)); break;
  }
  return state;
}

namespace {

// Of two ascending lists of records. What a plain loop has no column for keeps what spoil() wrote.
std::size_t different_records(const results& exact, const results& plain, std::size_t allowed) {
  const auto near = [](float a, float b) { return std::fabs(a - b) <= 1e-3f * std::max(1.0f, std::fabs(a)); };
  const std::size_t n = std::min(exact.count, exact.list.size()), m = std::min(plain.count, plain.list.size());
  std::size_t i = 0, j = 0, wrong = 0;
  while (i < n || j < m) {
    const std::uint64_t a = i < n ? exact.list[i] : ~0ull, b = j < m ? plain.list[j] : ~0ull;
    if (a == b) {
      bool same = near(exact.times[i], plain.times[j]) && near(exact.normal_x[i], plain.normal_x[j]) &&
                  near(exact.normal_y[i], plain.normal_y[j]);
      if (plain.position_x[j] != spoilt)
        same &= near(exact.position_x[i], plain.position_x[j]) && near(exact.position_y[i], plain.position_y[j]);
      wrong += !same;
    } else {
      ++wrong;
    }
    i += a <= b, j += b <= a;
    if (wrong > allowed) break;
  }
  return wrong;
}

}  // namespace

std::string compare_plain(form f, std::size_t n, const results& exact, const results& plain) {
  std::size_t wrong = 0;
  const std::size_t allowed = 1 + n / 1000;
  const auto differ = [](std::size_t a, std::size_t b) { return a > b ? a - b : b - a; };
  switch (f) {
    case form::any: wrong = exact.any != plain.any ? allowed + 1 : 0; break;
    case form::count: wrong = differ(exact.count, plain.count); break;
    case form::mask:
      for (std::size_t i = 0; i < n; ++i) wrong += (exact.words[i / 64] >> i % 64 & 1) != plain.bytes[i];
      break;
    case form::list: {
      std::size_t i = 0, j = 0;  // both ascend
      while (i < exact.count || j < plain.count) {
        const std::uint64_t a = i < exact.count ? exact.list[i] : ~0ull, b = j < plain.count ? plain.list[j] : ~0ull;
        i += a <= b, j += b <= a, wrong += a != b;
      }
      break;
    }
    case form::times:
      for (std::size_t i = 0; i < n; ++i) wrong += !(std::fabs(exact.times[i] - plain.times[i]) < 1e-3f);
      break;
    case form::nearest:
      if (!(std::fabs(exact.nearest_time - plain.nearest_time) < 1e-3f)) wrong = allowed + 1;
      break;
    case form::records: wrong = different_records(exact, plain, allowed); break;
  }
  if (wrong <= allowed) return {};
  return std::to_string(wrong) + " of " + std::to_string(n) + " answers differ";
}

std::vector<std::string> suite::labels_of(bool plain) {
  std::vector<std::string> out{hs::name(hs::isa::scalar)};
  if (plain) out.insert(out.end(), {baseline::plain_x86_64.name, baseline::plain_native.name});
  for (const hs::isa which : hs::supported_isas())
    if (which != hs::isa::scalar) out.push_back(hs::name(which));
  return out;
}

plain_run suite::loop_of(form f, const plain_forms& plain, std::size_t n) {
  if (!plain) return nullptr;
  const auto loops = plain(n);
  const auto found = loops.find(f);
  return found == loops.end() ? nullptr : found->second;
}

instance suite::assemble(form f, std::size_t n, std::shared_ptr<results> out,
                         std::function<void(std::size_t)> reference, std::function<void(std::size_t)> run,
                         const plain_run& plain) {
  instance in{.exact = out, .plain = nullptr, .variants = {}, .answer = nullptr, .compare = nullptr, .golden = nullptr};
  in.variants.push_back(
      {.label = hs::name(hs::isa::scalar), .library = true, .which = hs::isa::scalar, .run = std::move(reference)});
  if (plain) {
    in.plain = std::make_shared<results>(f, n);
    for (const baseline::loops* table : {&baseline::plain_x86_64, &baseline::plain_native})
      in.variants.push_back({.label = table->name,
                             .library = false,
                             .run = [table, plain, to = in.plain](std::size_t k) { plain(*table, k, *to); }});
  }
  for (const hs::isa which : hs::supported_isas())
    if (which != hs::isa::scalar)
      in.variants.push_back({.label = hs::name(which), .library = true, .which = which, .run = run});
  return in;
}

void suite::add_own(const own_spec& s, const std::function<own_calls(std::size_t n)>& make) {
  for (const std::size_t n : sizes) {
    if (n > s.most) continue;
    rows.push_back({.query = s.query,
                    .scene = s.scene,
                    .kernel = "",
                    .what = s.what,
                    .n = n,
                    .bytes = s.bytes,
                    .labels = labels_of(s.plain),
                    .open = [what = s.what, n, make] {
                      auto out = std::make_shared<results>(what, n);
                      own_calls calls = make(n);
                      const auto run = [call = calls.library, out](std::size_t k) { call(k, *out); };
                      const auto reference = [call = calls.reference ? calls.reference : calls.library,
                                              out](std::size_t k) { call(k, *out); };
                      return assemble(what, n, out, reference, run, calls.plain);
                    }});
  }
}

namespace {

template <int D> using cache = std::map<std::pair<std::string, std::size_t>, std::shared_ptr<const scenes::crowd<D>>>;
cache<2> crowds2;
cache<3> crowds3;

std::uint64_t seed_of(const std::string& name) {
  std::uint64_t h = 14695981039346656037u;  // FNV-1a
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return h;
}

template <int D>
std::shared_ptr<const scenes::crowd<D>> from(cache<D>& all, const std::string& name, const scenes::recipe& r,
                                             std::size_t n) {
  auto& slot = all[{name, n}];
  if (!slot) slot = std::make_shared<const scenes::crowd<D>>(scenes::make<D>(r, n, seed_of(name)));
  return slot;
}

}  // namespace

// `fresh` spare items: pairwise scenes shift one side against the other, which makes new pairs of old data.
std::shared_ptr<const scenes::crowd<2>> crowd2(const char* name, const scenes::recipe& r, std::size_t n) {
  return from<2>(crowds2, name, r, n + scenes::fresh);
}
std::shared_ptr<const scenes::crowd<3>> crowd3(const char* name, const scenes::recipe& r, std::size_t n) {
  return from<3>(crowds3, name, r, n + scenes::fresh);
}
template <int D> askers<D>::askers(const scenes::crowd<D>& c) {
  for (std::size_t i = 0; i < c.size(); ++i) {
    point.push_back(c.point_at(i)), step.push_back(c.step_at(i)), box.push_back(c.box_at(i));
    circle.push_back(c.circle_at(i)), segment.push_back(c.segment_at(i));
  }
}
std::shared_ptr<const askers<2>> askers2(const char* name, const scenes::recipe& r) {
  return std::make_shared<const askers<2>>(scenes::make<2>(r, scenes::fresh, seed_of(std::string("asking ") + name)));
}
std::shared_ptr<const askers<3>> askers3(const char* name, const scenes::recipe& r) {
  return std::make_shared<const askers<3>>(scenes::make<3>(r, scenes::fresh, seed_of(std::string("asking ") + name)));
}
void forget_crowds() {
  std::erase_if(crowds2, [](const auto& c) { return c.second.use_count() == 1; });
  std::erase_if(crowds3, [](const auto& c) { return c.second.use_count() == 1; });
}

std::vector<std::size_t> level_sizes() {
  std::vector<std::size_t> out;
  for (const scenes::level& level : scenes::levels) out.push_back(level.n);
  return out;
}

suite everything(std::vector<std::size_t> sizes) {
  suite s{.rows = {}, .sizes = std::move(sizes)};
  overlap_boxes(s), inside_boxes(s), overlap_circles(s), overlap_circles_boxes(s), sweep_boxes(s), sweep_circles(s);
  sweep_growing_boxes(s), sweep_growing_circles(s);
  sweep_circles_boxes(s), contact_boxes(s), contact_circles(s), contact_circles_boxes(s);
  overlap_hulls(s), contact_hulls(s), sweep_hulls(s);
  respond(s), distance(s), game_frame(s), tiles(s), pixel_masks(s), small_calls(s);
  // By size, so that the scenes of one size can be dropped before the next are made.
  std::ranges::stable_sort(s.rows, {}, &row::n);
  return s;
}

baseline::rects rects_of(const scenes::crowd<2>& c, std::size_t first) {
  return {&c.min[0][first], &c.min[1][first], &c.max[0][first], &c.max[1][first]};
}
baseline::moves moves_of(const scenes::crowd<2>& c, std::size_t first) {
  return {&c.step[0][first], &c.step[1][first]};
}
baseline::spots spots_of(const scenes::crowd<2>& c, std::size_t first) {
  return {&c.center[0][first], &c.center[1][first]};
}
baseline::rect rect_of(const hs::box& b) { return {b.min.x, b.min.y, b.max.x, b.max.y}; }
baseline::rect rect_of(hs::vec2 p) { return {p.x, p.y, p.x, p.y}; }
baseline::move move_of(hs::vec2 v) { return {v.x, v.y}; }
baseline::disc disc_of(const hs::circle& c) { return {c.center.x, c.center.y, c.radius}; }

baseline::touched touched_of(results& r) {
  return {r.list.data(),     r.times.data(),      r.normal_x.data(),
          r.normal_y.data(), r.position_x.data(), r.position_y.data()};
}

}  // namespace bench
