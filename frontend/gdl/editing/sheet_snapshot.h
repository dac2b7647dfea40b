// Holds one version of a rulesheet's text, and answers the editors' queries about it.
#pragma once

#include "frontend/gdl/checks/value_sets.h"
#include "frontend/gdl/editing/source_tree.h"
#include "frontend/gdl/gdl_keywords.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::frontend {

// Finds where each name of a rulesheet is defined and used.
//
// Relations, terms (functions and constants, by their number of arguments) and variables (by their
// clause) have separate name spaces. Fluents, moves and percepts are functions and constants. A
// conclusion of `init` or `next` defines a fluent, one of `legal` a move.

struct NameKey {
  enum class Kind : std::uint8_t { none, relation, term, variable };
  Kind kind = Kind::none;
  ir::Symbol name = ir::no_symbol;
  std::uint32_t detail = 0;  ///< term: arguments + 1, 0 for constants; variable: the clause
  friend auto operator<=>(const NameKey&, const NameKey&) = default;
};

/// The role of a term in the game, by its position.
enum class TermPlace : std::uint8_t { other, role, fluent, move, percept, value };

class SheetIndex {
 public:
  /// The tree must outlive the index. `keywords` are those of a symbol table with all the tree's
  /// names.
  SheetIndex(const SourceTree& tree, const Keywords& keywords);

  /// Returns kind none for connectives, rules and lists without a name.
  [[nodiscard]] NameKey key_of(NodeId node) const;
  /// Returns all occurrences, in the order of the text.
  [[nodiscard]] std::span<const NodeId> occurrences(const NameKey& key) const;
  /// Returns a relation's heads; for terms, the conclusions of `init`, `next`, `legal`, `sees`,
  /// `base` and `input`, otherwise heads of facts, otherwise the first occurrence; for a variable,
  /// its first occurrence.
  [[nodiscard]] std::vector<NodeId> definitions(const NameKey& key) const;
  /// Returns atoms in bodies: those of a relation, or those that contain a fluent or move.
  [[nodiscard]] std::vector<NodeId> uses(const NameKey& key) const;

  [[nodiscard]] Keyword keyword(NodeId node) const;
  [[nodiscard]] TermPlace place_of(NodeId node) const;
  /// Whether clauses of the relation depend, even indirectly, on neither fluents nor moves.
  [[nodiscard]] bool is_static(ir::Symbol relation) const;
  /// Returns the most frequent number of arguments of a relation or function; the largest if
  /// several are.
  [[nodiscard]] std::uint32_t usual_arity(ir::Symbol name, bool relation) const;

  /// All names except variables, with their occurrences, ordered by kind and symbol.
  [[nodiscard]] const std::map<NameKey, std::vector<NodeId>>& names() const { return names_; }

 private:
  void find_dynamic();

  const SourceTree& tree_;
  const Keywords& keywords_;
  std::map<NameKey, std::vector<NodeId>> names_;
  std::vector<std::pair<NameKey, NodeId>> variables_;  ///< sorted
  mutable std::vector<NodeId> found_;                  ///< occurrences of the last variable queried
  std::vector<bool> dynamic_;                          ///< by relation's symbol
};

// Computes which values can occur in the places of a rulesheet, for editors: the domains of
// arguments and variables, from the sets of frontend/gdl/checks/value_sets.h.

class SheetValues {
 public:
  /// Reads the text's clauses without errors. `symbols` are the tree's, and may grow. The tree must
  /// outlive this.
  SheetValues(const ir::SourceMap& sources, ir::FileId file, Syntax syntax, const SourceTree& tree,
              ir::SymbolTable& symbols);

  /// Returns the values that an argument of `parent`, a relation or function of the tree, can have.
  /// `arity` is the intended one of `parent`. Nothing is known of the arguments of connectives.
  [[nodiscard]] PossibleValues of_argument(NodeId parent, std::uint32_t argument,
                                           std::uint32_t arity) const;
  /// Returns the values that a variable of the tree can have in its clause.
  [[nodiscard]] PossibleValues of_variable(NodeId variable) const;
  /// Returns how many tuples a relation or function of the tree can have, by the domains of its
  /// arguments; 0 if unknown, at most 2^62.
  [[nodiscard]] std::uint64_t combinations(NodeId node) const;

 private:
  [[nodiscard]] std::uint64_t count(std::vector<ValueStep>& path) const;
  /// Returns the path from the atom to the arguments of `node`; empty outside any atom.
  [[nodiscard]] std::vector<ValueStep> path_to(NodeId node) const;

  const SourceTree& tree_;
  Rulesheet sheet_;
  Keywords keywords_;
  std::unordered_map<std::uint32_t, std::size_t> clauses_;  ///< by the offset of their begin
  ValueSets sets_;
  /// Results of variable_values, by clause.
  mutable std::unordered_map<std::size_t, std::vector<std::pair<ir::Symbol, PossibleValues>>>
      variables_;
};

/// Prints values for readers: `{1..8, b}`, `{white, black, .. (64)}`; functors with their arity,
/// `cell/3`; empty if nothing is known. `most`: number of values written out.
[[nodiscard]] std::string text_of(const PossibleValues& values, const ir::SymbolTable& symbols,
                                  std::size_t most = 12);

/// Immutable. Must not be shared between threads: it computes values on first use.
class SheetSnapshot {
 public:
  /// If `syntax` is nullopt, detects it from the text.
  SheetSnapshot(std::string path, std::string text, std::optional<Syntax> syntax = {});
  ~SheetSnapshot();
  SheetSnapshot(const SheetSnapshot&) = delete;
  SheetSnapshot& operator=(const SheetSnapshot&) = delete;

  [[nodiscard]] const ir::SourceFile& source() const { return sources_[file_]; }
  [[nodiscard]] const ir::SourceMap& sources() const { return sources_; }
  [[nodiscard]] ir::FileId file() const { return file_; }
  [[nodiscard]] Syntax syntax() const { return syntax_; }
  [[nodiscard]] const ir::SymbolTable& symbols() const { return symbols_; }
  [[nodiscard]] const SourceTree& tree() const { return tree_; }
  [[nodiscard]] const Keywords& keywords() const { return keywords_; }
  [[nodiscard]] const SheetIndex& index() const { return index_; }
  [[nodiscard]] const SheetValues& values() const;

  /// Returns the name as spelt in the text.
  [[nodiscard]] std::string_view written(NodeId node) const;
  /// Returns the name in lower case.
  [[nodiscard]] const std::string& name(NodeId node) const {
    return symbols_.text(tree_[node].name);
  }

 private:
  ir::SourceMap sources_;
  ir::FileId file_;
  Syntax syntax_;
  mutable ir::SymbolTable symbols_;
  SourceTree tree_;
  Keywords keywords_;
  SheetIndex index_;
  mutable std::unique_ptr<SheetValues> values_;
};

}  // namespace tesuji::frontend
