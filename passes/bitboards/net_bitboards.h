// bitboards: adds bitboards to a net and its cases.
#pragma once

#include "ir/nets/net.h"
#include "ir/nets/net_cases.h"
#include "passes/nets/fluent_groups.h"
#include "passes/nets/ground.h"

namespace tesuji::passes {

/// Adds boards of the whole net, unless its cases answer everything, and of each case. Also splits
/// by turn where that saves board operations, even if it saves no gates. `control`: the fluents
/// that distinguish the cases, or could. Returns whether there are any boards.
bool add_bitboards(const GroundProgram& program, const ir::Net& net, const FluentList& control,
                   ir::NetCases& cases);

}  // namespace tesuji::passes
