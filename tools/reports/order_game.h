// Reports `tesuji order GAME --explain`: the bodies of a game's rules in source order and in
// compiled order, with their costs.
#pragma once

#include "backend/driver/session.h"
#include "tools/reports/plan_report.h"

#include <cstdint>
#include <string>

namespace tesuji::tools {

struct OrderGameArguments {
  std::string path;  ///< rulesheet
  passes::Ordering ordering;
  ShownRules shown;
  std::uint64_t playouts = 0;  ///< random ones to observe, the same in both orders; 0: none
  std::uint64_t seed = 1;
  bool json = false;
};

/// Prints the tables; false where something is wrong, which was reported.
[[nodiscard]] bool order_game(const OrderGameArguments& arguments, driver::Session& session);

}  // namespace tesuji::tools
