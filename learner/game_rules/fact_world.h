// Stores facts of many states as bit vectors: for each ground atom the states in which it holds.
//
// A literal of a clause is looked up by its bound arguments: a *projection* of a predicate on some
// of its columns has, for each combination of their values, the OR of the vectors of all tuples
// that agree with it. So `not does_mark(_,X,Y)` is one look-up and one AND, for all states at once.
// These are the slices of backend/features/traced, here for clauses that are not known in advance.
#pragma once

#include "learner/game_rules/play_examples.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::learner {

using Word = std::uint64_t;
inline constexpr std::uint32_t no_row = ~std::uint32_t{0};
inline constexpr std::uint64_t no_key = ~std::uint64_t{0};

/// A relation over all states; tuples are sorted, without duplicates.
struct FactTable {
  std::uint32_t arity = 0;
  bool dynamic = false;          ///< depends on the state; else `bits` is empty
  bool defined = false;          ///< defined by rules, learned or generated (rule_learning.h)
  std::vector<Constant> tuples;  ///< arity values each; empty if the arity is 0
  std::uint32_t size = 0;        ///< number of tuples
  std::vector<Word> bits;        ///< words of the world for each tuple
  /// By column: its values, ascending.
  std::vector<std::vector<Constant>> columns;

  [[nodiscard]] std::span<const Constant> tuple(std::uint32_t index) const {
    return {tuples.data() + std::size_t{index} * arity, arity};
  }
};

/// A table projected on some of its columns, the bound ones.
struct Projection {
  std::vector<std::uint32_t> columns;  ///< the bound ones, ascending
  /// By bound column and constant: its summand in the key; no_key if the column lacks the constant.
  std::vector<std::vector<std::uint64_t>> offsets;
  std::vector<std::uint32_t> dense;                         ///< row by key; empty: use `sparse`
  std::unordered_map<std::uint64_t, std::uint32_t> sparse;  ///< by key
  std::vector<Word> bits;                                   ///< of each row; empty: static
  std::vector<std::vector<std::uint32_t>> matches;          ///< of each row: tuples of the table
  double fanout = 0;  ///< mean number of tuples that hold in a state in which a row holds

  [[nodiscard]] std::uint32_t row(std::uint64_t key) const {
    if (!dense.empty()) return dense[key];
    const auto found = sparse.find(key);
    return found == sparse.end() ? no_row : found->second;
  }
};

class FactWorld {
 public:
  /// `part` and `vocabulary` must outlive it; it reads the part's examples in `chosen`.
  FactWorld(const PlayPart& part, std::vector<std::uint32_t> chosen,
            const PlayVocabulary& vocabulary);

  [[nodiscard]] const PlayVocabulary& vocabulary() const { return *vocabulary_; }
  [[nodiscard]] std::uint32_t states() const { return static_cast<std::uint32_t>(chosen_.size()); }
  [[nodiscard]] std::uint32_t words() const { return words_; }
  /// Returns the part's example that has number `state` here.
  [[nodiscard]] std::uint32_t example(std::uint32_t state) const { return chosen_[state]; }
  /// Returns a vector with the bits of all states set.
  [[nodiscard]] const std::vector<Word>& every_state() const { return every_state_; }

  /// Returns null if the predicate has no facts: it never holds.
  [[nodiscard]] const FactTable* table(PlayPredicate predicate) const;
  /// The predicates that have a table, in the order of their numbers.
  [[nodiscard]] std::vector<PlayPredicate> predicates() const;
  /// Defines a predicate by learned rules: tuples with their bits, in any order.
  void define(PlayPredicate predicate, const std::vector<PlayAtom>& atoms,
              const std::vector<Word>& bits);
  /// As define(), for a predicate that does not depend on the state.
  void define_static(const std::vector<PlayAtom>& atoms);
  /// Removes a predicate added by define().
  void undefine(PlayPredicate predicate);
  /// Returns the projection on the columns in `bound`, computed on first use. Null as for table().
  [[nodiscard]] const Projection* projection(PlayPredicate predicate, std::uint32_t bound) const;

  /// Returns the bits of atoms that hold in states, from the positive examples of the part's
  /// target.
  [[nodiscard]] std::vector<Word> labels(const std::vector<PlayAtom>& atoms) const;

 private:
  void add(PlayPredicate predicate, std::vector<std::pair<PlayAtom, std::vector<Word>>> rows,
           bool dynamic);

  const PlayPart* part_;
  const PlayVocabulary* vocabulary_;
  std::vector<std::uint32_t> chosen_;
  std::uint32_t words_;
  std::vector<Word> every_state_;
  std::map<PlayPredicate, FactTable> tables_;
  mutable std::map<std::pair<PlayPredicate, std::uint32_t>, std::unique_ptr<Projection>>
      projections_;
};

}  // namespace tesuji::learner
