// map-luts: covers an XOR-AND graph with three-input tables, to reduce the number of operations.
//
//   before:  t = and(a, b)   u = xor(t, c)   v = and(u, not d)
//   after:   u = table(a, b, c)              v = table(u, d)
//
// Enumerates cuts of at most three leaves for each gate, keeps a few of the best, and chooses those
// with which the whole graph needs the fewest tables: first by area flow, which divides the area of
// a cut among its users, then by the exact saving of each change. Complements cost nothing. Removes
// unused gates.
//
// Source: structural mapping for field-programmable gate arrays; Mishchenko, Cho, Chatterjee,
// Brayton, Combinational and Sequential Mapping with Priority Cuts (2007).
#pragma once

#include "ir/nets/lut_program.h"
#include "ir/nets/xag.h"

namespace tesuji::passes {

/// Takes time proportional to the graph. Removes unused inputs.
[[nodiscard]] ir::LutProgram map_luts(const ir::Xag& graph);

}  // namespace tesuji::passes
