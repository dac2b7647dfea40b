// Adds options for production rules. They set the initial facts, the meaning of rules with absent
// premises, and the order in which premises are tried, by passes and ordering metarules.
#pragma once

#include "backend/driver/session.h"
#include "ir/formulas/metarule.h"
#include "ir/module/module.h"
#include "tools/base/arguments.h"
#include "tools/options/choice_option.h"
#include "tools/options/game_options.h"

#include <optional>
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

enum class Semantics {
  ordered,     ///< rules run in the order of the text
  stratified,  ///< stratum by stratum, so that the result does not depend on the order
};

/// `semantics` keeps its value if the option is not given.
inline void add_semantics_option(Command& command, Semantics& semantics) {
  add_choice<Semantics>(command, "--semantics", semantics,
                        {{"ordered", Semantics::ordered}, {"stratified", Semantics::stratified}},
                        "ordered: rules run in text order; stratified: order has no effect")
      ->type_name("SEMANTICS")
      ->default_str("ordered");
}

/// Returns an error message if `name` is not a pass over production rules; else an empty text.
[[nodiscard]] std::string check_rules_pass(const std::string& name);

/// Reads a file of ordering metarules. Warns (code "unmatched") of those that cannot match any
/// premise of these production rules, because none has such a relation with that arity. Returns
/// nothing if the file is wrong, which is reported.
[[nodiscard]] std::optional<std::vector<ir::OrderingMetarule>> load_metarules_for(
    const ir::Module& module, const std::string& path, driver::Session& session);

class RulesOrdering {
 public:
  void add_to(Command& command);

  /// Orders premises and runs passes as requested; by default, runs the default pipeline of
  /// production rules, or nothing if `as_written`. Returns false if something is wrong (reported).
  bool apply(ir::Module& module, bool as_written, PipelineFlags& pipeline,
             driver::Session& session) const;

 private:
  [[nodiscard]] bool is_given() const;
  [[nodiscard]] bool orders() const;
  bool order_by_metarules(ir::Module& module, driver::Session& session) const;

  std::string order_;
  std::string metarules_;
  bool synthesise_ = false;
  std::vector<std::string> passes_;
};

}  // namespace tesuji::tools
