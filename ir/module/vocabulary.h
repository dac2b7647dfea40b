// Computes the vocabulary of a game: its predicates as a rulesheet writes them, the terms that
// each argument can be, and which predicates depend on state and moves.
//
// The places of terms are those of the domain graph (Definition 20 of Haufe, Schiffel and
// Thielscher, 2012): a pair of a predicate or function symbol and an argument's number.
#pragma once

#include "ir/module/term_pattern.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace tesuji::ir {

class Vocabulary {
 public:
  /// `module` is at level clauses with domains inferred, and outlives the vocabulary.
  explicit Vocabulary(const Module& module);
  Vocabulary(const Vocabulary&) = delete;  // it refers to parts of itself
  Vocabulary& operator=(const Vocabulary&) = delete;

  /// One relation as an atom: `(true (cell ? ? ?))` for `true.cell`.
  struct Entry {
    RelationId relation = no_id;
    TermPattern atom;
  };

  /// The relations of a predicate, one for each shape of its arguments, in the order of the
  /// module. Helper relations, which no rulesheet names, belong to none.
  [[nodiscard]] std::span<const Entry> entries(Symbol predicate) const;
  /// Names of all predicates that have a relation, in the order of the module.
  [[nodiscard]] const std::vector<Symbol>& predicates() const { return predicates_; }
  /// How an atom of the relation is written; nullptr for helper relations.
  [[nodiscard]] const TermPattern* pattern(RelationId relation) const;

  /// Numbers of arguments that the name has as a predicate or in terms, ascending. `init`,
  /// `next` and `does`, whose arguments are those of `true` and `legal`, count for nothing.
  [[nodiscard]] std::vector<std::size_t> arities(Symbol name) const;
  /// All names that have a number of arguments there.
  [[nodiscard]] std::vector<Symbol> names() const;
  /// The terms that can be argument `argument` (from 0) of the name: one set for each shape,
  /// in the order of the module, columns of several relations united for each leaf.
  [[nodiscard]] std::vector<TermSet> place(Symbol name, std::size_t arity,
                                           std::size_t argument) const;
  /// What stands at a part of an entry's atom whose leaves begin at column `first`.
  [[nodiscard]] TermSet values(const Entry& entry, const TermPattern& part,
                               std::size_t first) const;
  /// Adds a set: leaf by leaf where there is one of its shape, else as another one.
  void unite(std::vector<TermSet>& sets, TermSet set) const;

  /// Whether the relation depends on the state or the moves made in it.
  [[nodiscard]] bool depends_on_state(RelationId relation) const { return dynamic_[relation]; }
  /// Whether it depends on the moves made.
  [[nodiscard]] bool depends_on_moves(RelationId relation) const {
    return towards_moves_[relation].literal != nullptr || is_move(relation);
  }
  /// One step of a dependency: a rule of `head` has this literal.
  struct Step {
    RelationId head = no_id;
    const Literal* literal = nullptr;
  };
  /// The shortest way from the relation to one of moves; empty if there is none.
  [[nodiscard]] std::vector<Step> way_to_moves(RelationId relation) const;

 private:
  [[nodiscard]] bool is_move(RelationId relation) const;
  void find_dependencies();
  void index_places(const Entry& entry);

  const Module* module_;
  std::vector<Symbol> predicates_;
  std::map<Symbol, std::vector<Entry>> entries_;
  std::vector<const TermPattern*> patterns_;  ///< by RelationId
  std::vector<bool> dynamic_;
  std::vector<Step> towards_moves_;  ///< the first step of the way there
  struct Place {
    const Entry* entry = nullptr;
    const TermPattern* part = nullptr;
    std::size_t first = 0;  ///< column of its first leaf
  };
  std::map<Symbol, std::vector<Place>> places_;  ///< by name, where it stands
};

}  // namespace tesuji::ir
