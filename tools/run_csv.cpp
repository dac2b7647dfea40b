#include "tools/run_csv.h"

#include "tools/output_file.h"

#include <fmt/format.h>

#include <utility>

namespace tesuji::tools {
namespace {

std::optional<CsvTarget> csv_target(const std::string& argument, const ir::Module& module,
                                    ir::Diagnostics& diagnostics) {
  const auto file = frontend::csv_file(argument);
  if (!file) {
    diagnostics.error({}, "usage",
                      fmt::format("`{}`: the name of a table ends with .csv or .tsv", argument));
    return std::nullopt;
  }
  std::vector<std::string> known;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    if (relation.kind != ir::RelationKind::memory) continue;
    if (relation.name != file->relation) {
      known.push_back(relation.name);
      continue;
    }
    if (!relation.columns.empty()) return CsvTarget{*file, id};
    diagnostics.error({}, "arity",
                      fmt::format("`{}` has no arguments: there is nothing to write to `{}`",
                                  relation.name, file->path));
    return std::nullopt;
  }
  std::string message = fmt::format("no rule adds facts of `{}`", file->relation);
  if (const std::string near = ir::nearest_name(file->relation, known); !near.empty()) {
    message += fmt::format("; did you mean `{}`?", near);
  }
  diagnostics.error({}, "undefined",
                    fmt::format("{} (--csv NAME={} names the relation)", message, file->path));
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<CsvTarget>> csv_targets(const std::vector<std::string>& arguments,
                                                  const ir::Module& module,
                                                  ir::Diagnostics& diagnostics) {
  std::vector<CsvTarget> targets;
  bool good = true;
  for (const std::string& argument : arguments) {
    const auto target = csv_target(argument, module, diagnostics);
    good &= target.has_value();
    if (target) targets.push_back(*target);
  }
  if (!good) return std::nullopt;
  return targets;
}

bool write_csv(const std::vector<CsvTarget>& targets, const ir::Module& module,
               const runtime::Facts& facts, ir::Diagnostics& diagnostics) {
  bool good = true;
  for (const CsvTarget& target : targets) {
    const ir::Relation& relation = module.relations[target.relation];
    const runtime::FactRows& rows = facts[target.relation];
    const std::size_t width = relation.columns.size();
    std::string text;
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
