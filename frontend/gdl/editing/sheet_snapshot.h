// Holds one version of a rulesheet's text with all that editors ask of it.
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
// Names of three kinds do not get into each other's way: relations; functions and constants, by
// their number of arguments; variables, in their clause. Fluents, moves and percepts are functions
// and constants. What `init` and `next` conclude defines a fluent, what `legal` concludes a move.

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

// Answers what can stand in the places of a rulesheet, for editors: the domains of arguments and
// of variables, by the sets of frontend/gdl/checks/value_sets.h.

class SheetValues {
 public:
  /// Reads the text's clauses without errors. `symbols` are those of the tree, and may get more.
  /// The tree must outlive this.
  SheetValues(const ir::SourceMap& sources, ir::FileId file, Syntax syntax, const SourceTree& tree,
              ir::SymbolTable& symbols);

  /// What can stand where an argument of `parent`, a relation or function of the tree, stands or
  /// would stand. `arity`: that of `parent` as it should be. Nothing is known of the arguments of
  /// connectives.
  [[nodiscard]] PossibleValues of_argument(NodeId parent, std::uint32_t argument,
                                           std::uint32_t arity) const;
  /// What a variable of the tree can stand for in its clause.
  [[nodiscard]] PossibleValues of_variable(NodeId variable) const;
  /// How many tuples a relation or function of the tree can have, by the domains of its arguments;
  /// 0 where that is not known, at most 2^62.
  [[nodiscard]] std::uint64_t combinations(NodeId node) const;

 private:
  [[nodiscard]] std::uint64_t count(std::vector<ValueStep>& path) const;
  /// The way from the atom to the arguments of `node`; empty where no atom is around it.
  [[nodiscard]] std::vector<ValueStep> path_to(NodeId node) const;

  const SourceTree& tree_;
  Rulesheet sheet_;
  Keywords keywords_;
  std::unordered_map<std::uint32_t, std::size_t> clauses_;  ///< by the offset of their begin
  ValueSets sets_;
  /// By clause, what variable_values returned.
  mutable std::unordered_map<std::size_t, std::vector<std::pair<ir::Symbol, PossibleValues>>>
      variables_;
};

/// Values for readers: `{1..8, b}`, `{white, black, .. (64)}`; functors with their arity, `cell/3`;
/// empty where nothing is known. `most`: how many values are written out.
[[nodiscard]] std::string text_of(const PossibleValues& values, const ir::SymbolTable& symbols,
                                  std::size_t most = 12);

/// Never changes. Not to be shared between threads: values are computed when they are first asked
/// for.
class SheetSnapshot {
 public:
  /// `syntax`: nothing: found from the text.
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

  /// A name as it stands in the text.
  [[nodiscard]] std::string_view written(NodeId node) const;
  /// A name in lower case.
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
