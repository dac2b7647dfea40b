#include "tools/reports/metarule_warnings.h"

#include "backend/rules/production.h"
#include "passes/ordering/idle_metarules.h"

namespace tesuji::tools {

std::optional<std::vector<ir::OrderingMetarule>> load_metarules_for(const ir::Module& module,
                                                                    const std::string& path,
                                                                    driver::Session& session) {
  auto metarules = driver::load_metarules(path, session);
  if (metarules) passes::warn_of_idle(*metarules, module, session.diagnostics);
  return metarules;
}

}  // namespace tesuji::tools
