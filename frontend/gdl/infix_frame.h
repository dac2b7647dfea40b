// State of each construct that the infix parser has opened and not closed yet.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <cstdint>
#include <vector>

namespace tesuji::frontend {

struct InfixFrame {
  enum class Kind : std::uint8_t {
    body,   ///< behind `:-`, or a whole query
    group,  ///< `( body )`
    any,    ///< `or( body, .. )`
    terms,  ///< a whole text of terms
    head,   ///< `p( term, .. )` in front of `:-`
    atom,   ///< the same as a literal
    term,   ///< `f( term, .. )`
  };
  Kind kind = Kind::body;
  ir::Span span;                    ///< from its beginning to the `(`
  Term term;                        ///< head, atom, term: what is read so far; terms: its args
  std::vector<Literal> conjuncts;   ///< body, group, any: since the last `|`
  std::vector<Literal> disjuncts;   ///< before it
  std::vector<Literal> children;    ///< any: before the last `,`
  std::vector<ir::Span> negations;  ///< of the `~` before the literal that is awaited

  [[nodiscard]] bool holds_literals() const {
    return kind == Kind::body || kind == Kind::group || kind == Kind::any;
  }
  /// Whether no `)` closes it.
  [[nodiscard]] bool outermost() const { return kind == Kind::body || kind == Kind::terms; }

  /// A `|` follows on a literal.
  void end_disjunct();
  /// kind any: a `,` follows on a literal.
  void end_child();
  /// What was read as the literals of a conjunction; nothing is left here.
  [[nodiscard]] std::vector<Literal> take_body();
  /// kinds group and any: what was read as one literal, from `(` to `)` with `span`.
  [[nodiscard]] Literal take_literal(const ir::Span& span);
};

/// From the beginning of `first` to the end of `last`.
[[nodiscard]] ir::Span join(const ir::Span& first, const ir::Span& last);

}  // namespace tesuji::frontend
