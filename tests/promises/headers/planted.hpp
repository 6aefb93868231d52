// What tools/check_headers.py has to find, and to leave alone: nothing includes this.
#pragma once

namespace hitscan {

/// An object: reported.
template <class T> inline constexpr auto& overlap = object_of<T>;

/// documented: a comment for two, with braces among the arguments, a body and a trailing one
bool documented(const query& q = {});
int documented(int x) { return x; }

bool alone(int);

template <class T>
requires(sizeof(T) > 1)
void behind(T) {}
void documented_behind();  ///< so

namespace detail {
void nobody_sees();
}
}  // namespace hitscan
