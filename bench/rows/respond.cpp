// What a wall leaves of a step, over whole columns: bullets that all hit something. The reference asks one at a time.
#include <algorithm>

#include "../harness/suite.hpp"

namespace bench {
namespace {

// n bullets, their steps, and walls of any direction in their way.
struct struck {
  std::shared_ptr<const scenes::crowd<2>> c;
  std::vector<float> normal_x, normal_y, time;

  explicit struck(std::size_t n) : c(crowd2("bullets", scenes::bullets(), n)) {
    const scenes::hulls turned(*c);
    scenes::rng random(17);
    for (std::size_t i = 0; i < c->size(); ++i) {
      const float sign = i % 2 ? 1.0f : -1.0f;
      normal_x.push_back(sign * turned.axis[0][i]), normal_y.push_back(sign * turned.axis[1][i]);
      time.push_back(random.uniform(0, 1));
    }
  }
  hs::motions steps(std::size_t first, std::size_t n) const { return c->motions(first, n, false); }
};

template <class T> std::span<T> part(const std::vector<T>& v, std::size_t first, std::size_t n) {
  return std::span(const_cast<std::vector<T>&>(v)).subspan(first, n);  // hit_columns are made to write to
}

using whole = std::size_t (*)(const hs::motions&, const hs::hit_columns&, std::span<float>, std::span<float>) noexcept;
using single = hs::vec2 (*)(hs::vec2, const hs::hit&) noexcept;
using loop = void (*baseline::loops::*)(const baseline::moves&, const baseline::moves&, const float*, std::size_t,
                                        float*, float*);

// Question k: the walls begin at item k, the bullets at 0.
void wall(suite& s, const char* query, whole columns, single one, loop plain) {
  s.add_own({.query = query, .scene = "bullets", .what = form::records, .bytes = 20}, [=](std::size_t n) {
    const auto all = std::make_shared<const struck>(n);
    return own_calls{.library =
                         [=](std::size_t k, results& r) {
                           const std::size_t from = k % scenes::fresh;
                           const hs::hit_columns hits{.time = part(all->time, from, n),
                                                      .normal_x = part(all->normal_x, from, n),
                                                      .normal_y = part(all->normal_y, from, n)};
                           r.count = columns(all->steps(0, n), hits, r.normal_x, r.normal_y);
                         },
                     .reference =
                         [=](std::size_t k, results& r) {
                           const std::size_t from = k % scenes::fresh;
                           for (std::size_t i = 0; i < n; ++i) {
                             const hs::vec2 rest =
                                 one(all->c->step_at(i), {.time = all->time[from + i],
                                                          .normal = {all->normal_x[from + i], all->normal_y[from + i]},
                                                          .index = 0});
                             r.normal_x[i] = rest.x, r.normal_y[i] = rest.y;
                           }
                           r.count = n;
                         },
                     .plain =
                         [=](const baseline::loops& p, std::size_t k, results& r) {
                           const std::size_t from = k % scenes::fresh;
                           (p.*plain)(moves_of(*all->c), {&all->normal_x[from], &all->normal_y[from]}, &all->time[from],
                                      n, r.normal_x.data(), r.normal_y.data());
                           r.count = n;
                         }};
  });
}

// Results are in place: positions in normal_*, steps in position_*.
void load(const scenes::crowd<2>& c, std::size_t from, results& r) {
  const std::size_t n = r.times.size();
  const auto copy = [&](const std::vector<float>& v, std::vector<float>& to) {
    std::copy_n(v.begin() + static_cast<std::ptrdiff_t>(from), n, to.begin());
  };
  copy(c.center[0], r.normal_x), copy(c.center[1], r.normal_y), copy(c.step[0], r.position_x);
  copy(c.step[1], r.position_y);
  r.count = n;
}
void bounces(suite& s) {
  s.add_own(
      {.query = "respond_bounce_inside", .scene = "bullets", .what = form::records, .bytes = 16}, [](std::size_t n) {
        const auto c = crowd2("bullets", scenes::bullets(), n);
        const hs::box field{{200, 100}, {1700, 900}};
        const float radius = c->radius[0];
        return own_calls{
            .library =
                [=](std::size_t k, results& r) {
                  load(*c, k % scenes::fresh, r);
                  (void)hs::bounce_inside(field, radius, r.normal_x, r.normal_y, r.position_x, r.position_y);
                },
            .reference =
                [=](std::size_t k, results& r) {
                  load(*c, k % scenes::fresh, r);
                  for (std::size_t i = 0; i < n; ++i)
                    (void)hs::bounce_inside(field, radius, std::span(&r.normal_x[i], 1), std::span(&r.normal_y[i], 1),
                                            std::span(&r.position_x[i], 1), std::span(&r.position_y[i], 1));
                },
            .plain =
                [=](const baseline::loops& p, std::size_t k, results& r) {
                  load(*c, k % scenes::fresh, r);
                  p.bounce(field.min.x, field.max.x, radius, n, r.normal_x.data(), r.position_x.data());
                  p.bounce(field.min.y, field.max.y, radius, n, r.normal_y.data(), r.position_y.data());
                }};
      });
}

// Circles out of the walls they are in: the whole way from the question to the place.
void pushes_out(suite& s) {
  s.add_own(
      {.query = "respond_push_out", .scene = "bullets_walls", .what = form::records, .bytes = 28, .plain = false},
      [](std::size_t n) {
        const auto c = crowd2("close a", scenes::close_up(), n), w = crowd2("close b", scenes::close_up(), n);
        const auto answer = [=](const hs::query& q, const auto& move) {
          return [=, pushes = std::make_shared<std::vector<float>>(2 * n)](std::size_t k, results& r) {
            const std::size_t from = k % scenes::fresh;
            const std::span<float> push_x(pushes->data(), n), push_y(pushes->data() + n, n);
            hs::contact_each(c->circles(from, n), w->boxes(0, n),
                             {.index = r.list, .depth = r.times, .push_x = push_x, .push_y = push_y}, q);
            move(from, push_x, push_y, r);
            r.count = n;
          };
        };
        return own_calls{
            .library = answer({},
                              [=](std::size_t from, std::span<float> push_x, std::span<float> push_y, results& r) {
                                const hs::circles all = c->circles(from, n);
                                (void)hs::push_out(all.x, push_x, r.normal_x);
                                (void)hs::push_out(all.y, push_y, r.normal_y);
                              }),
            .reference = answer({.on = hs::isa::scalar}, [=](std::size_t from, std::span<float> push_x,
                                                             std::span<float> push_y, results& r) {
              for (std::size_t i = 0; i < n; ++i) {
                const hs::circle out = hs::push_out(c->circle_at(from + i),
                                                    hs::contact2{.push = {push_x[i], push_y[i]}, .index = r.list[i]});
                r.normal_x[i] = out.center.x, r.normal_y[i] = out.center.y;
              }
            })};
      });
}

}  // namespace

void respond(suite& s) {
  wall(s, "respond_deflect", hs::deflect, hs::deflect, &baseline::loops::deflect);
  wall(s, "respond_slide", hs::slide, hs::slide, &baseline::loops::slide);
  wall(s, "respond_push", hs::push, hs::push, &baseline::loops::push);
  bounces(s);
  pushes_out(s);
}

}  // namespace bench
