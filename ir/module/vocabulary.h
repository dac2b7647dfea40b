// Computes the vocabulary of a game: its predicates as written in rulesheets, the possible terms of
// each argument, and which predicates depend on state and moves.
//
// The places of terms are those of the domain graph (Definition 20 of Haufe, Schiffel and
// Thielscher, 2012): pairs of a predicate or function symbol and an argument's number.
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
  Vocabulary(const Vocabulary&) = delete;  // it contains pointers to its own members
  Vocabulary& operator=(const Vocabulary&) = delete;

  /// One relation as an atom: `(true (cell ? ? ?))` for `true.cell`.
  struct Entry {
    RelationId relation = no_id;
    TermPattern atom;
  };

  /// Returns the relations of a predicate, one for each shape of its arguments, in the order of the
  /// module. Helper relations, which are not in the rulesheet, belong to no predicate.
  [[nodiscard]] std::span<const Entry> entries(Symbol predicate) const;
  /// Returns the names of all predicates that have a relation, in the order of the module.
  [[nodiscard]] const std::vector<Symbol>& predicates() const { return predicates_; }
  /// Returns how an atom of the relation is printed; nullptr for helper relations.
  [[nodiscard]] const TermPattern* pattern(RelationId relation) const;

  /// Returns the numbers of arguments that the name has as a predicate or in terms, ascending.
  /// Ignores `init`, `next` and `does`, whose arguments are those of `true` and `legal`.
  [[nodiscard]] std::vector<std::size_t> arities(Symbol name) const;
  /// Returns all names for which arities() is not empty.
  [[nodiscard]] std::vector<Symbol> names() const;
  /// Returns the possible terms of argument `argument` (from 0) of the name: one set for each
  /// shape, in the order of the module; merges columns of several relations leaf by leaf.
  [[nodiscard]] std::vector<TermSet> place(Symbol name, std::size_t arity,
                                           std::size_t argument) const;
  /// Returns the terms in a part of an entry's atom whose leaves begin at column `first`.
  [[nodiscard]] TermSet values(const Entry& entry, const TermPattern& part,
                               std::size_t first) const;
  /// Adds a set: leaf by leaf if there is one of its shape, otherwise as a new one.
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
  /// Returns the shortest path from the relation to one of moves; empty if no path exists.
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
  std::vector<Step> towards_moves_;  ///< the first step of each path to moves
  struct Place {
    const Entry* entry = nullptr;
    const TermPattern* part = nullptr;
    std::size_t first = 0;  ///< column of its first leaf
  };
  std::map<Symbol, std::vector<Place>> places_;  ///< the places of each name
};

}  // namespace tesuji::ir
