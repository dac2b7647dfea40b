// Describes names of a rulesheet in words: their kind, their domains, the rules that use them; and
// each GDL keyword in one line.
#pragma once

#include "frontend/gdl/editing/sheet_snapshot.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

// --- Keywords

struct KeywordHelp {
  std::string_view name;
  std::string_view arguments;  ///< separated by blanks, `ROLE MOVE`
  std::string_view meaning;
  bool in_heads = false;   ///< clauses may define it
  bool in_bodies = false;  ///< bodies may contain it
};

/// Returns all keywords, connectives at the end.
[[nodiscard]] std::span<const KeywordHelp> all_keyword_help();
/// Returns null for other names.
[[nodiscard]] const KeywordHelp* keyword_help(std::string_view name);

// --- Names of the sheet

/// A name with its arguments.
struct Signature {
  std::string text;                   ///< `(cell ROW COLUMN PLAYER)`
  std::vector<TextRange> parameters;  ///< ranges in the text
  std::vector<std::string> domains;   ///< `{1..3}`; empty if unknown
};

/// Returns the signature of a relation, function or keyword. Names parameters after the variables
/// of its definitions.
[[nodiscard]] Signature signature_of(const SheetSnapshot& sheet, NodeId node);

/// The description of a name: the first line is the name with its arguments.
struct Description {
  std::string title;               ///< in the syntax of the sheet
  std::vector<std::string> lines;  ///< sentences
};

/// Returns an empty description if nothing is known about the node.
[[nodiscard]] Description describe(const SheetSnapshot& sheet, NodeId node);

/// Returns the heads of the clauses whose bodies contain the nodes, without duplicates: `legal`,
/// `next cell`.
[[nodiscard]] std::vector<std::string> readers_of(const SheetSnapshot& sheet,
                                                  const std::vector<NodeId>& nodes);

/// Returns a label of a clause's head for lists: the relation, and for `init`, `next`, `legal` and
/// the like the functor of the concluded term.
[[nodiscard]] std::string head_label(const SheetSnapshot& sheet, NodeId head);

}  // namespace tesuji::frontend
