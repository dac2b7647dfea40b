// Pipelines of passes as data, and the one loop that runs them over any unit.
//
//   infer-domains,remove-dead,fixpoint(bind-constants),drop-unneeded
//
// A fixpoint repeats its steps until none of them changes the unit, or the unit says that another
// round is not worth while (PassUnit::goes_on). `fixpoint16(..)` has at most 16 rounds. One without
// a number ends after most_rounds with a warning: its passes undo each other's work.
#pragma once

#include "passes/core/pass.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::passes {

/// Rounds after which a fixpoint that names no number is given up.
inline constexpr std::size_t most_rounds = 1'000;

struct Step {
  std::string pass;         ///< its name; empty: a fixpoint of the steps in `again`
  std::vector<Step> again;  ///< at least one
  std::size_t rounds = 0;   ///< of a fixpoint, at most; 0: it names no number
};
using Pipeline = std::vector<Step>;

/// Names and fixpoints, separated by commas. Nothing where brackets or names are missing; `fault`
/// says what.
[[nodiscard]] std::optional<Pipeline> parse_pipeline(std::string_view text, std::string& fault);

/// The names of passes in a part of such a text: `fixpoint(factor` has one.
[[nodiscard]] std::string_view pass_in(std::string_view part);

enum class PipelineEnd {
  complete,
  stopped,  ///< after the pass of PipelineOptions::stop_after
  failed,   ///< reported
};

/// Runs a pipeline of passes of the table. Analyses that a pass requires and the unit lacks are
/// provided first, by the pass of the table that does so; a step that would provide what is known
/// to be exact is counted (PassTime) and not run.
[[nodiscard]] PipelineEnd run_steps(PassUnit& unit, const Pipeline& pipeline,
                                    std::span<const Pass> table, const PipelineOptions& options,
                                    PassContext& context);

}  // namespace tesuji::passes
