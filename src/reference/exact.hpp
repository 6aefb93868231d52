// Signs of the polynomials that decide whether round things hit, without any rounding: what is left when a filter in
// doubles cannot tell. Declarations only, so that a kernel may include this without leaving an inline copy behind.
//
// Every argument is a finite float; vectors have `dims` (2 or 3) elements. Each returns -1, 0 or +1.
#pragma once

namespace hitscan::detail {

/// sum (p_k - q_k)^2 - (ra + rb)^2. With q = p clamped to a box and rb = 0 this also decides circle against box.
int sign_of_distance(int dims, const float* p, const float* q, float ra, float rb) noexcept;

/// sum (p_k - c_k - d_k)^2 - (ra + rb)^2: the same when the motion is over.
int sign_of_end_distance(int dims, const float* c, const float* p, const float* d, float ra, float rb) noexcept;

/// sum (p_k - c_k) * d_k: is p ahead of c?
int sign_of_dot(int dims, const float* p, const float* c, const float* d) noexcept;

/// sum (p_k - c_k - d_k) * d_k: is p still ahead when the motion is over?
int sign_of_dot_minus_square(int dims, const float* p, const float* c, const float* d) noexcept;

/// |m x d|^2 - (ra + rb)^2 * d.d with m = p - c: does the line through c along d stay clear of the circle around p?
int sign_of_line_circle(int dims, const float* c, const float* p, const float* d, float ra, float rb) noexcept;

// Circle and box, decided.

/// Does the circle at c overlap the box? Closed: or touch it.
bool circle_meets_box(int dims, const float* c, const float* min, const float* max, float r, bool closed) noexcept;

/// A circle that does, and moves by d: does d lead out of the box, or along? Way out . d >= 0.
bool circle_leaves_box(int dims, const float* c, const float* d, const float* min, const float* max) noexcept;

/// Does a circle that moves by d meet the box on its way?
bool circle_sweep_meets_box(int dims, const float* c, const float* d, const float* min, const float* max, float r,
                            bool closed) noexcept;

}  // namespace hitscan::detail
