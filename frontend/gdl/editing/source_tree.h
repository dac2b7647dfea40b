// Parses a rulesheet into a tree of names with their places, for editors.
//
// Unlike the syntax tree, it contains all readable text, whatever errors there are: an incomplete
// rule has its part of the tree, too. Each name is a node, in the order of the text, and its
// position determines its kind:
//
//   (<= (legal ?w (mark ?x))       rule > relation `legal` (head) > variable, function `mark` > ..
//       (not (true (cell ?x b))))  connective `not` > relation `true` > function `cell` > ..
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "ir/core/source.h"
#include "ir/core/symbol.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::frontend {

/// A range of bytes of a text, excluding `end`.
struct TextRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  [[nodiscard]] bool empty() const { return begin == end; }
  /// Whether a cursor at `offset` is inside the range, or at one of its ends.
  [[nodiscard]] bool touches(std::uint32_t offset) const {
    return begin <= offset && offset <= end;
  }
  friend bool operator==(const TextRange&, const TextRange&) = default;
};

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = ~NodeId{0};

struct SheetNode {
  enum class Kind : std::uint8_t {
    rule,        ///< the `<=` of a clause; its first child is the head
    connective,  ///< `not`, `or`, `and`, `distinct`
    relation,    ///< of an atom
    function,
    constant,
    variable,
    nameless,  ///< a list that does not begin with a name
  };
  Kind kind = Kind::constant;
  bool list = false;           ///< in KIF in parentheses, in infix form with arguments
  bool closed = true;          ///< its `)` is present
  bool head = false;           ///< the atom that a clause defines
  std::uint32_t argument = 0;  ///< its number among the children of its parent
  std::uint32_t arity = 0;     ///< children
  std::uint32_t clause = 0;    ///< its number in SourceTree::clauses
  NodeId parent = no_node;
  NodeId end = no_node;             ///< the first node after it and all its descendants
  ir::Symbol name = ir::no_symbol;  ///< in lower case, a variable's without `?`
  TextRange whole;                  ///< with its arguments
  TextRange word;                   ///< the name; empty for a nameless node
};

struct SourceTree {
  std::vector<SheetNode> nodes;  ///< parents before children, otherwise as in the text
  std::vector<NodeId> clauses;   ///< a rule, or the head of a fact
  std::vector<TextRange> comments;
  bool complete = true;  ///< all lists are closed, and no `)` is superfluous

  [[nodiscard]] const SheetNode& operator[](NodeId node) const { return nodes[node]; }
  /// Returns the first child; no_node if there are no children.
  [[nodiscard]] NodeId first_child(NodeId node) const;
  /// Returns the next child of the same parent; no_node after the last.
  [[nodiscard]] NodeId next_sibling(NodeId node) const;
  /// Returns the child with this number; no_node if it does not exist.
  [[nodiscard]] NodeId child(NodeId node, std::uint32_t number) const;
  /// Returns the atom that the clause defines; no_node if it is missing.
  [[nodiscard]] NodeId head_of(NodeId clause) const;
  /// Returns the node whose name the offset touches; otherwise no_node.
  [[nodiscard]] NodeId named_at(std::uint32_t offset) const;
  /// Returns the innermost list whose parentheses enclose the offset; otherwise no_node.
  [[nodiscard]] NodeId list_around(std::uint32_t offset) const;
  /// Whether the offset is within a comment.
  [[nodiscard]] bool in_comment(std::uint32_t offset) const;
};

/// Reads a text in either syntax. In KIF the tree covers the whole text; a line that begins with
/// `(<=` begins a clause, whatever lists are open before it. In infix form it omits clauses with
/// errors. Interns all names. Does not recurse on the nesting depth of KIF.
[[nodiscard]] SourceTree read_source_tree(const ir::SourceMap& sources, ir::FileId file,
                                          Syntax syntax, ir::SymbolTable& symbols);

/// Called by read_source_tree for each syntax.
[[nodiscard]] SourceTree read_kif_tree(const ir::SourceFile& source, ir::FileId file,
                                       ir::SymbolTable& symbols);
[[nodiscard]] SourceTree read_infix_tree(const ir::SourceMap& sources, ir::FileId file,
                                         ir::SymbolTable& symbols);

/// Convert between a byte offset and a place.
[[nodiscard]] std::uint32_t offset_of(const ir::SourceFile& source, ir::Position place);
[[nodiscard]] ir::Position position_of(const ir::SourceFile& source, std::uint32_t offset);
[[nodiscard]] inline TextRange range_of(const ir::SourceFile& source, const ir::Span& span) {
  return {offset_of(source, span.begin), offset_of(source, span.end)};
}

}  // namespace tesuji::frontend
