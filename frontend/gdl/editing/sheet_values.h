// Answers what can stand in the places of a rulesheet, for editors: the domains of arguments and
// of variables, by the sets of frontend/gdl/checks/value_sets.h.
#pragma once

#include "frontend/gdl/checks/value_sets.h"
#include "frontend/gdl/editing/source_tree.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::frontend {

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

}  // namespace tesuji::frontend
