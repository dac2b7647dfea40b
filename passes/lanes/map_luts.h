// Covers an XOR-AND graph with tables of three inputs: fewer operations for the same words.
//
//   before:  t = and(a, b)   u = xor(t, c)   v = and(u, not d)
//   after:   u = table(a, b, c)              v = table(u, d)
//
// Cuts of at most three leaves are found for each gate, a few of the best are kept, and those are
// chosen with which the whole graph needs fewest tables: first by how much area each cut draws in,
// shared by who uses it, then by what a change saves exactly. Complements cost nothing. Gates that
// nobody needs are left out.
//
// Source: structural mapping as for field-programmable gate arrays; Mishchenko, Cho, Chatterjee,
// Brayton, Combinational and Sequential Mapping with Priority Cuts (2007).
#pragma once

#include "ir/nets/lut_program.h"
#include "ir/nets/xag.h"

namespace tesuji::passes {

/// Takes time in proportion to the graph. Inputs that nothing needs are left out.
[[nodiscard]] ir::LutProgram map_luts(const ir::Xag& graph);

}  // namespace tesuji::passes
