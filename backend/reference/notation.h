// Interface that prints goals and clauses. The reasoner knows no surface syntax; who wants to read
// what it did gives it one (driver::make_notation).
#pragma once

#include "backend/reference/program.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tesuji::reference {

/// The names of variables by their number.
using Names = std::vector<std::string>;

class Notation {
 public:
  virtual ~Notation() = default;
  /// A term as it stands in an argument: a fluent, a move, what a variable stands for.
  [[nodiscard]] virtual std::string term(TermId term, const Names& names) const = 0;
  /// The term's first `most` symbols, with `...` for each part that is left out; where nothing is
  /// left out, the same as term(). Does not recurse, so the term may be of any depth.
  [[nodiscard]] virtual std::string beginning(TermId term, const Names& names,
                                              std::size_t most) const = 0;
  [[nodiscard]] virtual std::string goal(const Goal& goal, const Names& names) const = 0;
  /// Goals as a body; `true` where there is none.
  [[nodiscard]] virtual std::string conjunction(std::span<const Goal> goals,
                                                const Names& names) const = 0;
  /// A fact or rule.
  [[nodiscard]] virtual std::string clause(TermId head, std::span<const Goal> body,
                                           const Names& names) const = 0;
  [[nodiscard]] virtual std::string variable(const std::string& name) const = 0;
  /// Where something is written: `nim.gdl:7`.
  [[nodiscard]] virtual std::string place(const ir::Span& span) const = 0;
};

}  // namespace tesuji::reference
