// Test support: production rules as text, chained forward.
#pragma once

#include "backend/rules/production.h"
#include "frontend/rules/facts_reader.h"
#include "frontend/rules/rules_lowering.h"
#include "frontend/rules/rules_parser.h"
#include "ir/verify/verifier.h"
#include "tools/reports/agenda_report.h"

#include <catch2/catch.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tests {

/// Owns what a module of agendas refers to.
struct Chained {
  std::shared_ptr<ir::SourceMap> sources = std::make_shared<ir::SourceMap>();
  std::shared_ptr<ir::SymbolTable> symbols = std::make_shared<ir::SymbolTable>();
  ir::Diagnostics diagnostics{*sources};
  std::optional<ir::Module> module;
  std::vector<frontend::ChangeStep> steps;  ///< of `changes`

  Chained(const std::string& rules, const std::string& facts, const std::string& changes = "") {
    const auto set =
        frontend::parse_rules(sources->add("test.rules", rules), *symbols, diagnostics);
    const auto memory = frontend::read_facts(sources->add("test.pl", facts), *symbols, diagnostics);
    auto read =
        frontend::read_changes(sources->add("test.changes", changes), *symbols, diagnostics);
    std::vector<frontend::GroundFact> later;
    if (read) steps = std::move(*read);
    for (const frontend::ChangeStep& step : steps) {
      for (const frontend::FactChange& change : step.changes) later.push_back(change.fact);
    }
    if (set && memory && read) {
      module = frontend::lower_rules(*set, *memory, later, sources, symbols, diagnostics);
    }
    if (module) CHECK(ir::verify(*module, diagnostics));
  }

  [[nodiscard]] runtime::ProductionResult run(driver::ProductionEngine engine,
                                              const runtime::ProductionLimits& limits = {}) const {
    const auto system = driver::compile_rules(std::make_shared<const ir::Module>(*module), engine);
    return system->run(driver::initial_facts(*module), limits);
  }

  /// `p(a) q(b,c)`: facts in order of arrival, relations in the module's order.
  [[nodiscard]] std::string text(const runtime::Facts& facts) const {
    std::string all;
    for (const std::string& fact : tools::fact_texts(*module, facts)) {
      all += (all.empty() ? "" : " ") + fact;
    }
    return all;
  }

  /// The codes of errors and warnings, in order.
  [[nodiscard]] std::vector<std::string> codes() const {
    std::vector<std::string> found;
    for (const ir::Diagnostic& diagnostic : diagnostics.all()) found.push_back(diagnostic.code);
    return found;
  }
};

constexpr driver::ProductionEngine production_engines[] = {driver::ProductionEngine::reference,
                                                           driver::ProductionEngine::interpreter,
                                                           driver::ProductionEngine::native};

}  // namespace tesuji::tests
