// hitscan: what hits what, and when - exactly, for a hundred thousand things a frame, with the same bits on every CPU.
//
// A view, a shape, a call:
//
//   #include <hitscan/hitscan.hpp>
//   namespace hs = hitscan;
//
//   const hs::circles bullets{ .x = x, .y = y, .radius = 4.0f };       // your columns, or one value for all
//   if (hs::overlap_any(bullets, ship)) lose_a_life();
#pragma once

#include "cast.hpp"
#include "cells.hpp"
#include "compact.hpp"
#include "contact.hpp"
#include "distance.hpp"
#include "exits.hpp"
#include "graze.hpp"
#include "growing.hpp"
#include "isa.hpp"
#include "masks.hpp"
#include "move_and_slide.hpp"
#include "obstacles.hpp"
#include "once.hpp"
#include "order.hpp"
#include "overlap.hpp"
#include "pages.hpp"
#include "particles.hpp"
#include "query.hpp"
#include "respond.hpp"
#include "results.hpp"
#include "round.hpp"
#include "several.hpp"
#include "shapes.hpp"
#include "squared.hpp"
#include "sweep.hpp"
#include "threads.hpp"
#include "tiles.hpp"
#include "views.hpp"
#include "world.hpp"
