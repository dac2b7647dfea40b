// Bitboards beside a net and its cases.
#pragma once

#include "ir/nets/net.h"
#include "ir/nets/net_cases.h"
#include "passes/nets/fluent_groups.h"
#include "passes/nets/ground.h"

namespace tesuji::passes {

/// Adds boards of the whole net, unless its cases answer everything, and of each case. Questions
/// that boards answer in a good deal fewer operations by whose turn it is get cases, too, though
/// for gates they do not pay. `control`: what the cases are of, or could be. Whether there are any
/// boards.
bool add_bitboards(const GroundProgram& program, const ir::Net& net, const FluentList& control,
                   ir::NetCases& cases);

}  // namespace tesuji::passes
