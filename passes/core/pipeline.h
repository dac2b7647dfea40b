// Represents pipelines of passes as data, and runs them over any unit.
//
//   infer-domains,remove-dead,fixpoint(bind-constants),drop-unneeded
//
// A fixpoint repeats its steps until none of them changes the unit, or the unit reports that
// another round is not worthwhile (PassUnit::goes_on). `fixpoint16(..)` has at most 16 rounds. One
// without a number ends after most_rounds with a warning: its passes undo each other's work.
#pragma once

#include "passes/core/pass.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::passes {

/// Maximum rounds of a fixpoint without a number.
inline constexpr std::size_t most_rounds = 1'000;

struct Step {
  std::string pass;         ///< its name; empty: a fixpoint of the steps in `again`
  std::vector<Step> again;  ///< at least one
  std::size_t rounds = 0;   ///< of a fixpoint, maximum; 0: no number given
};
using Pipeline = std::vector<Step>;

/// Parses names and fixpoints, separated by commas. Returns nullopt if brackets or names are
/// missing; `fault` describes the error.
[[nodiscard]] std::optional<Pipeline> parse_pipeline(std::string_view text, std::string& fault);

/// Returns the name of the pass in a part of such a text: `fixpoint(factor` has one.
[[nodiscard]] std::string_view pass_in(std::string_view part);

enum class PipelineEnd {
  complete,
  stopped,  ///< after the pass of PipelineOptions::stop_after
  failed,   ///< an error was reported
};

/// Runs a pipeline of passes of the table. Before a pass, provides the analyses that it requires
/// and the unit lacks, by the table's passes; a step that would provide an exact analysis is
/// counted (PassTime) but not run.
[[nodiscard]] PipelineEnd run_steps(PassUnit& unit, const Pipeline& pipeline,
                                    std::span<const Pass> table, const PipelineOptions& options,
                                    PassContext& context);

}  // namespace tesuji::passes
