// Implements `tesuji query --unify`, which needs no game.
#pragma once

#include "backend/driver/session.h"
#include "frontend/gdl/syntax.h"
#include "tools/base/arguments.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// --unify, --max-symbols.
class UnifyOptions {
 public:
  void add_to(Command& command);

  /// Whether --unify was given.
  [[nodiscard]] bool given() const { return !texts_.empty(); }
  /// Throws UsageError unless there are two terms.
  void check() const;

  /// Reads both terms, in `syntax` or in the syntax that their brackets and marks show, and prints
  /// their unification in the first one's syntax, at most `max_steps` of its steps. Returns the
  /// exit code: 1 if they cannot be unified. Adds errors in the terms to the session's diagnostics.
  [[nodiscard]] int run(std::optional<frontend::Syntax> syntax, bool json, std::size_t max_steps,
                        driver::Session& session) const;

 private:
  std::vector<std::string> texts_;
  std::size_t max_symbols_ = 100;
};

}  // namespace tesuji::tools
