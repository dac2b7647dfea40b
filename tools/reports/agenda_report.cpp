#include "tools/reports/agenda_report.h"

#include "backend/rules/computed_numbers.h"
#include "backend/rules/order_rules.h"
#include "ir/core/prolog_term.h"
#include "ir/text/words.h"
#include "tools/base/command.h"
#include "tools/base/json.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>

namespace tesuji::tools {
namespace {

using ir::Operation;

std::string_view word_of(const Operation& op) {
  switch (op.kind) {
    case Operation::Kind::scan:
      return op.delta ? "present new" : "present";
    case Operation::Kind::probe:
    case Operation::Kind::test:
      return "present";
    case Operation::Kind::compute:
      return "is";
    case Operation::Kind::unless:
      return "absent together";
    case Operation::Kind::compare:
      return ir::word_for(ir::comparison_words, op.comparison);
    case Operation::Kind::insert:
      return "add";
    default:
      return ir::word_for(ir::operation_words, op.kind);
  }
}

class Lister {
 public:
  Lister(const ir::Module& module, const ir::Agenda& agenda, const runtime::AgendaCounts& counts)
      : module_(module), agenda_(agenda), counts_(counts) {}

  std::vector<TriedOperation> list() {
    list(agenda_.ops, 0);
    return std::move(operations_);
  }

 private:
  void list(const std::vector<Operation>& ops, std::size_t depth) {
    for (const Operation& op : ops) {
      operations_.push_back({operation_text(module_, agenda_.variables, op), depth, concludes(op),
                             !op.origin.empty(), counts_.trials[operations_.size()]});
      list(op.body, depth + 1);
    }
  }

  const ir::Module& module_;
  const ir::Agenda& agenda_;
  const runtime::AgendaCounts& counts_;
  std::vector<TriedOperation> operations_;
};

std::uint64_t count_facts(const runtime::Facts& facts) {
  return std::accumulate(
      facts.begin(), facts.end(), std::uint64_t{0},
      [](std::uint64_t sum, const runtime::FactRows& rows) { return sum + rows.rows; });
}

}  // namespace

std::string operation_text(const ir::Module& module, const std::vector<std::string>& variables,
                           const Operation& op) {
  std::string text(word_of(op));
  if (op.kind == Operation::Kind::exists || op.kind == Operation::Kind::unless_derived ||
      op.kind == Operation::Kind::unless) {
    return text;
  }
  if (op.relation != ir::no_id) text += " " + module.relations[op.relation].name;
  if (op.kind == Operation::Kind::compare) text += " ";
  std::vector<std::string> texts;
  for (const auto* args : {&op.args, &op.right}) {
    for (const ir::Argument& argument : *args) {
      texts.push_back(argument.kind == ir::Argument::Kind::constant
                          ? module.symbols->text(argument.id)
                      : argument.kind == ir::Argument::Kind::ignore ? "_"
                                                                    : "?" + variables[argument.id]);
    }
  }
  if (op.kind == Operation::Kind::compute) {
    return fmt::format("{} {} {}", text, texts[0], ir::function_text(op.computation, texts));
  }
  return text + fmt::format("({})", fmt::join(texts, ", "));
}

std::string line_of(const TriedOperation& operation) {
  return fmt::format("{:{}}{}{}", "", operation.depth * 2, operation.text,
                     operation.inserted ? "  (inserted)" : "");
}

std::vector<TriedOperation> tried_operations(const ir::Module& module, const ir::Agenda& agenda,
                                             const runtime::AgendaCounts& counts) {
  return Lister(module, agenda, counts).list();
}

std::vector<std::string> fact_texts(const ir::Module& module, const runtime::Facts& facts) {
  std::vector<std::string> texts;
  for (std::size_t r = 0; r < facts.size(); ++r) {
    const ir::Relation& relation = module.relations[r];
    const std::size_t width = relation.columns.size();
    for (std::size_t row = 0; row < facts[r].rows; ++row) {
      std::vector<std::string> names;
      for (std::size_t c = 0; c < width; ++c) {
        const ir::Domain& domain = module.domains[relation.columns[c]];
        names.push_back(ir::prolog_constant(
            module.symbols->text(domain.values[facts[r].cells[row * width + c]])));
      }
      const std::string name = ir::prolog_atom(relation.name);
      texts.push_back(width == 0 ? name : fmt::format("{}({})", name, fmt::join(names, ",")));
    }
  }
  return texts;
}

void print_counts(const ir::Module& module, const runtime::ProductionResult& result) {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < module.agendas.size(); ++i) {
    const runtime::AgendaCounts& counts = result.counts[i];
    const auto operations = tried_operations(module, module.agendas[i], counts);
    const std::uint64_t nodes = driver::count_nodes(module.agendas[i], counts);
    all += nodes;
    fmt::print("\nrule {}: {}, {}, {} of them productive, {} added", module.agendas[i].name,
               counted(nodes, "node"), counted(counts.firings, "firing"), counts.productive,
               counted(counts.added, "fact"));
    if (counts.removed > 0) fmt::print(", {} removed", counts.removed);
    fmt::print("\n");
    for (const TriedOperation& operation : operations) {
      fmt::print("{:>15}  {}\n", operation.trials, line_of(operation));
    }
  }
  fmt::print("\n{}, {}, {}\n", counted(all, "node"),
             counted(count_facts(result.deduced), "new fact"), counted(result.rounds, "round"));
}

Json failures_to_json(const ir::Module& module,
                      const std::vector<runtime::ComputationFailure>& failures) {
  Json list = Json::array();
  for (const runtime::ComputationFailure& failure : failures) {
    const ir::Agenda& agenda = module.agendas[failure.rule];
    const Operation& op = driver::operation_at(agenda, failure.place);
    list.push_back({{"rule", agenda.name},
                    {"premise", operation_text(module, agenda.variables, op)},
                    {"line", op.span.begin.line},
                    {"column", op.span.begin.column},
                    {"reason", driver::reason_text(module, failure)},
                    {"count", failure.count}});
  }
  return list;
}

Json to_json(const ir::Module& module, const runtime::ProductionResult& result) {
  Json rules = Json::array();
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < module.agendas.size(); ++i) {
    const runtime::AgendaCounts& counts = result.counts[i];
    const auto operations = tried_operations(module, module.agendas[i], counts);
    Json list = Json::array();
    for (const TriedOperation& operation : operations) {
      list.push_back({{"operation", operation.text},
                      {"depth", operation.depth},
                      {"conclusion", operation.conclusion},
                      {"inserted", operation.inserted},
                      {"trials", operation.trials}});
    }
    const std::uint64_t nodes = driver::count_nodes(module.agendas[i], counts);
    all += nodes;
    rules.push_back({{"rule", module.agendas[i].name},
                     {"nodes", nodes},
                     {"firings", counts.firings},
                     {"productive", counts.productive},
                     {"added", counts.added},
                     {"removed", counts.removed},
                     {"runs", counts.runs},
                     {"operations", std::move(list)}});
  }
  Json json{{"end", name_of(result.end)},
            {"rounds", result.rounds},
            {"nodes", all},
            {"deduced", fact_texts(module, result.deduced)},
            {"rules", std::move(rules)}};
  if (!result.failures.empty()) json["failures"] = failures_to_json(module, result.failures);
  return json;
}

std::string trials_text(double trials) {
  return trials < 1e7 ? fmt::format("{:.{}f}", trials, trials < 100 ? 1 : 0)
                      : fmt::format("{:.3g}", trials);
}

std::string name_of(runtime::ProductionEnd end) {
  static constexpr const char* names[] = {"fixpoint", "nodes",       "rounds", "removals",
                                          "cycle",    "interrupted", "memory", "seconds"};
  return names[static_cast<std::size_t>(end)];
}

std::string why_stopped(runtime::ProductionEnd end, std::uint64_t rounds,
                        const runtime::ProductionLimits& limits) {
  switch (end) {
    case runtime::ProductionEnd::nodes:
      return fmt::format("the limit of {} was reached (--max-trials)",
                         counted(limits.nodes, "trial"));
    case runtime::ProductionEnd::rounds:
      return fmt::format("the limit of {} was reached (--max-rounds)",
                         counted(limits.rounds, "round"));
    case runtime::ProductionEnd::removals:
      return fmt::format(
          "one run of a rule removed {} (--max-removals): a rule that adds again what it removes "
          "never ends",
          counted(limits.removals, "fact"));
    case runtime::ProductionEnd::cycle:
      return fmt::format(
          "the rules would never end: after round {} the memory is again what it "
          "was at the start of an earlier round",
          rounds);
    case runtime::ProductionEnd::stopped:
      return "interrupted: these facts were deduced before";
    case runtime::ProductionEnd::memory:
      return "the memory limit was reached (--memory): these facts were deduced before";
    case runtime::ProductionEnd::seconds:
      return "the time limit was reached (--seconds): these facts were deduced before";
    case runtime::ProductionEnd::fixpoint:
      break;
  }
  return {};
}

int stop_code(runtime::ProductionEnd end) {
  return end == runtime::ProductionEnd::cycle ? exit_input : exit_limit;
}

}  // namespace tesuji::tools
