// Test support: invariants read against a rulesheet's text.
#pragma once

#include "frontend/invariants/invariants_reader.h"
#include "ir/formulas/formula_text.h"

#include "tests/unit/support/lowered.h"

#include <catch2/catch.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tesuji::tests {

/// A rulesheet lowered and its domains inferred, about which invariants are read.
struct Invariants {
  explicit Invariants(const std::string& rules) : game(rules) {
    INFO(game.diagnostics.render());
    REQUIRE(game.module);
    REQUIRE(game.run({"infer-domains"}));
  }

  /// Reads a whole file; `said` holds what was reported.
  std::optional<std::vector<ir::Invariant>> file(const std::string& text) {
    ir::Diagnostics diagnostics(*game.sources);
    const ir::FileId id = game.sources->add("test.inv", text);
    auto result = frontend::read_invariants(id, *game.module, diagnostics);
    said = diagnostics.all();
    rendered = diagnostics.render();
    return result;
  }

  std::optional<std::vector<ir::Invariant>> property(const std::string& text) {
    ir::Diagnostics diagnostics(*game.sources);
    const ir::FileId id = game.sources->add("--property", text);
    auto result = frontend::read_property(id, "property", *game.module, diagnostics);
    said = diagnostics.all();
    rendered = diagnostics.render();
    return result;
  }

  /// The one invariant of a formula that is accepted, printed.
  std::string printed(const std::string& text) {
    const auto read = property(text);
    INFO(text << '\n' << rendered);
    REQUIRE(read);
    REQUIRE(read->size() == 1);
    return ir::to_text(read->front(), *game.module);
  }

  Lowered game;
  std::vector<ir::Diagnostic> said;
  std::string rendered;
};

}  // namespace tesuji::tests
