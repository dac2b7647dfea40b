#include "tools/options/invariants_option.h"

#include "backend/driver/games/plugin.h"
#include "tools/files/invariants_file.h"

namespace tesuji::tools {

void InvariantsOption::add_to(Command& command) {
  command
      .add_option("--invariants", file_,
                  "Invariants of `verify --save`: proved again, they make nets smaller")
      ->type_name("FILE");
}

bool InvariantsOption::read(const std::string& path, driver::Options& options,
                            driver::Session& session) {
  if (file_.empty()) return true;
  if (driver::is_plugin(path)) {
    session.diagnostics.error({}, "usage", "--invariants is for rulesheets, not for plugins");
    return false;
  }
  const driver::EngineInfo& engine = driver::info_of(options.engine);
  // With the default engine, only uses of the net besides play can use them: lanes, proofs.
  const bool has_nets = engine.form == driver::GameForm::net ||
                        engine.form == driver::GameForm::chosen ||
                        engine.engine == driver::Engine::tiers;
  if (!has_nets) {
    session.diagnostics.error({}, "usage", "--invariants is for nets; this engine has none");
    return false;
  }
  read_ = read_invariants_file(file_, session);
  options.invariants = read_;
  return read_ != nullptr;
}

}  // namespace tesuji::tools
