// Represents examples of a game's learning task: states with the atoms of a target that hold in
// them.
//
// Terms of games are flattened as in the IGGP data set: `(true (cell 1 2 b))` is the atom
// true_cell(1, 2, b), `(legal x noop)` is legal(x, noop), `(does x (mark 1 2))` does_mark(x, 1, 2).
// Source: Cropper, Evans, Law (2020), Inductive general game playing, section 4.
#pragma once

#include "ir/core/symbol.h"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::learner {

/// A constant of a game: a symbol of PlayVocabulary::constants.
using Constant = ir::Symbol;
/// Index into PlayVocabulary::predicates.
using PlayPredicate = std::uint32_t;

/// Names of predicates and constants, shared by all parts of all tasks of a game.
class PlayVocabulary {
 public:
  struct Predicate {
    std::string name;
    std::uint32_t arity = 0;
  };

  [[nodiscard]] PlayPredicate predicate(std::string_view name, std::uint32_t arity);
  [[nodiscard]] const Predicate& operator[](PlayPredicate predicate) const {
    return predicates_[predicate];
  }
  [[nodiscard]] std::size_t predicates() const { return predicates_.size(); }
  /// Returns a predicate of this name, or of a fresh name if it is taken.
  [[nodiscard]] PlayPredicate new_predicate(const std::string& name, std::uint32_t arity);
  /// Returns a new predicate, named after `stem`: `stem_1`, `stem_2`, ..
  [[nodiscard]] PlayPredicate fresh_predicate(const std::string& stem, std::uint32_t arity);

  ir::SymbolTable constants;

 private:
  /// Whether a predicate has the name, with any arity: a rulesheet's relations have one arity each.
  [[nodiscard]] bool taken(const std::string& name) const;

  std::vector<Predicate> predicates_;
  std::map<std::pair<std::string, std::uint32_t>, PlayPredicate> index_;
};

struct PlayAtom {
  PlayPredicate predicate = 0;
  std::vector<Constant> args;
  friend auto operator<=>(const PlayAtom&, const PlayAtom&) = default;
};

/// `true_cell(1, 2, b)`; `terminal()`.
[[nodiscard]] std::string to_text(const PlayAtom& atom, const PlayVocabulary& vocabulary);

/// One state, with a joint move for the target `next`, and the atoms of the target that hold there.
struct PlayExample {
  std::vector<PlayAtom> background;  ///< sorted, without duplicates
  std::vector<PlayAtom> positives;   ///< the same
  friend auto operator<=>(const PlayExample&, const PlayExample&) = default;
};

/// One file of a task.
struct PlayPart {
  std::vector<PlayAtom> atoms;    ///< all atoms of the target; those that are not positive are
                                  ///< negative
  std::vector<PlayAtom> statics;  ///< atoms that hold in every state
  std::vector<PlayExample> examples;
};

/// Returns the number of examples of `test` whose state, with its moves, is also in `train`.
[[nodiscard]] std::size_t count_shared(const PlayPart& train, const PlayPart& test);

/// The targets, in the order in which they are learned.
inline constexpr std::string_view play_targets[] = {"legal", "goal", "terminal", "next"};
/// The parts of a task: its folders and the suffixes of its files' names.
inline constexpr std::string_view play_parts[] = {"train", "validate", "test"};

/// Flattens a term to an atom: `relation` applied to `arguments`, of which the last may be a
/// compound term in prefix form, as in traces: ("true", {}, "(cell 1 2 b)") is true_cell(1, 2, b).
[[nodiscard]] PlayAtom flatten(std::string_view relation, const std::vector<std::string>& arguments,
                               std::string_view term, PlayVocabulary& vocabulary);

}  // namespace tesuji::learner
