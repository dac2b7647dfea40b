// Holds the state of each construct that the infix parser has opened but not yet closed.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <cstdint>
#include <vector>

namespace tesuji::frontend {

struct InfixFrame {
  enum class Kind : std::uint8_t {
    body,   ///< after `:-`, or a whole query
    group,  ///< `( body )`
    any,    ///< `or( body, .. )`
    terms,  ///< a whole text of terms
    head,   ///< `p( term, .. )` before `:-`
    atom,   ///< the same as a literal
    term,   ///< `f( term, .. )`
  };
  Kind kind = Kind::body;
  ir::Span span;                    ///< from the construct's beginning to the `(`
  Term term;                        ///< head, atom, term: as read so far; terms: its args
  std::vector<Literal> conjuncts;   ///< body, group, any: since the last `|`
  std::vector<Literal> disjuncts;   ///< before the last `|`
  std::vector<Literal> children;    ///< any: before the last `,`
  std::vector<ir::Span> negations;  ///< of each `~` before the next literal

  [[nodiscard]] bool holds_literals() const {
    return kind == Kind::body || kind == Kind::group || kind == Kind::any;
  }
  /// Whether no `)` closes the frame.
  [[nodiscard]] bool outermost() const { return kind == Kind::body || kind == Kind::terms; }

  /// Ends a disjunct at a `|`.
  void end_disjunct();
  /// kind any: ends a child at a `,`.
  void end_child();
  /// Moves out the literals read so far, as a conjunction.
  [[nodiscard]] std::vector<Literal> take_body();
  /// kinds group and any: moves out the frame as one literal with `span`, from `(` to `)`.
  [[nodiscard]] Literal take_literal(const ir::Span& span);
};

/// From the beginning of `first` to the end of `last`.
[[nodiscard]] ir::Span join(const ir::Span& first, const ir::Span& last);

}  // namespace tesuji::frontend
