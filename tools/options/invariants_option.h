// The option --invariants: what was proved of a game, for those who compile its net
// (docs/proving/saving.md).
#pragma once

#include "backend/driver/invariants/saved_invariants.h"
#include "backend/driver/session.h"
#include "tools/base/command.h"

#include <memory>
#include <string>

namespace tesuji::tools {

class InvariantsOption {
 public:
  void add_to(Command& command);

  /// Reads the file, if one is named, into options.invariants. Reports what is wrong: with the
  /// file, or where the game at `path` is a plugin, or options.engine has no net (code "usage").
  [[nodiscard]] bool read(const std::string& path, driver::Options& options,
                          driver::Session& session);
  /// What was read; null: nothing.
  [[nodiscard]] const std::shared_ptr<const driver::SavedInvariants>& read() const { return read_; }

 private:
  std::string file_;
  std::shared_ptr<const driver::SavedInvariants> read_;
};

}  // namespace tesuji::tools
