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

/// Whether the name says that the file holds production rules (.rules).
[[nodiscard]] bool is_rules_path(const std::string& path);

/// The table that an option names: `edge.csv`, or `edge=data/of-2026.csv` where the file is called
/// otherwise. Nothing for what is not called as tables are.
[[nodiscard]] std::optional<frontend::CsvFile> csv_file(std::string_view argument);

/// Rules (.rules, or IR text with agendas) and the facts of a working memory as a
/// module of agendas; reports what is wrong and returns nothing then. Facts cannot be
/// given beside IR text, which holds its own (code "usage"). Facts are Prolog's or s-expressions
/// (frontend/rules/facts_reader.h), or tables (frontend/rules/csv_facts.h), whose first rows are
/// left out with `csv_header`. `later`: see lower_rules.
[[nodiscard]] std::optional<ir::Module> load_rules(
    const std::string& path, const std::vector<std::string>& facts, Session& session,
    const std::vector<frontend::GroundFact>& later = {}, bool csv_header = false);

/// Ordering metarules (.meta); reports what is wrong and returns nothing then.
[[nodiscard]] std::optional<std::vector<ir::OrderingMetarule>> load_metarules(
    const std::string& path, Session& session);

/// What the module's memory starts with.
[[nodiscard]] runtime::Facts initial_facts(const ir::Module& module);

/// A run's memory with the facts of fixed relations, too, which results of runs leave out.
[[nodiscard]] runtime::Facts whole_memory(const ir::Module& module, const runtime::Facts& memory);

/// Makes the agendas executable. The module must pass the verifier. Native code need not
/// count trials; then no limit on them is honoured, and the counts are zero. `cache`: as
/// Options::cache.
[[nodiscard]] std::unique_ptr<runtime::ProductionSystem> compile_rules(
    std::shared_ptr<const ir::Module> module, ProductionEngine engine, bool count_trials = true,
    std::shared_ptr<object_cache::ObjectCache> cache = nullptr);

}  // namespace tesuji::driver
