// A rulesheet as text, parsed and validated: for tests of the frontend's checks.
#pragma once

#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/syntax.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <optional>
#include <source_location>
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

  /// "line:column" of each diagnostic with this code; their sentences are compared with words.txt.
  [[nodiscard]] std::vector<std::string> of_code(
      const std::string& code, std::source_location where = std::source_location::current()) const {
    std::vector<std::string> found;
    for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
      if (diagnostic.code != code) continue;
      const ir::Position begin = diagnostic.span.begin;
      found.push_back(std::to_string(begin.line) + ':' + std::to_string(begin.column));
      check_words(diagnostic.message, where);
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
