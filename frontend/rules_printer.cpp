#include "frontend/rules_printer.h"

#include "ir/agenda_premises.h"
#include "ir/agenda_text.h"

#include <fmt/format.h>

#include <vector>

namespace tesuji::frontend {
namespace {

using ir::AgendaOperation;

class RulesPrinter {
 public:
  explicit RulesPrinter(const ir::Module& module) : module_(module) {}

  std::string rule(const ir::Agenda& agenda) const {
    return fmt::format("(rule {}\n  (premises{})\n  (conclusions{}))\n", agenda.name,
                       list(agenda, ir::premises_of(agenda)),
                       list(agenda, ir::conclusions_of(agenda)));
  }

 private:
  std::string list(const ir::Agenda& agenda, const std::vector<AgendaOperation>& ops) const {
    std::string text;
    for (const AgendaOperation& op : ops) text += "\n    " + operation(agenda, op);
    return text;
  }

  std::string operation(const ir::Agenda& agenda, const AgendaOperation& op) const {
    if (op.kind == AgendaOperation::Kind::compare) {
      return fmt::format("({}{})", ir::word_for(ir::comparison_words, op.comparison),
                         arguments(agenda, op));
    }
    const std::string_view word = op.kind == AgendaOperation::Kind::scan
                                      ? "present"
                                      : ir::word_for(ir::agenda_operation_words, op.kind);
    return fmt::format("({} ({}{}))", word, module_.relations[op.relation].name,
                       arguments(agenda, op));
  }

  std::string arguments(const ir::Agenda& agenda, const AgendaOperation& op) const {
    std::string text;
    for (const ir::Argument& argument : op.args) {
      switch (argument.kind) {
        case ir::Argument::Kind::variable:
        case ir::Argument::Kind::binder:
          text += " ?" + agenda.variables[argument.id];
          break;
        case ir::Argument::Kind::constant:
          text += " " + module_.symbols->text(argument.id);
          break;
        case ir::Argument::Kind::ignore:
          text += " _";
          break;
      }
    }
    return text;
  }

  const ir::Module& module_;
};

}  // namespace

std::string print_rules(const ir::Module& module) {
  const RulesPrinter printer(module);
  std::string text;
  for (const ir::Agenda& agenda : module.agendas) {
    text += (text.empty() ? "" : "\n") + printer.rule(agenda);
  }
  return text;
}

}  // namespace tesuji::frontend
