// Adds the options --facts and --csv-header, for the initial facts of production rules.
#pragma once

#include "tools/base/arguments.h"

#include <string>
#include <vector>

namespace tesuji::tools {

struct FactsOptions {
  std::vector<std::string> files;  ///< --facts
  bool csv_header = false;         ///< --csv-header

  /// The texts begin the help of each option.
  void add_to(Command& command, const std::string& facts = "Initial facts",
              const std::string& tables = "First line of each table");
};

}  // namespace tesuji::tools
