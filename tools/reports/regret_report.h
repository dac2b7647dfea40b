// Reports the results of `tesuji regret`, as text, JSON and CSV.
#pragma once

#include "learner/comprehension/comprehension.h"
#include "runtime/host/search/strategy_regret.h"
#include "tools/base/report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

struct RegretScene {
  std::string path;
  std::string strategy_name;
  const runtime::Game& game;
  const runtime::Strategy& strategy;
  std::vector<runtime::JudgedState> states;
  std::vector<std::uint32_t> lines;  ///< of the file that the states are from; empty: they are all
                                     ///< states
  std::size_t worst = 10;            ///< how many of the worst states the text lists
  /// For the same states, with --measure.
  std::optional<learner::Comprehension> comprehension{};
};

/// Returns a summary by role and by clause, then the states with the largest losses.
[[nodiscard]] std::string regret_text(const RegretScene& scene);
/// Returns the same with all states.
[[nodiscard]] Json regret_json(const RegretScene& scene);
/// Returns a row for each state.
[[nodiscard]] std::string regret_csv(const RegretScene& scene);

}  // namespace tesuji::tools
