// Centres against the caller's own squared threshold: |p - c|^2 < reach2.
//
//       p - - - - - c        One rounding fewer than circle against circle, since nobody squares reach2: eight units in
//                            the last place of room decide all but the lanes that almost touch; those are the sign of a
//                            sum of exact products, an expansion.
//
// Adding +0 to reach2 makes +0 of -0: its bits are compared as integers.
#include "../kernels/circles.hpp"

namespace hitscan::detail {
namespace {

struct squared_state {
  float c[3];
  bool closed;
};

template <class Arch, int D> struct squared_distance {  // columns: centre, reach2
  using arch = Arch;
  using state = squared_state;
  using F = floats<Arch>;
  static constexpr int dims = D, columns = D + 1;
  static constexpr bool moving = false, cheap = true;
  const state& s;
  F c[D];

  FORCED explicit squared_distance(const state& s_) : s(s_) {
    each_axis<D>([&](auto k) INLINED { c[k] = F(s.c[k]); });
  }
  template <class In> FORCED F gap2(const In& in) const {
    const F x = in[0] - c[0];
    F sum = x * x;
    each_axis<D>([&](auto k) INLINED {
      if constexpr (k > 0) {
        const F y = in[k] - c[k];
        sum = sum + y * y;
      }
    });
    return sum;
  }
  template <class In> FORCED F reach2(const In& in) const { return in[D] + F(0.f); }
  template <class In> FORCED flags<Arch> near(const In& in) const { return ordered_gt(nudge(reach2(in), 9), gap2(in)); }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    const F g = gap2(in), q = reach2(in);
    return {close, ordered_gt(q, nudge(g, 8)) & (g >= F(0.f)) & (q >= F(0.f)) & (q <= F(largest))};
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {
    using R = typename In::value;
    expansion<R, 3 * D + 1> sum;
    auto ok = radius_ok(in[D]);
    each_axis<D>([&](auto k) INLINED {
      const R p = in[k], q = R((double)s.c[k]);
      ok = ok & finite_double(p);
      sum.add(p * p), sum.add(q * q), sum.add(R(-2.) * p * q);
    });
    sum.add(R(-1.) * in[D]);
    const R lead = sum.sign();
    return bits(ok & (s.closed ? lead <= R(0.) : lead < R(0.)));
  }
};

template <class A> void squared_words(const squared_request& r, std::uint64_t* words) noexcept {
  plan p;
  p.written = 0, p.item = 0, p.columns = r.dims + 1;
  p.scan = r.dims == 2 ? scan<squared_distance<A, 2>> : scan<squared_distance<A, 3>>;
  squared_state& s = state_of<squared_state>(p);
  s.closed = r.closed;
  bool ok = true;
  for (int k = 0; k < r.dims; ++k) {
    s.c[k] = r.center[k], ok = ok && finite(r.center[k]);
    put_column(p, k, r.item[k]);
  }
  put_column(p, r.dims, r.reach2);
  if (!ok) {
    for (std::size_t w = 0; w < (r.n + 63) / 64; ++w) words[w] = 0;
    return;
  }
  marks m;
  m.hit = words;
  in_chunks<A>(p, 0, r.n, chunk, [&](std::size_t, std::size_t here) INLINED {
    p.scan(p.state, p.at, here, m);
    m.hit += here / 64;
    return true;
  });
}

}  // namespace

namespace HITSCAN_ISA {
void squared(const squared_request& r, std::uint64_t* words) noexcept;
void squared(const squared_request& r, std::uint64_t* words) noexcept { squared_words<HITSCAN_ARCH>(r, words); }
}  // namespace HITSCAN_ISA

}  // namespace hitscan::detail
