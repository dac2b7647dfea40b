// Compiles the text of production rules to a system that runs them forward.
#pragma once

#include "backend/driver/session.h"
#include "frontend/rules/csv_facts.h"
#include "frontend/rules/rules_ast.h"
#include "ir/formulas/metarule.h"
#include "runtime/host/production/production.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::driver {

enum class ProductionEngine { reference, interpreter, native };

/// Whether the name is that of a file with production rules (.rules).
[[nodiscard]] bool is_rules_path(const std::string& path);

/// Parses `edge.csv`, or `edge=data/of-2026.csv` for a file with another name. Returns nullopt for
/// files without a table's extension.
[[nodiscard]] std::optional<frontend::CsvFile> csv_file(std::string_view argument);

/// Loads rules (.rules, or IR text with agendas) and the facts of a working memory as a module of
/// agendas; reports errors and returns nothing then. Facts cannot be given with IR text, which
/// contains its own (code "usage"). Facts are Prolog facts or s-expressions
/// (frontend/rules/facts_reader.h), or tables (frontend/rules/csv_facts.h), whose first rows are
/// skipped with `csv_header`. `later`: see lower_rules.
[[nodiscard]] std::optional<ir::Module> load_rules(
    const std::string& path, const std::vector<std::string>& facts, Session& session,
    const std::vector<frontend::GroundFact>& later = {}, bool csv_header = false);

/// Loads ordering metarules (.meta); reports errors and returns nothing then.
[[nodiscard]] std::optional<std::vector<ir::OrderingMetarule>> load_metarules(
    const std::string& path, Session& session);

/// Returns the initial facts of the module's memory.
[[nodiscard]] runtime::Facts initial_facts(const ir::Module& module);

/// Adds the facts of fixed relations, which results of runs omit, to a run's memory.
[[nodiscard]] runtime::Facts whole_memory(const ir::Module& module, const runtime::Facts& memory);

/// Compiles the agendas. The module must pass the verifier. Native code need not count trials; then
/// limits on trials are ignored, and the counts are zero. `cache`: as Options::cache.
[[nodiscard]] std::unique_ptr<runtime::ProductionSystem> compile_rules(
    std::shared_ptr<const ir::Module> module, ProductionEngine engine, bool count_trials = true,
    std::shared_ptr<object_cache::ObjectCache> cache = nullptr);

}  // namespace tesuji::driver
