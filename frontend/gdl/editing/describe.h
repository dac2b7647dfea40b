// Describes names of a rulesheet in words: what they are, their domains, who uses them.
#pragma once

#include "frontend/gdl/editing/sheet_snapshot.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::frontend {

/// A name with its arguments.
struct Signature {
  std::string text;                   ///< `(cell ROW COLUMN PLAYER)`
  std::vector<TextRange> parameters;  ///< where they stand in the text
  std::vector<std::string> domains;   ///< `{1..3}`; empty where nothing is known
};

/// Of a relation, function or keyword. Parameters are called as variables of the definitions are.
[[nodiscard]] Signature signature_of(const SheetSnapshot& sheet, NodeId node);

/// What there is to say of a name: the first line is the name with its arguments.
struct Description {
  std::string title;               ///< in the syntax of the sheet
  std::vector<std::string> lines;  ///< sentences
};

/// Empty where there is nothing to say of the node.
[[nodiscard]] Description describe(const SheetSnapshot& sheet, NodeId node);

/// The heads of the clauses in whose bodies the nodes stand, without duplicates: `legal`,
/// `next cell`.
[[nodiscard]] std::vector<std::string> readers_of(const SheetSnapshot& sheet,
                                                  const std::vector<NodeId>& nodes);

/// A clause's head for lists: the relation, and for `init`, `next`, `legal` and their like the
/// functor of what it concludes.
[[nodiscard]] std::string head_label(const SheetSnapshot& sheet, NodeId head);

}  // namespace tesuji::frontend
