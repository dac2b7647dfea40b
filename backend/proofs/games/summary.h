// Collects proved facts about a game: board, turns, goals, fluents, symmetries, length of plays.
//
// Formulas are those of `verify --auto` and of proofs::summary_sets; facts follow from formulas
// that verify() proves, so each has the evidence of those proofs.
#pragma once

#include "backend/open/symmetries.h"
#include "backend/proofs/games/length_bounds.h"
#include "backend/proofs/games/proved_facts.h"
#include "backend/proofs/games/verify.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

struct SummaryRequest {
  Options game;
  double seconds = 10;             ///< for proofs and random games; 0: no limit
  std::uint64_t states = 20'000;   ///< of random games
  std::uint64_t memory_bytes = 0;  ///< of each prover; 0: no limit
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;
  std::function<void()> loaded;                      ///< called before the proofs begin
  std::function<void(const std::string&)> progress;  ///< called when a stage begins or ends
};

/// The turn that a fluent's value indicates.
struct Turn {
  ir::Symbol value = 0;            ///< of the fluent
  std::vector<ir::Symbol> movers;  ///< roles that may have more than one move
  std::optional<ir::Symbol> next;  ///< the value after a move, if it is always the same
};
struct TurnOrder {
  ir::RelationId relation = ir::no_id;  ///< of one column
  std::vector<Turn> turns;              ///< from the initial value along `next`, then the others
  bool single = false;                  ///< whether exactly one value at a time is proved
  Evidence evidence;
};

/// Fluents of one relation, as instances of its persistence family.
struct FluentChanges {
  ir::RelationId relation = ir::no_id;
  const ir::Invariant* family = nullptr;  ///< its parameters are the columns
  std::uint64_t fluents = 0;
  std::vector<std::uint64_t> never;         ///< false in all states
  std::vector<std::uint64_t> always;        ///< true in all states
  std::vector<std::uint64_t> set_once;      ///< initially false; once true, true for ever
  std::vector<std::uint64_t> cleared_once;  ///< initially true; once false, false for ever
  Evidence inert;                           ///< for never and always
  Evidence latches;                         ///< for the others
};

/// A single formula that was tried.
struct Property {
  const proofs::InvariantReport* report = nullptr;
  std::optional<Evidence> proof;
};

struct HeldFormula {
  const proofs::InvariantReport* report = nullptr;
  std::optional<proofs::Claim> claim;  ///< of proofs::summary_sets; empty for an automatic formula
};

struct GameSummary {
  std::unique_ptr<Verified> verified;
  std::vector<const proofs::InvariantReport*>
      functionals;  ///< proved ones, without those that others imply
  Property playable;
  Property turn_taking;
  std::optional<TurnOrder> turns;
  Property unique_goals;
  Property monotonic_goals;
  /// The sum of the goals at the end, if it is constant.
  std::optional<std::pair<std::int64_t, Evidence>> goal_sum;
  bool may_add_up = true;  ///< no sum is proved, but one may still hold
  std::vector<FluentChanges> changes;
  std::vector<LengthBound> lengths;  ///< the smallest upper bound first
  GameSymmetries symmetries;         ///< that keep every role fixed
  RoleExchanges roles;
  /// Whether the roles are alike except for the initial fluents of TurnOrder::relation.
  bool but_for_start = false;
  /// Formulas without parameters that are not proved, and that no play refutes.
  std::vector<HeldFormula> held;
  std::vector<std::string> limits;  ///< what was not decided or not searched for, in words
  bool complete = true;             ///< no formula is undecided, and symmetries were searched for
  double seconds = 0;
};

/// Returns nothing if the game is invalid (reported). Throws as verify() does.
[[nodiscard]] std::optional<GameSummary> summarise(const std::string& path,
                                                   const SummaryRequest& request, Session& session);

}  // namespace tesuji::driver
