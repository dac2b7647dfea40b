// Provides evidence for checks that replay games: states and moves of played games as terms, and
// matches of rules against such ground terms.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::frontend {

// --- Played games

/// Terms in prefix form.
struct PlayedGame {
  std::vector<std::vector<std::string>> states;  ///< fluents; one more state than joint moves
  std::vector<std::vector<std::string>> moves;   ///< of each role, in the order of the sheet
  /// For each joint move and role, whether it had more than one legal move; empty: unknown.
  std::vector<std::vector<bool>> choices{};
};

/// A functor and its number of arguments.
using FluentForm = std::pair<ir::Symbol, std::size_t>;

/// A state: fluents by form.
using GroundState = std::map<FluentForm, std::vector<const Term*>>;

struct GroundGame {
  std::vector<GroundState> states;
  std::vector<std::vector<const Term*>> moves;
  std::vector<std::vector<bool>> choices;  ///< as in PlayedGame
};

/// Owns the terms.
class GroundGames {
 public:
  GroundGames() = default;
  GroundGames(const GroundGames&) = delete;
  GroundGames& operator=(const GroundGames&) = delete;

  /// Parses each term once; returns false on an error, or if the first game has no state.
  [[nodiscard]] bool read(const std::vector<PlayedGame>& games, ir::SymbolTable& symbols);

  [[nodiscard]] const std::vector<GroundGame>& games() const { return games_; }

 private:
  std::vector<Term> terms_;
  std::vector<GroundGame> games_;
};

// --- Ground terms

/// Maps variables of a rule to ground terms.
using Bindings = std::vector<std::pair<ir::Symbol, const Term*>>;

/// Returns null if the variable is not bound.
[[nodiscard]] const Term* value_of(const Bindings& bindings, ir::Symbol variable);

/// Extends the bindings so that `pattern` becomes the ground term; on failure they are unusable.
[[nodiscard]] bool match(const Term& pattern, const Term& ground, Bindings& bindings);

/// Whether all variables of the term are bound.
[[nodiscard]] bool is_bound(const Term& term, const Bindings& bindings);

/// Returns the term with its variables, all bound, replaced by their values.
[[nodiscard]] Term instance(const Term& term, const Bindings& bindings);

/// Some total order.
struct TermLess {
  bool operator()(const Term* a, const Term* b) const;
};

}  // namespace tesuji::frontend
