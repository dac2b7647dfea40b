// Adds the option --invariants: proved facts about a game, for compiling its net
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

  /// Reads the file, if one is named, into options.invariants. Reports errors in the file, and code
  /// "usage" if the game at `path` is a plugin, or options.engine has no net.
  [[nodiscard]] bool read(const std::string& path, driver::Options& options,
                          driver::Session& session);
  /// Returns the file's facts; null: none were read.
  [[nodiscard]] const std::shared_ptr<const driver::SavedInvariants>& read() const { return read_; }

 private:
  std::string file_;
  std::shared_ptr<const driver::SavedInvariants> read_;
};

}  // namespace tesuji::tools
