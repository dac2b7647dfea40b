// Parses a rulesheet into a tree of names with their places, for editors.
//
// Other than the syntax tree, it holds all of the text that can be read, whatever is wrong with it:
// a rule that is being typed has its part of the tree, too. Each name is a node, in the order of
// the text, and what it is follows from where it stands:
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

/// Bytes of a text, `end` excluded.
struct TextRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  [[nodiscard]] bool empty() const { return begin == end; }
  /// Whether a cursor at `offset` is in it, or at one of its ends.
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
    nameless,  ///< a list that begins with no name
  };
  Kind kind = Kind::constant;
  bool list = false;           ///< in KIF in parentheses, in infix form with arguments
  bool closed = true;          ///< its `)` is there
  bool head = false;           ///< the atom that a clause concludes
  std::uint32_t argument = 0;  ///< its number among the children of its parent
  std::uint32_t arity = 0;     ///< children
  std::uint32_t clause = 0;    ///< its number in SourceTree::clauses
  NodeId parent = no_node;
  NodeId end = no_node;             ///< the first node behind it and all below it
  ir::Symbol name = ir::no_symbol;  ///< in lower case, a variable's without `?`
  TextRange whole;                  ///< with its arguments
  TextRange word;                   ///< the name; empty where the text has none
};

struct SourceTree {
  std::vector<SheetNode> nodes;  ///< parents before children, otherwise as in the text
  std::vector<NodeId> clauses;   ///< a rule, or the head of a fact
  std::vector<TextRange> comments;
  bool complete = true;  ///< no list is left open and no `)` is one too many

  [[nodiscard]] const SheetNode& operator[](NodeId node) const { return nodes[node]; }
  /// The first child; no_node without any.
  [[nodiscard]] NodeId first_child(NodeId node) const;
  /// The next child of the same parent; no_node behind the last.
  [[nodiscard]] NodeId next_sibling(NodeId node) const;
  /// The child with this number; no_node where there is none.
  [[nodiscard]] NodeId child(NodeId node, std::uint32_t number) const;
  /// The atom that the clause concludes; no_node where it is missing.
  [[nodiscard]] NodeId head_of(NodeId clause) const;
  /// The node whose name the offset touches; no_node where there is none.
  [[nodiscard]] NodeId named_at(std::uint32_t offset) const;
  /// The innermost list around the offset, between its parentheses; no_node outside of all.
  [[nodiscard]] NodeId list_around(std::uint32_t offset) const;
  /// Whether the offset is within a comment.
  [[nodiscard]] bool in_comment(std::uint32_t offset) const;
};

/// The tree of a text in either syntax. In KIF all of the text has its place; a line that begins
/// with `(<=` begins a clause, whatever is open before it. In infix form clauses with errors are
/// missing. Interns all names. Does not recurse on the depth of KIF.
[[nodiscard]] SourceTree read_source_tree(const ir::SourceMap& sources, ir::FileId file,
                                          Syntax syntax, ir::SymbolTable& symbols);

/// What read_source_tree calls for each syntax.
[[nodiscard]] SourceTree read_kif_tree(const ir::SourceFile& source, ir::FileId file,
                                       ir::SymbolTable& symbols);
[[nodiscard]] SourceTree read_infix_tree(const ir::SourceMap& sources, ir::FileId file,
                                         ir::SymbolTable& symbols);

/// Byte offset of a place, and back.
[[nodiscard]] std::uint32_t offset_of(const ir::SourceFile& source, ir::Position place);
[[nodiscard]] ir::Position position_of(const ir::SourceFile& source, std::uint32_t offset);
[[nodiscard]] inline TextRange range_of(const ir::SourceFile& source, const ir::Span& span) {
  return {offset_of(source, span.begin), offset_of(source, span.end)};
}

}  // namespace tesuji::frontend
