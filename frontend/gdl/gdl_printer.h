// Writes rulesheets, terms and literals as text; print_rulesheet and others of syntax.h are what
// others use.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <memory>
#include <string>
#include <utility>

namespace tesuji::frontend {

/// Collects text. What a normalised body holds is written with `and`, `or`, `not` and `distinct`.
class GdlPrinter {
 public:
  explicit GdlPrinter(const ir::SymbolTable& symbols) : symbols_(symbols) {}
  virtual ~GdlPrinter() = default;

  /// A line, without comments; where that is longer than 90 columns, the body's literals follow on
  /// lines of their own.
  virtual void clause(const Clause& clause) = 0;
  virtual void term(const Term& term) = 0;
  virtual void literal(const Literal& part) = 0;
  virtual std::string take() { return std::move(text_); }

 protected:
  static constexpr std::size_t max_columns = 90;

  const ir::SymbolTable& symbols_;
  std::string text_;
};

[[nodiscard]] std::unique_ptr<GdlPrinter> make_kif_printer(const ir::SymbolTable& symbols);
[[nodiscard]] std::unique_ptr<GdlPrinter> make_infix_printer(const ir::SymbolTable& symbols);

}  // namespace tesuji::frontend
