#include "backend/rules/production.h"

#include "backend/driver/file_formats.h"
#include "backend/interpreter/agenda_interpreter.h"
#include "backend/llvm/agendas/agenda_jit.h"
#include "backend/reference/forward_chainer.h"
#include "frontend/rules/facts_reader.h"
#include "frontend/rules/metarules_parser.h"
#include "frontend/rules/rules_lowering.h"
#include "frontend/rules/rules_parser.h"
#include "ir/core/characters.h"

#include <filesystem>
#include <utility>

namespace tesuji::driver {
namespace {

std::optional<ir::Module> load_agendas(const std::string& path,
                                       const std::vector<std::string>& facts, Session& session) {
  if (!facts.empty()) {
    session.diagnostics.error(
        {}, "usage", "IR text holds its own facts: they cannot be given beside `" + path + "`");
    return std::nullopt;
  }
  std::optional<ir::Module> module = load_ir(path, session);
  if (module && module->agendas.empty()) {
    session.diagnostics.error({}, "usage", "no agendas in `" + path + "`");
    return std::nullopt;
  }
  return module;
}

std::optional<std::vector<frontend::GroundFact>> load_facts(const std::string& name,
                                                            bool csv_header, Session& session) {
  const auto csv = csv_file(name);
  const std::optional<ir::FileId> file = read_file(csv ? csv->path : name, session);
  if (!file) return std::nullopt;
  return csv ? frontend::read_csv_facts(*file, *csv, csv_header, *session.symbols,
                                        session.diagnostics)
             : frontend::read_facts(*file, *session.symbols, session.diagnostics);
}

/// Returns the relation's facts as positions in its columns' domains.
runtime::FactRows given_rows(const ir::Module& module, const ir::Relation& relation) {
  runtime::FactRows rows;
  rows.rows = relation.facts.rows;
  for (std::size_t i = 0; i < relation.facts.cells.size(); ++i) {
    const ir::Domain& domain = module.domains[relation.columns[i % relation.columns.size()]];
    rows.cells.push_back(static_cast<std::uint32_t>(domain.position(relation.facts.cells[i])));
  }
  return rows;
}

}  // namespace

std::optional<frontend::CsvFile> csv_file(std::string_view argument) {
  frontend::CsvFile csv;
  const std::size_t equals = argument.find('=');
  // A folder's name may have a `=`.
  const bool named = equals != std::string_view::npos && equals > 0 &&
                     argument.substr(0, equals).find('/') == std::string_view::npos;
  csv.path = named ? argument.substr(equals + 1) : argument;
  if (!is_named_as(FileKind::table, csv.path)) return std::nullopt;
  const std::filesystem::path path(csv.path);
  if (path.extension() == ".tsv") csv.separator = '\t';
  csv.relation = ir::lower_case(named ? argument.substr(0, equals) : path.stem().string());
  return csv;
}

bool is_rules_path(const std::string& path) {
  return is_named_as(FileKind::rules, path);
}

std::optional<ir::Module> load_rules(const std::string& path, const std::vector<std::string>& facts,
                                     Session& session,
                                     const std::vector<frontend::GroundFact>& later,
                                     bool csv_header) {
  if (is_ir_path(path)) return load_agendas(path, facts, session);
  const std::optional<ir::FileId> file = read_file(path, session);
  if (!file) return std::nullopt;
  const auto rules = frontend::parse_rules(*file, *session.symbols, session.diagnostics);
  std::vector<frontend::GroundFact> memory;
  bool good = rules.has_value();
  if (rules && rules->rules.empty()) {
    session.diagnostics.error({*file, {1, 1}, {1, 1}}, "parse", "the file contains no rule");
    good = false;
  }
  for (const std::string& name : facts) {
    auto read = load_facts(name, csv_header, session);
    good &= read.has_value();
    if (!read) continue;
    std::move(read->begin(), read->end(), std::back_inserter(memory));
  }
  if (!good) return std::nullopt;
  std::optional<ir::Module> module = frontend::lower_rules(*rules, memory, later, session.sources,
                                                           session.symbols, session.diagnostics);
  if (module) module->game = std::filesystem::path(path).stem().string();
  return module;
}

std::optional<std::vector<ir::OrderingMetarule>> load_metarules(const std::string& path,
                                                                Session& session) {
  const std::optional<ir::FileId> file = read_file(path, session);
  if (!file) return std::nullopt;
  return frontend::parse_metarules(*file, session.diagnostics);
}

runtime::Facts initial_facts(const ir::Module& module) {
  runtime::Facts initial;
  for (const ir::Relation& relation : module.relations) {
    initial.push_back(relation.kind == ir::RelationKind::memory ? given_rows(module, relation)
                                                                : runtime::FactRows{});
  }
  return initial;
}

runtime::Facts whole_memory(const ir::Module& module, const runtime::Facts& memory) {
  runtime::Facts whole;
  for (ir::RelationId r = 0; r < module.relations.size(); ++r) {
    const ir::Relation& relation = module.relations[r];
    whole.push_back(relation.kind == ir::RelationKind::fixed ? given_rows(module, relation)
                                                             : memory[r]);
  }
  return whole;
}

std::unique_ptr<runtime::ProductionSystem> compile_rules(
    std::shared_ptr<const ir::Module> module, ProductionEngine engine, bool count_trials,
    std::shared_ptr<object_cache::ObjectCache> cache) {
  switch (engine) {
    case ProductionEngine::reference:
      return reference::make_forward_chainer(std::move(module));
    case ProductionEngine::native:
      return llvm_backend::make_agenda_jit(
          std::move(module), {.count_trials = count_trials, .cache = std::move(cache)});
    case ProductionEngine::interpreter:
      break;
  }
  return interpreter::make_agenda_interpreter(std::move(module));
}

}  // namespace tesuji::driver
