// Finds a formula's atoms in a game's net.
#pragma once

#include "backend/proofs/observe/observed_game.h"
#include "ir/formulas/formula.h"
#include "ir/module/module.h"
#include "ir/nets/net.h"
#include "runtime/host/game/term_names.h"
#include "runtime/host/memory/mixed_radix.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tesuji::proofs {

/// A game's net with the module whose relations its atoms name.
struct Circuit {
  std::shared_ptr<const ir::Module> module;
  std::shared_ptr<const ir::Net> net;
};

/// The net of a game that shows the relations of formulas (with_observed), and the signal of each
/// tuple of the lowered module. Immutable; thread-safe.
class NetAtoms {
 public:
  /// Returns nothing if a relation is not visible in the net, because it has too many tuples or
  /// depends on moves. `lowered` must outlive it. `facts`: of those relations that are Sight::fixed
  /// (fixed_facts). The net must answer all questions except percepts.
  [[nodiscard]] static std::optional<NetAtoms> make(const ir::Module& lowered,
                                                    const Circuit& circuit,
                                                    std::span<const std::uint32_t> relations,
                                                    std::span<const ir::Facts> facts);

  /// The circuit's net, with a node for every fluent.
  [[nodiscard]] const ir::Net& net() const { return *net_; }
  [[nodiscard]] std::size_t roles() const { return roles_; }
  /// Returns the signal that holds in a state exactly if the tuple is in the relation, which must
  /// be one of those passed to make(): a constant if it holds in no state, or in all.
  [[nodiscard]] ir::Signal signal(ir::RelationId relation, std::span<const ir::Symbol> tuple) const;
  /// Returns the relation's tuples that may hold in some state; null for Sight::fixed relations and
  /// `terminal`.
  [[nodiscard]] const std::vector<std::vector<ir::Symbol>>* possible(ir::RelationId relation) const;
  /// Returns the fluent, by position in Net::fluents, as an atom of the lowered module with
  /// constants as arguments; nothing if the atoms were not made for its relation.
  [[nodiscard]] std::optional<ir::Formula> fluent_atom(std::uint32_t position) const;
  /// Returns formulas that proofs on the net assume, since the net has constants for these fluents:
  /// `always_1` etc., which say that they always hold, or never.
  [[nodiscard]] std::vector<std::shared_ptr<const ir::Invariant>> fixed_fluents() const;
  /// Whether the game has percepts and the net shows them.
  [[nodiscard]] bool shows_percepts() const { return shows_percepts_; }
  /// Returns the role's goal values as positions in Net::goals, without goals that show other
  /// relations.
  [[nodiscard]] std::vector<std::uint32_t> goals_of(std::uint32_t role) const;
  /// KIF, by position in Net::fluents and Net::moves.
  [[nodiscard]] const std::vector<std::string>& fluent_names() const { return fluent_names_; }
  [[nodiscard]] const std::vector<std::string>& move_names() const { return move_names_; }

 private:
  struct Shown {
    Sight sight = Sight::never;
    std::optional<runtime::TermShape> shape{};
    std::size_t first = 0;                       ///< the first column in the term
    runtime::MixedRadix radix{};                 ///< fixed
    std::unordered_set<std::uint64_t> tuples{};  ///< fixed: by number
    std::vector<std::vector<ir::Symbol>> possible{};
  };
  using Names = std::unordered_map<std::string, ir::Signal>;

  [[nodiscard]] bool show(ir::RelationId relation, Sight sight, const ir::Facts& facts);
  void list_possible();
  void add_possible(const runtime::TermIndex& index, const std::vector<ir::RelationId>& relations,
                    const Names& names, std::optional<ir::Symbol> role);

  const ir::Module* lowered_ = nullptr;
  std::shared_ptr<const ir::Net> net_;
  std::size_t roles_ = 0;
  std::unordered_map<ir::RelationId, Shown> shown_;
  Names fluents_;
  std::vector<Names> legal_;  ///< by role
  std::vector<Names> goals_;
  std::vector<std::string> fluent_names_;
  std::vector<std::string> move_names_;
  std::vector<bool> shown_goals_;  ///< by position in Net::goals: whether it shows another relation
  bool shows_percepts_ = false;
};

}  // namespace tesuji::proofs
