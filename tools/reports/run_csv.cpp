#include "tools/reports/run_csv.h"

#include "backend/driver/file_formats.h"
#include "backend/rules/production.h"
#include "tools/base/output_file.h"
#include "tools/base/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tesuji::tools {
namespace {

std::optional<CsvTarget> csv_target(const std::string& argument, const ir::Module& module,
                                    bool all_facts, ir::Diagnostics& diagnostics) {
  const auto file = driver::csv_file(argument);
  if (!file) {
    diagnostics.error(
        {}, "usage",
        fmt::format("`{}`: the name of a table ends with {}", argument,
                    fmt::join(driver::format_of(driver::FileKind::table).extensions(), " or ")));
    return std::nullopt;
  }
  std::vector<std::string> known;
  bool given = false;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    if (!all_facts && relation.kind != ir::RelationKind::memory) {
      given |= relation.name == file->relation;
      continue;
    }
    if (relation.name != file->relation) {
      known.push_back(relation.name);
      continue;
    }
    if (!relation.columns.empty()) return CsvTarget{*file, id};
    diagnostics.error({}, "arity",
                      fmt::format("`{}` has no arguments, so nothing can be written to `{}`",
                                  relation.name, file->path));
    return std::nullopt;
  }
  std::string message =
      fmt::format("{} `{}`", all_facts ? "neither rules nor facts have" : "no rule adds facts of",
                  file->relation);
  if (given) {
    message += "; with --all-facts those that are given are written";
  } else if (const std::string near = ir::nearest_name(file->relation, known); !near.empty()) {
    message += fmt::format("; did you mean `{}`?", near);
  }
  diagnostics.error({}, "undefined",
                    fmt::format("{} (--csv NAME={} names the relation)", message, file->path));
  return std::nullopt;
}

/// Returns the first conclusion that adds to the relation, with its rule; null if none exists.
std::pair<const ir::Agenda*, const ir::Operation*> first_adder(const ir::Module& module,
                                                               ir::RelationId relation) {
  for (const ir::Agenda& agenda : module.agendas) {
    for (const ir::Operation& op : agenda.ops) {
      if (op.kind == ir::Operation::Kind::insert && op.relation == relation) {
        return {&agenda, &op};
      }
    }
  }
  return {nullptr, nullptr};
}

std::vector<std::string> column_names(const ir::Module& module, ir::RelationId relation) {
  const auto [agenda, op] = first_adder(module, relation);
  std::vector<std::string> names;
  for (std::size_t c = 0; c < module.relations[relation].columns.size(); ++c) {
    std::string name;
    if (op != nullptr && op->args[c].kind == ir::Argument::Kind::variable) {
      name = agenda->variables[op->args[c].id];
      name.erase(0, name.find_first_not_of('?'));
    }
    if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) {
      name = fmt::format("{}_{}", module.relations[relation].name, c + 1);
    }
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

std::optional<std::vector<CsvTarget>> csv_targets(const std::vector<std::string>& arguments,
                                                  const ir::Module& module, bool all_facts,
                                                  ir::Diagnostics& diagnostics) {
  std::vector<CsvTarget> targets;
  bool good = true;
  for (const std::string& argument : arguments) {
    const auto target = csv_target(argument, module, all_facts, diagnostics);
    good &= target.has_value();
    if (target) targets.push_back(*target);
  }
  if (!good) return std::nullopt;
  return targets;
}

bool write_csv(const std::vector<CsvTarget>& targets, const ir::Module& module,
               const runtime::Facts& facts, bool header, ir::Diagnostics& diagnostics) {
  bool good = true;
  for (const CsvTarget& target : targets) {
    const ir::Relation& relation = module.relations[target.relation];
    const runtime::FactRows& rows = facts[target.relation];
    const std::size_t width = relation.columns.size();
    std::string text;
    if (header) text = csv_row(column_names(module, target.relation), target.file.separator);
    for (std::size_t i = 0; i < rows.rows * width; ++i) {
      const ir::Domain& domain = module.domains[relation.columns[i % width]];
      text += frontend::csv_field(module.symbols->text(domain.values[rows.cells[i]]),
                                  target.file.separator);
      text += i % width + 1 == width ? '\n' : target.file.separator;
    }
    good &= write_output(target.file.path, text, diagnostics);
  }
  return good;
}

}  // namespace tesuji::tools
