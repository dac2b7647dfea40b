#include "frontend/rules/rules_printer.h"

#include "frontend/text/sexpr.h"
#include "ir/module/agenda_premises.h"
#include "ir/text/words.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

namespace tesuji::frontend {
namespace {

using ir::Operation;

/// Returns the agenda's variables as names in rules, which are case-insensitive.
std::vector<std::string> names_of_variables(const ir::Agenda& agenda) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const std::string& variable : agenda.variables) {
    std::string lowered = variable;
    for (char& c : lowered) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    std::string name = lowered;
    for (int number = 1; !taken.insert(name).second; ++number) {
      name = fmt::format("{}.{}", lowered, number);
    }
    names.push_back(std::move(name));
  }
  return names;
}

class RulesPrinter {
 public:
  explicit RulesPrinter(const ir::Module& module) : module_(module) {}

  std::string rule(const ir::Agenda& agenda) {
    variables_ = names_of_variables(agenda);
    return fmt::format("(rule {}\n  (premises{})\n  (conclusions{}))\n", agenda.name,
                       list(ir::premises_of(agenda)), list(ir::conclusions_of(agenda)));
  }

 private:
  std::string list(const std::vector<Operation>& ops) const {
    std::string text;
    for (const Operation& op : ops) text += "\n    " + operation(op);
    return text;
  }

  std::string operation(const Operation& op) const {
    if (op.kind == Operation::Kind::compute) {
      std::vector<std::string> texts;
      for (const ir::Argument& one : op.args) texts.push_back(argument(one));
      return fmt::format("(is {} {})", texts[0], ir::function_text(op.computation, texts));
    }
    if (op.kind == Operation::Kind::unless) return absence(op);
    if (op.kind == Operation::Kind::compare) {
      return fmt::format("({}{})", ir::word_for(ir::comparison_words, op.comparison),
                         arguments(op));
    }
    const std::string_view word = op.kind == Operation::Kind::scan
                                      ? "present"
                                      : ir::word_for(ir::agenda_operation_words, op.kind);
    return fmt::format("({} ({}{}))", word, module_.relations[op.relation].name, arguments(op));
  }

  std::string arguments(const Operation& op) const {
    std::string text;
    for (const ir::Argument& one : op.args) text += " " + argument(one);
    return text;
  }

  std::string argument(const ir::Argument& argument) const {
    switch (argument.kind) {
      case ir::Argument::Kind::variable:
      case ir::Argument::Kind::binder:
        return "?" + variables_[argument.id];
      case ir::Argument::Kind::constant:
        return module_.symbols->text(argument.id);
      case ir::Argument::Kind::ignore:
        break;
    }
    return "_";
  }

  /// Wraps a single fact, because an unwrapped conjunction of one fact would be read as that fact.
  std::string absence(const Operation& op) const {
    const bool wrap = op.body.size() == 1;
    std::string text = wrap ? "(absent (" : "(absent";
    for (const Operation& member : op.body) {
      text += (wrap ? "" : "\n      ") + operation(member);
    }
    return text + (wrap ? "))" : ")");
  }

  const ir::Module& module_;
  std::vector<std::string> variables_;  ///< of the rule being printed
};

}  // namespace

std::string print_rules(const ir::Module& module) {
  RulesPrinter printer(module);
  std::string text;
  for (const ir::Agenda& agenda : module.agendas) {
    text += (text.empty() ? "" : "\n") + printer.rule(agenda);
  }
  return text;
}

std::optional<std::string> unwritable_name(const ir::Module& module) {
  const auto writable = [](const std::string& name) {
    return is_symbol(name) && name != "_" && !name.starts_with('?');
  };
  for (const ir::Agenda& agenda : module.agendas) {
    if (!writable(agenda.name)) return agenda.name;
    std::vector<Operation> operations = ir::premises_of(agenda);
    const std::vector<Operation> conclusions = ir::conclusions_of(agenda);
    operations.insert(operations.end(), conclusions.begin(), conclusions.end());
    for (std::size_t i = 0; i < operations.size(); ++i) {
      const Operation op = operations[i];
      operations.insert(operations.end(), op.body.begin(), op.body.end());
      if (has_relation(op)) {
        const std::string& name = module.relations[op.relation].name;
        if (!writable(name)) return name;
      }
      for (const ir::Argument& argument : op.args) {
        if (argument.kind != ir::Argument::Kind::constant) continue;
        const std::string& name = module.symbols->text(argument.id);
        if (!writable(name)) return name;
      }
    }
  }
  return std::nullopt;
}

}  // namespace tesuji::frontend
