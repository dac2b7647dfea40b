// Writes clauses in the syntax of a rulesheet, and finds the places where they are inserted: for
// files that propose edits.
#pragma once

#include "frontend/gdl/editing/sheet_snapshot.h"

#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

/// A replacement of a part of the text; an empty range inserts.
struct SheetEdit {
  TextRange range;
  std::string text;
};

class ClauseWriter {
 public:
  /// The sheet must outlive this.
  explicit ClauseWriter(const SheetSnapshot& sheet);

  [[nodiscard]] std::string name(ir::Symbol symbol) const;
  /// Returns `?row` or `Row` for `ROW`. Names that cannot be written so in infix form are quoted.
  [[nodiscard]] std::string variable(std::string_view name) const;
  /// Returns a function's term, which keeps its parentheses without arguments, or a constant.
  [[nodiscard]] std::string term(const SheetNode& node,
                                 const std::vector<std::string>& arguments) const;
  /// Returns an atom; without arguments, its name.
  [[nodiscard]] std::string compound(const std::string& name,
                                     const std::vector<std::string>& arguments) const;
  /// Returns a rule, or a fact if the body is empty; on several lines if it is long.
  [[nodiscard]] std::string clause(const std::string& head,
                                   const std::vector<std::string>& body) const;
  [[nodiscard]] std::string lines(const std::vector<std::string>& clauses) const;

 private:
  const SheetSnapshot& sheet_;
  bool infix_;
};

/// Returns the offset behind a clause and, in infix form, its `.`.
[[nodiscard]] std::uint32_t end_of_clause(const SheetSnapshot& sheet, NodeId clause);

/// Returns an insertion of clauses on lines of their own after the one at `clause`.
[[nodiscard]] SheetEdit add_after(const SheetSnapshot& sheet, NodeId clause,
                                  const std::string& clauses);

/// Returns the last clause, or the first one, whose head has the keyword; otherwise no_node.
[[nodiscard]] NodeId find_clause(const SheetSnapshot& sheet, Keyword keyword, bool last);

}  // namespace tesuji::frontend
