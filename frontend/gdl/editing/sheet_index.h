// Finds where each name of a rulesheet is defined and used.
//
// Names of three kinds do not get into each other's way: relations; functions and constants, by
// their number of arguments; variables, in their clause. Fluents, moves and percepts are functions
// and constants. What `init` and `next` conclude defines a fluent, what `legal` concludes a move.
#pragma once

#include "frontend/gdl/editing/source_tree.h"
#include "frontend/gdl/gdl_keywords.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace tesuji::frontend {

struct NameKey {
  enum class Kind : std::uint8_t { none, relation, term, variable };
  Kind kind = Kind::none;
  ir::Symbol name = ir::no_symbol;
  std::uint32_t detail = 0;  ///< term: arguments + 1, 0 for constants; variable: the clause
  friend auto operator<=>(const NameKey&, const NameKey&) = default;
};

/// What a term is to the game, by the place it stands in.
enum class TermPlace : std::uint8_t { other, role, fluent, move, percept, value };

class SheetIndex {
 public:
  /// The tree must outlive the index. `keywords` are those of a table with all its names.
  SheetIndex(const SourceTree& tree, const Keywords& keywords);

  /// Of kind none for connectives, rules and lists without a name.
  [[nodiscard]] NameKey key_of(NodeId node) const;
  /// All occurrences, in the order of the text.
  [[nodiscard]] std::span<const NodeId> occurrences(const NameKey& key) const;
  /// A relation's heads; of terms what heads of `init`, `next`, `legal`, `sees`, `base` and `input`
  /// conclude, else heads of facts, else the first occurrence; a variable's first occurrence.
  [[nodiscard]] std::vector<NodeId> definitions(const NameKey& key) const;
  /// Atoms in bodies: of a relation; of a fluent or move those that hold it.
  [[nodiscard]] std::vector<NodeId> uses(const NameKey& key) const;

  [[nodiscard]] Keyword keyword(NodeId node) const;
  [[nodiscard]] TermPlace place_of(NodeId node) const;
  /// Whether clauses of the relation depend on neither fluents nor moves, directly or not.
  [[nodiscard]] bool is_static(ir::Symbol relation) const;
  /// The number of arguments with which a relation or function occurs most often, the larger one
  /// of several.
  [[nodiscard]] std::uint32_t usual_arity(ir::Symbol name, bool relation) const;

  /// Every name but variables, with its occurrences, ordered by kind and symbol.
  [[nodiscard]] const std::map<NameKey, std::vector<NodeId>>& names() const { return names_; }

 private:
  void find_dynamic();

  const SourceTree& tree_;
  const Keywords& keywords_;
  std::map<NameKey, std::vector<NodeId>> names_;
  std::vector<std::pair<NameKey, NodeId>> variables_;  ///< sorted
  mutable std::vector<NodeId> found_;                  ///< occurrences of a variable asked for last
  std::vector<bool> dynamic_;                          ///< by relation's symbol
};

}  // namespace tesuji::frontend
