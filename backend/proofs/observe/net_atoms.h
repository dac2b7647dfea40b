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

/// The net of a game that shows what formulas ask about (with_observed), and where it shows each
/// tuple of the lowered module. Immutable; serves many threads.
class NetAtoms {
 public:
  /// Nothing where a relation cannot be seen in the net, as it has too many tuples or depends on
  /// moves. `lowered` outlives it. `facts`: of the relations, those that are Sight::fixed
  /// (fixed_facts). The net answers all questions but percepts.
  [[nodiscard]] static std::optional<NetAtoms> make(const ir::Module& lowered,
                                                    const Circuit& circuit,
                                                    std::span<const std::uint32_t> relations,
                                                    std::span<const ir::Facts> facts);

  /// The circuit's, with a node for every fluent.
  [[nodiscard]] const ir::Net& net() const { return *net_; }
  [[nodiscard]] std::size_t roles() const { return roles_; }
  /// The signal that holds in a state exactly when the tuple is in the relation, one of those it
  /// was made for: constant where no state, or each, has it.
  [[nodiscard]] ir::Signal signal(ir::RelationId relation, std::span<const ir::Symbol> tuple) const;
  /// The relation's tuples that may hold in some state; null for those that are Sight::fixed, and
  /// `terminal`.
  [[nodiscard]] const std::vector<std::vector<ir::Symbol>>* possible(ir::RelationId relation) const;
  /// The fluent, by position in Net::fluents, as an atom of the lowered module, whose columns are
  /// constants; nothing where the atoms were not made for its relation.
  [[nodiscard]] std::optional<ir::Formula> fluent_atom(std::uint32_t position) const;
  /// Formulas that proofs on the net take for granted, as the net has constants in the place of
  /// these fluents: `always_1` and so on, that they always hold, or never do.
  [[nodiscard]] std::vector<std::shared_ptr<const ir::Invariant>> fixed_fluents() const;
  /// Whether the net shows percepts, of a game that has any.
  [[nodiscard]] bool shows_percepts() const { return shows_percepts_; }
  /// Positions in Net::goals of the role's goal values, without what is shown as goals.
  [[nodiscard]] std::vector<std::uint32_t> goals_of(std::uint32_t role) const;
  /// KIF, by position in Net::fluents and Net::moves.
  [[nodiscard]] const std::vector<std::string>& fluent_names() const { return fluent_names_; }
  [[nodiscard]] const std::vector<std::string>& move_names() const { return move_names_; }

 private:
  struct Shown {
    Sight sight = Sight::never;
    std::optional<runtime::TermShape> shape{};
    std::size_t first = 0;                       ///< the first column of the term
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
  std::vector<bool> shown_goals_;  ///< by position in Net::goals: shows another relation
  bool shows_percepts_ = false;
};

}  // namespace tesuji::proofs
