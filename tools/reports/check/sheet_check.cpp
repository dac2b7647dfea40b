#include "tools/reports/check/sheet_check.h"

#include "backend/driver/rulesheet/rulesheet.h"
#include "backend/rules/trial_game.h"
#include "tools/reports/check/finding_report.h"

#include <utility>

namespace tesuji::tools {

bool report_trial(const std::shared_ptr<const ir::Module>& module, bool rulesheet,
                  driver::Session& session) {
  const auto trial = driver::play_trial(module);
  if (!trial) return false;
  report_findings(trial->findings, trial->game, false, session);
  if (rulesheet) {
    report_lost_fluents(trial->findings, session);
    report_idle_rules(trial->findings, trial->game, session);
  }
  return true;
}

void report_sheet(ir::FileId file, const std::string& path, driver::Session& session,
                  const std::function<void()>& read) {
  const auto sheet = driver::check_rulesheet(file, session);
  read();
  if (!sheet) return;
  auto clauses = driver::lower_rulesheet(*sheet, path, session);
  if (!clauses) return;
  const auto module = std::make_shared<ir::Module>(std::move(*clauses));
  if (!driver::run_passes(*module, passes::default_pipeline(), {}, session)) return;
  if (module->level == ir::Level::plans && driver::fits(*module, session)) {
    static_cast<void>(report_trial(module, true, session));
  }
}

}  // namespace tesuji::tools
