// Test support: a rulesheet's text as a module.
#pragma once

#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/lower/lower.h"
#include "frontend/gdl/syntax.h"
#include "passes/core/pass.h"

#include <optional>
#include <string>
#include <vector>

namespace tesuji::tests {

/// Owns what a module refers to.
struct Lowered {
  std::shared_ptr<ir::SourceMap> sources = std::make_shared<ir::SourceMap>();
  std::shared_ptr<ir::SymbolTable> symbols = std::make_shared<ir::SymbolTable>();
  ir::Diagnostics diagnostics{*sources};
  std::optional<ir::Module> module;

  /// Parses, normalises and lowers, without validation: tests use fragments.
  explicit Lowered(const std::string& text) {
    const ir::FileId file = sources->add("test.kif", text);
    std::optional<frontend::Rulesheet> sheet =
        frontend::parse_rulesheet(file, frontend::Syntax::kif, *symbols, diagnostics);
    if (!sheet) return;
    frontend::normalise(*sheet);
    module = frontend::lower(*sheet, sources, symbols, diagnostics);
  }

  /// Runs passes one after the other; false once one reports an error.
  bool run(const std::vector<std::string_view>& passes, passes::StaticEvaluator evaluate = {}) {
    passes::PassContext context{diagnostics, std::move(evaluate)};
    return passes::run_pipeline(*module, passes, {}, context);
  }

  [[nodiscard]] const ir::Relation* relation(std::string_view name) const {
    const ir::RelationId id = module->find_relation(name);
    return id == ir::no_id ? nullptr : &module->relations[id];
  }

  /// The constants of a relation's column, in domain order.
  [[nodiscard]] std::vector<std::string> domain(std::string_view name, std::size_t column) const {
    std::vector<std::string> result;
    const ir::Relation* found = relation(name);
    if (found == nullptr) return result;
    for (const ir::Symbol value : module->domains[found->columns[column]].values) {
      result.push_back(symbols->text(value));
    }
    return result;
  }

  /// Rules whose head is the relation.
  [[nodiscard]] std::vector<const ir::Rule*> rules(std::string_view name) const {
    std::vector<const ir::Rule*> result;
    const ir::RelationId id = module->find_relation(name);
    for (const ir::Rule& rule : module->rules) {
      if (rule.head == id) result.push_back(&rule);
    }
    return result;
  }
};

}  // namespace tesuji::tests
