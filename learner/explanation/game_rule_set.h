// Writes a game as production rules over several moments. They describe what holds at moment 0, the
// moves made then, what holds at moment 1, and so on. A deduction with these rules is a proof about
// a line of play, which can be explained like any other.
//
// A relation that depends on the state has a name for each moment, `line@1`; fluents of moment 0
// keep their own names, `cell`, and so do relations that no move changes. Rules for `next` at a
// moment conclude fluents of the following one. Moves are given, as `does.mark@0`. The sheet's
// stratified negation becomes that of `--semantics=stratified`.
#pragma once

#include "ir/module/module.h"
#include "learner/explanation/rule_condition.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::learner {

/// A relation of which every rule set has a fact: absent conjunctions need a fact.
inline constexpr std::string_view always_name = "always";

class GameRuleSet {
 public:
  /// Takes a rulesheet at level clauses, as lowering made it. It must outlive this.
  explicit GameRuleSet(const ir::Module& clauses);

  /// Returns the rules for what holds at moments 0 .. `moments`, as text.
  [[nodiscard]] std::string rules(std::size_t moments) const;
  /// Returns the facts that hold in every state, as Prolog text.
  [[nodiscard]] std::string fixed_facts() const;

  /// Returns the fact for a fluent of moment 0, given by its term in KIF; nothing if it is not a
  /// fluent.
  [[nodiscard]] std::optional<MemoryFact> fluent_fact(std::string_view term) const;
  /// Returns the fact that the role makes the move at this moment.
  [[nodiscard]] std::optional<MemoryFact> move_fact(std::string_view role, std::string_view term,
                                                    std::size_t moment) const;
  /// Prints facts as Prolog text, one per line.
  [[nodiscard]] std::string text(std::span<const MemoryFact> facts) const;

  /// A form of moves: its relations, and its name in rules, `mark`.
  struct MoveShape {
    ir::RelationId legal = ir::no_id;
    ir::RelationId does = ir::no_id;  ///< no_id: no rule reads such moves
    std::string name;
  };
  [[nodiscard]] const std::vector<MoveShape>& shapes() const { return shapes_; }
  /// Finds the shape of a move by its relation's name at a moment; null if it is not a move.
  [[nodiscard]] const MoveShape* shape_of(ir::Symbol does, std::size_t moment) const;

  /// Returns the name of a relation at a moment.
  [[nodiscard]] ir::Symbol name_at(ir::RelationId relation, std::size_t moment) const;
  [[nodiscard]] ir::Symbol does_name(const MoveShape& shape, std::size_t moment) const;
  [[nodiscard]] ir::Symbol legal_name(const MoveShape& shape, std::size_t moment) const;
  /// Whether a relation of this name is the same in every state and after every move: its name is
  /// not that of a moment, and it is not a fluent.
  [[nodiscard]] bool is_fixed(ir::Symbol name) const { return fixed_.contains(name); }
  [[nodiscard]] const ir::Module& clauses() const { return clauses_; }

 private:
  void find_changing();
  void find_needed();
  void name_relations();
  void find_shapes();
  [[nodiscard]] bool is_needed(ir::RelationId relation) const { return needed_[relation]; }
  [[nodiscard]] std::string text_at(const ir::Rule& rule, std::size_t moment,
                                    std::size_t number) const;
  [[nodiscard]] std::string atom_at(ir::RelationId relation, const std::vector<ir::Argument>& args,
                                    const ir::Rule& rule, std::size_t moment) const;
  [[nodiscard]] std::string argument_text(const ir::Argument& argument, const ir::Rule& rule) const;
  [[nodiscard]] std::string literal_at(const ir::Literal& literal, const ir::Rule& rule,
                                       std::size_t moment) const;

  const ir::Module& clauses_;
  std::vector<bool> changing_;  ///< by relation
  std::vector<bool> needed_;
  std::vector<std::string> names_;        ///< without the moment
  std::vector<ir::RelationId> state_of_;  ///< the fluent for each relation of `next`
  std::vector<MoveShape> shapes_;
  std::set<ir::Symbol> fixed_;
};

}  // namespace tesuji::learner
