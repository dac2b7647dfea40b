// A rulesheet as text, parsed and validated: for tests of the frontend's checks.
#pragma once

#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/syntax.h"

#include <catch2/catch.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tesuji::tests {

/// A complete little game without any fault, so that a test only adds what it is about.
inline const std::string frame =
    "(role r)\n"
    "(init (s 0))\n"
    "(succ 0 1) (succ 1 2)\n"
    "(<= (legal r go) (true (s ?x)))\n"
    "(<= (next (s ?y)) (true (s ?x)) (succ ?x ?y))\n"
    "(<= terminal (true (s 2)))\n"
    "(<= (goal r 100) (true (s 2)))\n";

struct Validated {
  explicit Validated(const std::string& text, const frontend::ValidateOptions& options = {})
      : diagnostics(sources) {
    sheet = frontend::parse_rulesheet(sources.add("test.kif", text), frontend::Syntax::kif, symbols,
                                      diagnostics);
    REQUIRE(sheet);
    valid = frontend::validate(*sheet, symbols, diagnostics, options);
  }

  /// "code: message" of each diagnostic of this severity.
  [[nodiscard]] std::vector<std::string> all(ir::Severity severity) const {
    std::vector<std::string> found;
    for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
      if (diagnostic.severity == severity) {
        found.push_back(diagnostic.code + ": " + diagnostic.message);
      }
    }
    return found;
  }

  /// "line: message" of each diagnostic with this code.
  [[nodiscard]] std::vector<std::string> of_code(const std::string& code) const {
    std::vector<std::string> found;
    for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
      if (diagnostic.code == code) {
        found.push_back(std::to_string(diagnostic.span.begin.line) + ": " + diagnostic.message);
      }
    }
    return found;
  }

  ir::SourceMap sources;
  ir::SymbolTable symbols;
  ir::Diagnostics diagnostics;
  std::optional<frontend::Rulesheet> sheet;
  bool valid = false;
};

}  // namespace tesuji::tests
