#include "passes/analysis/implied_literals.h"

#include "passes/analysis/dependencies.h"

#include <algorithm>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

bool same(const Literal& a, const Literal& b) {
  return a.relation == b.relation && a.args == b.args;
}

/// Whether the one holds where the other does; `_` is any constant.
bool follows(const Literal& wanted, const Literal& given) {
  if (wanted.relation != given.relation) return false;
  for (std::size_t c = 0; c < wanted.args.size(); ++c) {
    const Argument& arg = wanted.args[c];
    if (arg.kind != Argument::Kind::ignore && !(arg == given.args[c])) return false;
  }
  return true;
}

/// What a rule's literal says of the columns of its head, in up to two forms: with constants as
/// they are, and without those that are no column.
std::vector<Literal> over_columns(const ir::Rule& rule, const Literal& literal) {
  Literal exact;
  exact.relation = literal.relation;
  exact.span = literal.span;
  Literal loose = exact;
  for (const Argument& arg : literal.args) {
    const auto found = std::find(rule.head_args.begin(), rule.head_args.end(), arg);
    const bool column = found != rule.head_args.end() && arg.kind != Argument::Kind::ignore;
    const Argument place =
        column ? Argument::variable(static_cast<ir::VariableId>(found - rule.head_args.begin()))
               : Argument::ignored();
    loose.args.push_back(place);
    exact.args.push_back(arg.kind == Argument::Kind::constant && !column ? arg : place);
  }
  if (same(exact, loose)) return {exact};
  return {exact, loose};
}

}  // namespace

Literal with_columns(const Literal& literal, const std::vector<Argument>& args) {
  Literal result = literal;
  for (Argument& arg : result.args) {
    if (ir::is_variable(arg)) arg = args[arg.id];
  }
  return result;
}

ImpliedLiterals::ImpliedLiterals(const ir::Module& module)
    : module_(module), implied_(module.relations.size()) {
  const Dependencies dependencies = find_dependencies(module);
  for (std::size_t c = 0; c < dependencies.members.size(); ++c) {
    if (dependencies.recursive[c]) continue;
    for (const ir::RelationId id : dependencies.members[c]) {
      if (module.relations[id].kind == ir::RelationKind::derived) {
        implied_[id] = find(dependencies.rules[id]);
      }
    }
  }
}

std::vector<Literal> ImpliedLiterals::find(const std::vector<std::uint32_t>& rules) const {
  std::vector<Literal> common;
  if (rules.empty()) return common;
  for (const std::uint32_t r : rules) {
    for (const Literal& literal : literals_of(module_.rules[r])) {
      for (Literal& form : over_columns(module_.rules[r], literal)) {
        const bool known = std::any_of(common.begin(), common.end(),
                                       [&](const Literal& other) { return same(form, other); });
        if (!known) common.push_back(std::move(form));
      }
    }
  }
  for (const std::uint32_t r : rules) {
    const std::vector<Literal> own = literals_of(module_.rules[r]);
    std::erase_if(common, [&](const Literal& literal) {
      const Literal wanted = with_columns(literal, module_.rules[r].head_args);
      return std::none_of(own.begin(), own.end(),
                          [&](const Literal& given) { return follows(wanted, given); });
    });
  }
  return common;
}

std::vector<Literal> ImpliedLiterals::literals_of(const ir::Rule& rule) const {
  std::vector<Literal> literals;
  for (const Literal& literal : rule.body) {
    if (literal.kind != Literal::Kind::positive) continue;
    const ir::RelationKind kind = module_.relations[literal.relation].kind;
    if (kind == ir::RelationKind::fixed || kind == ir::RelationKind::state) {
      literals.push_back(literal);
    }
    for (const Literal& implied : implied_[literal.relation]) {
      literals.push_back(with_columns(implied, literal.args));
    }
  }
  return literals;
}

}  // namespace tesuji::passes
