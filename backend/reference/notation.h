// Interface that prints goals and clauses. The reasoner knows no surface syntax; the caller
// provides one for readable output (driver::make_notation).
#pragma once

#include "backend/reference/program.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tesuji::reference {

/// The names of variables, by number.
using Names = std::vector<std::string>;

class Notation {
 public:
  virtual ~Notation() = default;
  /// Returns a term as an argument: a fluent, a move, the value of a variable.
  [[nodiscard]] virtual std::string term(TermId term, const Names& names) const = 0;
  /// Returns the term's first `most` symbols, with `...` for each omitted part; equals term() if
  /// nothing is omitted. Not recursive, so the term may have any depth.
  [[nodiscard]] virtual std::string beginning(TermId term, const Names& names,
                                              std::size_t most) const = 0;
  [[nodiscard]] virtual std::string goal(const Goal& goal, const Names& names) const = 0;
  /// Returns goals as a body; `true` if empty.
  [[nodiscard]] virtual std::string conjunction(std::span<const Goal> goals,
                                                const Names& names) const = 0;
  /// A fact or rule.
  [[nodiscard]] virtual std::string clause(TermId head, std::span<const Goal> body,
                                           const Names& names) const = 0;
  [[nodiscard]] virtual std::string variable(const std::string& name) const = 0;
  /// Returns a place in the source: `nim.gdl:7`.
  [[nodiscard]] virtual std::string place(const ir::Span& span) const = 0;
};

}  // namespace tesuji::reference
