#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <regex>
#include <string_view>

namespace bench {

const char* const help_text =
    "hitscan_bench [options]\n"
    "  --quick           under a minute: the smallest and the largest size\n"
    "  --full            every query form, more sizes, frames of a million: half an hour\n"
    "  --filter REGEX    only rows whose name (query/scene/isa/n:N) matches\n"
    "  --isa LIST        only these, for instance sse2,avx2; the scalar reference always runs\n"
    "  --sizes LIST      numbers of items, for instance 1024,100000, or levels of the cache: L1,L2,L3,DRAM\n"
    "  --cpu N           stays on that CPU\n"
    "  --out DIR         where the files go (report)\n"
    "  --list            names the rows and stops\n"
    "  --golden          prints the golden hashes and stops\n"
    "  --benchmark_...   runs as a Google Benchmark program, with all its flags";

namespace {

template <class F> std::string each_word(const std::string& list, F f) {
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t to = std::min(list.find(',', from), list.size());
    if (std::string wrong = f(list.substr(from, to - from)); !wrong.empty()) return wrong;
    from = to + 1;
  }
  return {};
}

template <class T> bool to_number(const std::string& text, T& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size();
}

std::string isa_names() {
  std::string out;
  for (const hs::isa which : hs::supported_isas()) out += std::string(out.empty() ? "" : ", ") + hs::name(which);
  return out;
}

std::string parse_isas(const std::string& list, std::vector<hs::isa>& to) {
  return each_word(list, [&](const std::string& word) -> std::string {
    for (const hs::isa which : hs::supported_isas())
      if (word == hs::name(which)) return to.push_back(which), "";
    return "--isa: this machine runs " + isa_names() + ", but not '" + word + "'";
  });
}

std::string parse_sizes(const std::string& list, std::vector<std::size_t>& to) {
  std::string wrong = each_word(list, [&](const std::string& word) -> std::string {
    for (const scenes::level& level : scenes::levels)
      if (word == level.name) return to.push_back(level.n), "";
    std::size_t n = 0;
    if (!to_number(word, n) || n < 1 || n > std::size_t{1} << 26)
      return "--sizes: '" + word + "' is neither a number from 1 to 67108864 nor one of L1, L2, L3, DRAM";
    return to.push_back(n), "";
  });
  std::ranges::sort(to);
  to.erase(std::unique(to.begin(), to.end()), to.end());
  return wrong;
}

// Rows that are measured at sizes in between, too: one of each kind, for the picture of speed over size.
constexpr std::string_view swept[] = {"overlap_mask/box_walls",   "overlap/ship_curtain",
                                      "sweep/centres_ship",       "sweep_nearest/bullet_apart",
                                      "sweep_times/circles_ship", "sweep_each_times/boxes_apart"};
constexpr std::size_t in_between[] = {256, 4096, 65536, 1048576};

bool is_swept(const row& r) { return std::ranges::find(swept, r.query + '/' + r.scene) != std::end(swept); }

}  // namespace

std::string options::parse(int argc, const char* const* argv) {
  std::string isa_list, size_list, cpu_text;
  struct {
    const char* flag;
    std::string* to;
  } const texts[] = {
      {"--filter", &filter}, {"--out", &out}, {"--isa", &isa_list}, {"--sizes", &size_list}, {"--cpu", &cpu_text}};
  struct {
    const char* flag;
    bool* to;
  } const switches[] = {{"--quick", &quick},   {"--full", &full}, {"--list", &list},
                        {"--golden", &golden}, {"--help", &help}, {"-h", &help}};
  for (int i = 1; i < argc; ++i) {
    const std::string a = argv[i];
    const std::string flag = a.substr(0, a.find('='));
    const int first = i;
    if (flag.starts_with("--benchmark_") || flag == "--v") {
      google = true;
    } else if (const auto s = std::ranges::find(switches, a, [](const auto& e) { return std::string(e.flag); });
               s != std::end(switches)) {
      *s->to = true;
    } else if (const auto t = std::ranges::find(texts, flag, [](const auto& e) { return std::string(e.flag); });
               t != std::end(texts)) {
      if (flag != a)
        *t->to = a.substr(flag.size() + 1);
      else if (i + 1 < argc)
        *t->to = argv[++i];
      else
        return flag + " wants a value";
      if (t->to->empty()) return flag + " wants a value";
    } else {
      return "there is no option " + a + "; --help says what there is";
    }
    for (int k = first; k <= i && flag != "--out"; ++k) given.append(given.empty() ? "" : " ").append(argv[k]);
  }
  if (quick && full) return "--quick or --full?";
  try {
    std::regex{filter};
  } catch (const std::regex_error& e) {
    return "--filter " + filter + ": " + e.what();
  }
  if (!cpu_text.empty() && (!to_number(cpu_text, cpu) || cpu < 0)) return "--cpu: '" + cpu_text + "' is no number";
  if (!isa_list.empty())
    if (std::string wrong = parse_isas(isa_list, isas); !wrong.empty()) return wrong;
  return size_list.empty() ? "" : parse_sizes(size_list, sizes);
}

bool options::wants(hs::isa which) const { return isas.empty() || std::ranges::find(isas, which) != isas.end(); }

hs::isa best_wanted(const options& o) {
  hs::isa best = hs::isa::scalar;
  for (const hs::isa which : hs::supported_isas())
    if (o.wants(which)) best = which;
  return best;
}

suite chosen_rows(const options& o) {
  const std::vector<std::size_t> levels = level_sizes();
  const bool between = o.sizes.empty() && !o.quick && (o.full || o.filter.empty());
  std::vector<std::size_t> sizes = o.sizes.empty() ? levels : o.sizes;
  if (between) sizes.insert(sizes.end(), std::begin(in_between), std::end(in_between));
  suite s = everything(std::move(sizes));
  const std::regex pattern(o.filter);
  std::erase_if(s.rows, [&](row& r) {
    keep_wanted(o, r);
    const bool level = !o.sizes.empty() || std::ranges::find(levels, r.n) != levels.end();
    const bool edge = !o.sizes.empty() || r.n == levels.front() || r.n == levels.back();
    if (o.quick && !edge && !(is_swept(r) && o.filter.empty())) return true;
    if (!o.filter.empty())
      return std::ranges::none_of(r.labels,
                                  [&](const auto& label) { return std::regex_search(r.name(label), pattern); });
    if (!level) return o.full ? r.kernel.empty() : !is_swept(r);
    return !o.full && r.kernel.empty();
  });
  return s;
}

effort effort_for(const options& o, std::size_t rows) {
  // Scenes and checks take about as long as half of the time that is shared out here.
  const double budget = o.quick ? 14 : o.full ? 900 : 85;
  const double share = budget / static_cast<double>(std::max<std::size_t>(rows, 1));
  return {std::clamp(share, 0.2, 1.5), o.quick ? 9 : 11};
}

void keep_wanted(const options& o, instance& in) {
  std::erase_if(in.variants,
                [&](const variant& v) { return v.library && v.which != hs::isa::scalar && !o.wants(v.which); });
}

void keep_wanted(const options& o, row& r) {
  std::erase_if(r.labels, [&](const std::string& label) {
    return std::ranges::any_of(hs::supported_isas(), [&](hs::isa which) {
      return which != hs::isa::scalar && label == hs::name(which) && !o.wants(which);
    });
  });
}

}  // namespace bench
