// Boost.Geometry: the R-tree, packed when it is built.
#include <boost/function_output_iterator.hpp>
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/index/rtree.hpp>

#include "peers.hpp"

namespace many {
namespace {

namespace bg = boost::geometry;
using point = bg::model::d2::point_xy<float>;
using area = bg::model::box<point>;
using entry = std::pair<area, std::uint32_t>;

struct tree {
  bg::index::rtree<entry, bg::index::rstar<16>> nodes;
  static std::vector<entry> entries(const plain::boxes& b) {
    std::vector<entry> all;
    for (std::size_t i = 0; i < b.size(); ++i)
      all.emplace_back(area(point(b.min_x[i], b.min_y[i]), point(b.max_x[i], b.max_y[i])),
                       static_cast<std::uint32_t>(i));
    return all;
  }
  explicit tree(const plain::boxes& b) : nodes(entries(b)) {}
  auto near() const {
    return [this](float x0, float y0, float x1, float y1, auto f) {
      nodes.query(bg::index::intersects(area(point(x0, y0), point(x1, y1))),
                  boost::make_function_output_iterator([&](const entry& e) { f(e.second); }));
    };
  }
};

}  // namespace

const peer boost_rtree = peer_by<tree>("Boost rtree");

}  // namespace many
