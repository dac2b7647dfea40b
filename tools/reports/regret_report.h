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
  std::vector<std::uint32_t> lines;  ///< of the file that they are from; none: they are all of it
  std::size_t worst = 10;            ///< how many of the worst states the text has
  /// Of the same states, where --measure says so.
  std::optional<learner::Comprehension> comprehension{};
};

/// A summary by role and by clause, then the states in which most is lost.
[[nodiscard]] std::string regret_text(const RegretScene& scene);
/// The same with all states.
[[nodiscard]] Json regret_json(const RegretScene& scene);
/// A row for each state.
[[nodiscard]] std::string regret_csv(const RegretScene& scene);

}  // namespace tesuji::tools
