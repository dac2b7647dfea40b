// Adds the options --order, --metarules, --synthesise and --passes for production rules: the order
// in which premises are tried.
#pragma once

#include "backend/driver/session.h"
#include "ir/module/module.h"
#include "tools/base/arguments.h"
#include "tools/options/game_options.h"

#include <string>
#include <vector>

namespace tesuji::tools {

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
