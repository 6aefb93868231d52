#include "contract.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <hitscan/detail/lower.hpp>

namespace hitscan {
namespace {

constinit std::atomic<breach_handler> user_handler{nullptr};  // null: the default

// One breach a kind: sentences that differ in their numbers alone are one kind. Returns whether it is new. The table
// is small and never emptied: who breaks more contracts than it holds has read enough.
bool is_new(const char* message) noexcept {
  constexpr std::size_t room = 64;
  static constinit std::atomic<std::uint64_t> told[room]{};
  std::uint64_t kind = 0xcbf29ce484222325u;  // FNV-1a
  for (; *message; ++message)
    if (*message < '0' || *message > '9') kind = (kind ^ static_cast<unsigned char>(*message)) * 0x100000001b3u;
  kind |= 1;  // 0 is an empty place
  for (std::atomic<std::uint64_t>& place : told) {
    std::uint64_t there = 0;
    if (place.compare_exchange_strong(there, kind, std::memory_order_relaxed)) return true;
    if (there == kind) return false;
  }
  return false;
}

// The n-th word of a label; the first is the name of the view.
struct word {
  const char* text;
  int length;
  word(const char* label, int n) noexcept : text(label) {
    for (; n > 0 && *text; ++text) n -= *text == ' ';
    length = static_cast<int>(std::strcspn(text, " "));
  }
};

}  // namespace

breach_handler set_breach_handler(breach_handler handler) noexcept { return user_handler.exchange(handler); }

namespace detail {

const char differs[] = "differs", lacks[] = "lacks";

checks checks_in_use() noexcept { return checks_here; }

void report_breach(const char* message) noexcept {
  if (checks_here == checks::none) return;
  if (const breach_handler handler = user_handler.load()) return handler(message);
  if (checks_here == checks::say && !is_new(message)) return;
  char line[512];  // one call, so that lines of several threads do not mix
  std::snprintf(line, sizeof line, "%s\n", message);
  std::fputs(line, stderr);
  if (checks_here == checks::stop) std::abort();
}

void report_breach(const char* query, const char* wrong) noexcept {
  request r{};
  r.breach = wrong;
  report_breach(r, query, "");
}

void report_lengths(const char* query, const char* what, std::size_t has, const char* other,
                    std::size_t other_has) noexcept {
  char text[256];
  std::snprintf(text, sizeof text, "hitscan: %s: %s has %zu values, %s has %zu", query, what, has, other, other_has);
  report_breach(text);
}

void columns_at_work::take(const column& c) noexcept {
  missing_ |= c.absent() || c.null();
  if (c.many()) take(c.size());
}
void columns_at_work::tell() const noexcept {
  if (!missing_) return report_lengths(query_, "the shortest column", n_ < room_ ? n_ : room_, "the longest", most_);
  char text[256];
  std::snprintf(text, sizeof text, "hitscan: %s: a column is missing", query_);
  report_breach(text);
}

const char too_many_items[] = "a view has more items than an index can name, 4294967295";
bool can_name(const char* query, std::size_t count) noexcept {
  if (count <= none) return true;
  if (checked_build) report_breach(query, too_many_items);
  return false;
}
void tell_broken(const request& r, const char* query, const char* form) noexcept {
  request told = r;
  if (!told.breach) told.breach = too_many_items;
  report_breach(told, query, form);
}

void report_breach(const request& r, const char* verb, const char* form) noexcept {
  constexpr char prefix[] = "hitscan: ";
  char text[256];
  const complaint& w = r.wrong;
  int at = std::snprintf(text, sizeof text, "%s%s%s%s: ", prefix, verb ? verb : "a query",
                         r.verb && r.batch == batch::each ? "_each" : "", form);
  const auto add = [&](const char* format, const auto&... values) {
    if (at >= 0 && at < static_cast<int>(sizeof text))
      at += std::snprintf(text + at, sizeof text - static_cast<std::size_t>(at), format, values...);
  };
  if (r.breach != differs && r.breach != lacks) {  // a sentence of its own
    const bool prefixed = std::strncmp(r.breach, prefix, sizeof prefix - 1) == 0;
    add("%s", prefixed ? r.breach + sizeof prefix - 1 : r.breach);
    return report_breach(text);
  }
  const char* const label = w.label ? w.label : "";
  const word view(label, 0), column(label, w.column + 1);
  add("%.*s", view.length, view.text);
  if (w.column >= 0) add(".%.*s", column.length, column.text);
  if (r.breach == lacks) {
    add("%s", " is missing");
  } else {
    const char* const other_label = w.other_label ? w.other_label : "";
    const word other_view(other_label, 0), other(other_label, w.other + 1);
    add(" has %zu values, ", w.has);
    if (w.other_label == nullptr)
      add("%s", "the batch");
    else if (w.label != w.other_label)
      add("%.*s", other_view.length, other_view.text);
    else if (w.other < 0)
      add("the other %.*s", other_view.length, other_view.text);
    else
      add("%.*s", other.length, other.text);
    add(" has %zu", w.other_has);
  }
  report_breach(text);
}

void note_columns(request& r, const char* label, const column* columns, std::size_t n) noexcept {
  if (!checked_build || r.breach) return;  // nobody looks: the shortest length it is
  int first = -1;
  for (std::size_t c = 0; c < n; ++c) {
    const int at = static_cast<int>(c);
    if (columns[c].absent()) {
      r.breach = lacks, r.wrong = {label, label, at, -1, 0, 0};
      return;
    }
    if (!columns[c].many()) continue;
    if (first < 0) first = at;
    if (columns[c].size() == columns[first].size() || r.breach) continue;
    r.breach = differs, r.wrong = {label, label, at, first, columns[c].size(), columns[first].size()};
  }
}

void note_lengths(request& r, const complaint& what) noexcept {
  if (checked_build && !r.breach) r.breach = differs, r.wrong = what;
}

}  // namespace detail
}  // namespace hitscan
