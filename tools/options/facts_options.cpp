#include "tools/options/facts_options.h"

namespace tesuji::tools {

void FactsOptions::add_to(Command& command, const std::string& facts, const std::string& tables) {
  command
      .add_option("--facts", files, facts + ": Prolog, s-expressions, edge.csv or NAME=FILE.csv")
      ->allow_extra_args(false)
      ->type_name("FILE");
  command.add_flag("--csv-header", csv_header, tables + " holds column names");
}

}  // namespace tesuji::tools
