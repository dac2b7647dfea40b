// Test support: relations as plain sets of tuples of symbols, a naive evaluator of
// plans over them, and their way into and out of an engine's memory. Shares
// nothing with the engines but the module itself.
#pragma once

#include "ir/module/layout.h"
#include "ir/module/module.h"
#include "runtime/core/tesuji/abi.h"
#include "runtime/host/game/tabled_game.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace tesuji::tests {

using Tuples = std::set<std::vector<ir::Symbol>>;

/// What is in each relation, by RelationId.
using Model = std::vector<Tuples>;

/// A model with the facts of static relations, all else empty.
[[nodiscard]] Model facts_model(const ir::Module& module);

/// Runs the entry's strata by the letter of ir/module/module.h: every tuple is tried for
/// every operation, recursive strata are run whole until nothing changes (delta
/// plans count as their rules with an ordinary scan).
void evaluate_naively(const ir::Module& module, const ir::Entry& entry, Model& model);

/// How often a binding arrived at each operation that was reached.
using ModelTrials = std::map<const ir::Operation*, std::uint64_t>;

/// The same, adding to `trials`.
void evaluate_naively(const ir::Module& module, const ir::Entry& entry, Model& model,
                      ModelTrials& trials);

/// Tables of scratch memory as the layout numbers them.
[[nodiscard]] std::vector<runtime::TableShape> table_shapes(const ir::Module& module,
                                                            const ir::Layout& layout);

/// Calls an entry function for the model's state and input tuples, and puts what
/// it finds for every derived relation of the entry's strata into `model`, but for those that are
/// computed in calls. Returns
/// the entry's status. `scratch` may be used again for further calls.
std::int32_t run_entry(const ir::Module& module, const ir::Layout& layout, const ir::Entry& entry,
                       tsj_entry function, const void* self, runtime::ScratchBlock& scratch,
                       Model& model);

}  // namespace tesuji::tests
