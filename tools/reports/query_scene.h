// Adds options that set the scene of `tesuji query`: the fluents that hold, and the moves of the
// roles; warns of relations in a query that the rulesheet lacks.
#pragma once

#include "backend/driver/session.h"
#include "backend/reference/program.h"
#include "backend/reference/prover.h"
#include "frontend/gdl/syntax.h"
#include "ir/core/diagnostics.h"
#include "tools/base/arguments.h"

#include <optional>
#include <string>

namespace tesuji::tools {

/// --state, --does, --after, --syntax, --game-syntax.
class SceneOptions {
 public:
  void add_to(Command& command);

  /// Returns the syntax of the query, if given.
  [[nodiscard]] std::optional<frontend::Syntax> query_syntax() const { return syntax_; }

  /// Returns the syntax of the rulesheet, if given.
  [[nodiscard]] std::optional<frontend::Syntax> game_syntax() const { return game_syntax_; }

  /// Returns the syntax of a command-line text: as given, as its brackets and marks show, or that
  /// of the rulesheet for a bare name.
  [[nodiscard]] frontend::Syntax syntax_of(const std::string& text,
                                           const driver::Session& session) const;

  /// Sets the prover's situation: the initial state or that of --state, the joint moves of --after,
  /// and finally those of --does. Reports (in the session) parse errors, moves that are not legal,
  /// moves after the end; then returns false. Throws reference::ReasoningError.
  [[nodiscard]] bool set(reference::Prover& prover, driver::Session& session) const;

 private:
  std::optional<std::string> state_;
  std::optional<std::string> does_;
  std::optional<std::string> after_;
  std::optional<frontend::Syntax> syntax_;
  std::optional<frontend::Syntax> game_syntax_;
};

/// Warns (codes "undefined", "arity") of relations in a query that no clause of the rulesheet
/// defines, and suggests names.
void warn_of_unknown_relations(const reference::Query& query, const reference::Program& program,
                               ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
