// Writes rulesheets, terms and literals as text in either syntax; other rooms use print_rulesheet
// and its companions in syntax.h.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <memory>
#include <string>
#include <utility>

namespace tesuji::frontend {

// Writes rulesheets, terms and literals as text; other rooms use print_rulesheet and its companions
// in syntax.h.

/// Collects text. Writes normalised bodies with `and`, `or`, `not` and `distinct`.
class GdlPrinter {
 public:
  explicit GdlPrinter(const ir::SymbolTable& symbols) : symbols_(symbols) {}
  virtual ~GdlPrinter() = default;

  /// Writes the clause on one line, without comments; puts each body literal on its own line if
  /// that line would exceed 90 columns.
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
