#include "differential.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <hitscan/detail/forms.hpp>
#include <iterator>
#include <vector>

#include "outputs.hpp"
namespace trial {
namespace {

namespace hs = hitscan;
namespace hd = hitscan::detail;
using hd::outcome;

constexpr int slots = 160;
constexpr std::size_t slot_bytes = 32 * 4096;

// 0 to 67: every tail of every register width, twice around a mask word. Then block edges.
std::size_t length(std::size_t i) {
  constexpr std::size_t special[] = {127, 128, 129, 1000, 1023, 1024, 1025, 2049};
  return i < 68 ? i : special[i - 68];
}
constexpr std::size_t lengths = 76;

bool same(const outcome& x, const outcome& y) {
  bool equal = x.index == y.index && same_bits(x.time, y.time) && x.flags == y.flags;
  for (int k = 0; k < 3; ++k)
    equal &= same_bits(x.normal[k], y.normal[k]) && same_bits(x.position[k], y.position[k]) &&
             same_bits(x.push[k], y.push[k]);
  return equal;
}

std::string text(const outcome& o) {
  std::string t = "index " + (o.index == hs::none ? "none" : std::to_string(o.index)) + ", time " + hex(o.time);
  t += ", normal {" + hex(o.normal[0]) + ", " + hex(o.normal[1]) + ", " + hex(o.normal[2]);
  t += "}, position {" + hex(o.position[0]) + ", " + hex(o.position[1]) + ", " + hex(o.position[2]);
  t += "}, push {" + hex(o.push[0]) + ", " + hex(o.push[1]) + ", " + hex(o.push[2]);
  return t + "}, flags " + std::to_string(o.flags);
}

// The order of nearest (semantics: lowest time, then a face before a corner, then the lowest index).
bool nearer(const outcome& x, const outcome& y) {
  if (x.time != y.time) return x.time < y.time;
  if ((x.flags & hs::corner) != (y.flags & hs::corner)) return !(x.flags & hs::corner);
  return x.index < y.index;
}

// Outputs of a records query, in watched memory; `wanted`: bit per column.
struct record_buffers {
  std::span<hs::index> index;
  std::span<float> time, normal[3], position[3], push[3];
  std::span<std::uint8_t> flags;
  unsigned wanted;

  static constexpr unsigned everything = 0xfff;

  // With `ragged`, columns differ in length and the shortest is n: that one is the capacity.
  record_buffers(arena& memory, std::size_t n, int dims, unsigned which, place where, bool ragged, bool contacts)
      : wanted(which & (contacts ? 0xeffu : 0x1ffu)) {
    if (dims == 2) wanted &= ~0x890u;  // no third axis
    if (!(wanted & everything)) wanted |= 1;
    std::size_t more = 0;
    const auto take = [&]<class T>(std::span<T>& s, unsigned bit) {
      if (!(wanted >> bit & 1)) return;
      s = memory.output<T>(n + more, where);
      if (ragged) more = (more + 1) % 3;
    };
    take(index, 0), take(time, 1);
    for (unsigned k = 0; k < 3; ++k) take(normal[k], 2 + k);
    for (unsigned k = 0; k < 3; ++k) take(position[k], 5 + k);
    take(flags, 8);
    for (unsigned k = 0; k < 3; ++k) take(push[k], 9 + k);
  }
  hs::hit_columns3 columns() const { return hits_in<3>(*this); }
  hs::contact_columns3 contact_columns() const { return contacts_in<3>(*this); }
  // What was written for record i; what was not wanted is taken from `expected`.
  outcome read(std::size_t i, outcome expected) const {
    if (wanted & 1) expected.index = index[i];
    if (wanted & 2) expected.time = time[i];
    for (unsigned k = 0; k < 3; ++k) {
      if (wanted >> (2 + k) & 1) expected.normal[k] = normal[k][i];
      if (wanted >> (5 + k) & 1) expected.position[k] = position[k][i];
      if (wanted >> (9 + k) & 1) expected.push[k] = push[k][i];
    }
    if (wanted & 0x100) expected.flags = flags[i];
    return expected;
  }
};

class comparison {
 public:
  comparison(const plan& p, rng& r, arena& memory, std::uint64_t seed)
      : plan_(p),
        random_(r),
        memory_(memory),
        seed_(seed),
        question_(make_request(p, r, memory)),
        told_(question_),
        mark_(memory.here()) {}

  // The truth: one record an item; all forms follow from it, without another look at the reference.
  void ask_reference() {
    const hd::engine& e = hd::reference_engine();
    const std::size_t n = question_.n;
    if (plan_.how == asked::many_many) return ask_reference_about_each_a();
    truth_.assign(n, outcome{});
    for (std::size_t i = 0; i < n; ++i) truth_[i] = single(e, i);
    for (const outcome& o : truth_)
      if (o.index != hs::none) hits_.push_back(o);
  }

  // From here on some of the columns have gaps, the last value of each right before a page that traps.
  void put_gaps() {
    const auto gap_for = [&](std::size_t n) {
      constexpr std::size_t steps[] = {4, 8, 12, 20, 64};
      const std::size_t step = steps[random_.below(5)];
      return static_cast<std::int32_t>((n * step <= slot_bytes ? step : 12) - 4);
    };
    const auto spread = [&](const auto* from, std::size_t n, std::int32_t gap) {
      const std::size_t step = 4 + static_cast<std::size_t>(gap);
      const auto to = memory_.input<unsigned char>(n ? (n - 1) * step + 4 : 0, place::at_end);
      for (std::size_t i = 0; i < n; ++i) std::memcpy(to.data() + i * step, from + i, 4);
      question_.strided |= gap != 0;
      return reinterpret_cast<decltype(from)>(to.data());
    };
    const auto put = [&](hd::side& s, hd::motion& m) {
      const auto feed = [&](hd::feed& f) {
        if (f.data) f.gap = gap_for(s.count), f.data = spread(f.data, s.count, f.gap);
      };
      for (int c = 0; c < hd::columns_of(s.what, plan_.dims); ++c) feed(s.column[c]);
      for (int k = 0; k < hd::growths_of(plan_.test, plan_.dims); ++k) feed(s.grow[k]);
      for (int k = 0; k < plan_.dims && m.present; ++k) feed(m.column[k]);
      if (!s.layer_data) return;
      s.layer_gap = gap_for(s.count), s.layer_data = spread(s.layer_data, s.count, s.layer_gap);
    };
    put(question_.a, question_.da), put(question_.b, question_.db);
    mark_ = memory_.here();
  }
  bool has_gaps() const { return question_.strided; }

  // True when every form of the active engine agrees.
  bool active_engine_agrees() {
    const hd::engine& e = hd::active_engine();
    isa_ = hs::name(e.which);
    bool good = true;
    const auto form = [&](const char* what, bool (comparison::*check)(const hd::engine&)) {
      if (!good) return;
      form_ = what;
      good = (this->*check)(e);
      if (good && !memory_.intact()) good = fail("wrote beyond its output", 0);
      memory_.release(mark_);
    };
    if (plan_.how == asked::many_many) {
      form("nearest of many", &comparison::nearest_many);
      return good;
    }
    form("mask", &comparison::mask);  // first: it names the item that differs
    form("any", &comparison::any);
    form("count", &comparison::count);
    form("list", &comparison::list);
    if (question_.n == 1 && !question_.strided) form("without a short way for one item", &comparison::engine_itself);
    if (!telling(plan_.test)) return good;
    form("times", &comparison::times);
    form("times and mask", &comparison::times_and_mask);
    form("nearest", &comparison::nearest);
    if (question_.batch == hd::batch::each)
      form("each", &comparison::each);
    else
      form("records", &comparison::records);
    return good;
  }

  std::size_t hits() const { return hits_.size(); }
  std::size_t items() const { return truth_.size(); }

 private:
  // One item of a request, asked about alone, so that nothing of the batch can leak into its answer.
  outcome single(const hd::engine& e, std::size_t i) const {
    hd::request one = question_;
    const auto only = [](hd::side& s, hd::motion& m, int dims, std::size_t at) {
      for (int c = 0; c < hd::columns_of(s.what, dims); ++c)
        if (s.column[c].data) s.column[c] = {nullptr, s.column[c].data[at]};
      for (int k = 0; k < dims && m.present; ++k)
        if (m.column[k].data) m.column[k] = {nullptr, m.column[k].data[at]};
      for (hd::feed& g : s.grow)
        if (g.data) g = {nullptr, g.data[at]};
      if (s.layer_data) s.layer_one = s.layer_data[at], s.layer_data = nullptr;
      if (s.what == hd::kind::polygon && s.outline.offsets) s.outline.offsets += at;
      s.count = 1, s.spans = false;
    };
    const bool each = one.batch == hd::batch::each;
    if (each || one.batch == hd::batch::many_one) only(one.a, one.da, one.dims, one.first ? one.first[i] : i);
    if (each || one.batch == hd::batch::one_many) only(one.b, one.db, one.dims, one.second ? one.second[i] : i);
    one.batch = hd::batch::one_many, one.n = 1, one.first = one.second = nullptr;
    outcome o;
    if (telling(plan_.test))
      o = hd::run_nearest(e, one);
    else if (hd::run_any(e, one))
      o.index = 0;
    if (o.index != hs::none) o.index = static_cast<hs::index>(i);
    return o;
  }

  void ask_reference_about_each_a() {
    const hd::engine& e = hd::reference_engine();
    for (std::size_t i = 0; i < question_.n; ++i) {
      hd::request one = question_;
      hd::side& asker = one.flip ? one.b : one.a;
      hd::motion& steps = one.flip ? one.db : one.da;
      const auto fix = [i](hd::feed& f) {
        if (f.data) f = {nullptr, f.data[i]};
      };
      for (hd::feed& f : asker.column) fix(f);
      for (hd::feed& f : steps.column) fix(f);
      for (hd::feed& f : asker.grow) fix(f);
      if (asker.what == hd::kind::polygon && asker.outline.offsets) {
        const hd::outlines o = asker.outline;
        const std::size_t first = o.offsets[i], last = o.offsets[i + 1];
        const bool fits = first <= last && last <= o.corners;
        asker.outline = {o.x + (fits ? first : 0), o.y + (fits ? first : 0), fits ? last - first : 0, nullptr};
      }
      if (asker.layer_data) asker.layer_one = asker.layer_data[i], asker.layer_data = nullptr;
      asker.count = 1, asker.spans = false, one.batch = one.flip ? hd::batch::many_one : hd::batch::one_many;
      one.n = one.flip ? one.a.count : one.b.count;
      truth_.push_back(hd::run_nearest(e, one));
      if (truth_.back().index != hs::none) hits_.push_back(truth_.back());
    }
  }

  bool depths() const { return hd::is_contact(plan_.test); }
  // As columns show it: a contact's depth stands where others have the time.
  outcome shown(outcome o) const {
    if (depths()) o.time = o.index == hs::none ? 0 : 0 - o.time;
    return o;
  }

  place where() { return static_cast<place>(random_.below(3)); }

  bool any(const hd::engine& e) {
    const bool got = hd::run_any(e, question_);
    return got == !hits_.empty() || fail(got ? "says yes" : "says no", hits_.empty() ? 0 : hits_[0].index);
  }

  bool count(const hd::engine& e) {
    const std::size_t got = hd::run_count(e, question_);
    return got == hits_.size() ||
           fail("counts " + std::to_string(got) + " instead of " + std::to_string(hits_.size()), 0);
  }

  bool words_agree(std::span<const std::uint64_t> words) {
    for (std::size_t i = 0; i < words.size() * 64; ++i) {
      const bool got = words[i / 64] >> i % 64 & 1;
      if (i >= truth_.size() && got) return fail("sets spare bit " + std::to_string(i), 0);
      if (i < truth_.size() && got != (truth_[i].index != hs::none)) return fail(got ? "hits" : "misses", i);
    }
    return true;
  }

  bool mask(const hd::engine& e) {
    const auto words = memory_.output<std::uint64_t>(hs::mask_words(question_.n), where());
    hd::run_mask(e, question_, words);
    return words_agree(words);
  }

  // Full, exactly sized, short by one, half, one, nothing: total is always the truth.
  std::vector<std::size_t> capacities() const {
    const std::size_t n = hits_.size();
    std::vector<std::size_t> all{question_.n, n, n ? n - 1 : 0, n / 2, 1, 0};
    return all;
  }

  bool tally_agrees(std::size_t written, std::size_t total, std::size_t capacity) {
    if (total != hits_.size())
      return fail("total " + std::to_string(total) + " instead of " + std::to_string(hits_.size()), 0);
    const std::size_t expected = std::min(capacity, hits_.size());
    if (written != expected)
      return fail("written " + std::to_string(written) + " instead of " + std::to_string(expected), 0);
    return true;
  }

  bool list(const hd::engine& e) {
    for (const std::size_t capacity : capacities()) {
      const auto out = memory_.output<hs::index>(capacity, where());
      const hs::found got = hd::run_list(e, question_, out);
      if (!tally_agrees(got.written, got.total, capacity)) return false;
      if (capacity && got.data != out.data()) return fail("found::data is not the buffer", 0);
      for (std::size_t k = 0; k < got.written; ++k)
        if (out[k] != hits_[k].index)
          return fail("entry " + std::to_string(k) + " is " + std::to_string(out[k]) + ", not " +
                          std::to_string(hits_[k].index),
                      hits_[k].index);
      if (!memory_.intact()) return fail("wrote beyond a capacity of " + std::to_string(capacity), 0);
      memory_.release(mark_);
    }
    return true;
  }

  bool records(const hd::engine& e) {
    for (const std::size_t capacity : capacities()) {
      const unsigned wanted = random_.one_in(2) ? record_buffers::everything : random_.below(4096);
      const record_buffers out(memory_, capacity, plan_.dims, wanted, where(), capacity && random_.one_in(4), depths());
      const hs::found got = depths() ? hd::run_records(e, question_, out.contact_columns())
                                     : hd::run_records(e, question_, out.columns());
      if (!tally_agrees(got.written, got.total, capacity)) return false;
      for (std::size_t k = 0; k < got.written; ++k)
        if (!agree(out.read(k, shown(hits_[k])), shown(hits_[k]), hits_[k].index)) return false;
      if (!memory_.intact()) return fail("wrote beyond a capacity of " + std::to_string(capacity), 0);
      memory_.release(mark_);
    }
    return true;
  }

  bool times_agree(std::span<const float> got) {
    for (std::size_t i = 0; i < truth_.size(); ++i)
      if (!same_bits(got[i], truth_[i].time)) return fail("time " + hex(got[i]) + ", not " + hex(truth_[i].time), i);
    return true;
  }
  bool times(const hd::engine& e) {
    const auto out = memory_.output<float>(question_.n, where());
    hd::run_times(e, question_, out);
    return times_agree(out);
  }
  bool times_and_mask(const hd::engine& e) {
    const auto out = memory_.output<float>(question_.n, where());
    const auto words = memory_.output<std::uint64_t>(hs::mask_words(question_.n), where());
    hd::run_times(e, question_, hs::times_out(out, words));
    return times_agree(out) && words_agree(words);
  }

  // An only item is asked of the test's own reference (kernel::one), whatever the engine; here the engine answers.
  bool engine_itself(const hd::engine& e) {
    const bool hit = !hits_.empty();
    const auto words = memory_.output<std::uint64_t>(1, where());
    e.mask(question_, words.data());
    if (!words_agree(words)) return false;
    if (e.any(question_) != hit || e.count(question_) != hits_.size()) return fail("any or count", 0);
    return !telling(plan_.test) || agree(e.nearest(question_), truth_[0], 0);
  }

  bool nearest(const hd::engine& e) {
    outcome expected;
    for (const outcome& o : hits_)
      if (expected.index == hs::none || nearer(o, expected)) expected = o;
    return agree(hd::run_nearest(e, question_), expected, expected.index == hs::none ? 0 : expected.index);
  }

  // Dense records: one an item, or one an item of a.
  template <class C> using dense_run = void (*)(const hd::engine&, const hd::request&, const C&) noexcept;
  bool dense(const hd::engine& e, dense_run<hs::hit_columns3> run, dense_run<hs::contact_columns3> run_contacts) {
    const unsigned wanted = random_.one_in(2) ? record_buffers::everything : random_.below(4096);
    const record_buffers out(memory_, question_.n, plan_.dims, wanted, where(), random_.one_in(4), depths());
    if (depths())
      run_contacts(e, question_, out.contact_columns());
    else
      run(e, question_, out.columns());
    for (std::size_t i = 0; i < truth_.size(); ++i)
      if (!agree(out.read(i, shown(truth_[i])), shown(truth_[i]), i)) return false;
    return true;
  }
  bool each(const hd::engine& e) { return dense(e, hd::run_each, hd::run_each); }
  bool nearest_many(const hd::engine& e) { return dense(e, hd::run_nearest_many, hd::run_nearest_many); }

  bool agree(const outcome& got, const outcome& expected, std::size_t item) {
    return same(got, expected) || fail("\n  got       " + text(got) + "\n  expected  " + text(expected), item);
  }

  bool fail(const std::string& what, std::size_t item) {
    std::size_t a = 0, b = 0;
    const std::size_t i = std::min(item, question_.n ? question_.n - 1 : 0);
    if (plan_.how == asked::many_many) {
      a = i, b = item < truth_.size() && truth_[item].index != hs::none ? truth_[item].index : 0;
      if (question_.flip) std::swap(a, b);
    } else if (question_.batch == hd::batch::one_many)
      b = i;
    else if (question_.batch == hd::batch::many_one)
      a = i;
    else
      a = question_.first ? question_.first[i] : i, b = question_.second ? question_.second[i] : i;
    ADD_FAILURE() << "ISA " << isa_ << ", " << name(plan_.test) << " " << plan_.dims << "D, " << name(plan_.how) << ", "
                  << form_ << ": " << what << "\n  length " << question_.n << ", item " << item << ", family \""
                  << plan_.from->name << "\", seed " << seed_ << "\n"
                  << (question_.n && question_.a.count && question_.b.count ? describe(told_, a, b) : "");
    return false;
  }

  plan plan_;
  rng& random_;
  arena& memory_;
  std::uint64_t seed_;
  hd::request question_, told_;  // the one that is asked; the same without gaps
  arena::mark mark_;
  std::vector<outcome> truth_, hits_;
  const char* isa_ = "";
  const char* form_ = "";
};

}  // namespace

static void differ(hd::test which, asked how, std::size_t usual, bool gaps) {
  arena memory(slots, slot_bytes);
  const std::span<const family> all = families();
  std::size_t hits = 0, items = 0, with_gaps = 0;
  int failures = 0;
  const std::size_t rounds = std::max<std::size_t>(cases(usual), 80);  // five of each family at the least
  for (std::size_t i = 0; i < rounds && failures < 3; ++i) {
    // Every family in turn, with lengths that go round at another pace, so that few rounds meet much of both.
    const std::size_t turn = i / all.size();
    const plan p{which, how, planar(which) ? 2 : 2 + static_cast<int>(turn % 2), length((i * 29 + turn) % lengths),
                 &all[i % all.size()]};
    const std::uint64_t seed = (static_cast<std::uint64_t>(which) << 8 | static_cast<std::uint64_t>(how)) << 32 | i;
    rng random(seed);
    memory.release();
    comparison c(p, random, memory, seed);
    c.ask_reference();
    if (gaps) c.put_gaps(), with_gaps += c.has_gaps();
    hits += c.hits(), items += c.items();
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      failures += !c.active_engine_agrees();
    }
  }
  if (gaps) {
    EXPECT_GT(with_gaps, rounds / 3) << "most columns have no gaps: this tests nothing";
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, items / 200) << "the families hardly hit anything: this tests nothing";
  }
  EXPECT_LT(hits, items - items / 10) << "the families hardly miss anything: this tests nothing";
}

void differ_from_reference(hd::test which, asked how, std::size_t usual) { differ(which, how, usual, false); }
void strided_differ_from_spans(hd::test which, asked how, std::size_t usual) { differ(which, how, usual, true); }

}  // namespace trial
