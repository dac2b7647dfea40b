#include "passes/clauses/drop_repeated.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

template <typename Visit>
void for_each_variable(const std::vector<Argument>& args, Visit visit) {
  for (const Argument& arg : args) {
    if (arg.kind == Argument::Kind::variable) visit(arg.id);
  }
}

using Counts = std::vector<std::size_t>;  ///< by variable

Counts occurrences(const Literal& literal, std::size_t variables) {
  Counts counts(variables);
  for_each_variable(literal.args, [&](std::uint32_t v) { ++counts[v]; });
  for_each_variable(literal.right, [&](std::uint32_t v) { ++counts[v]; });
  return counts;
}

Counts occurrences(const ir::Rule& rule) {
  Counts counts(rule.variables.size());
  for_each_variable(rule.head_args, [&](std::uint32_t v) { ++counts[v]; });
  for (const Literal& literal : rule.body) {
    for_each_variable(literal.args, [&](std::uint32_t v) { ++counts[v]; });
    for_each_variable(literal.right, [&](std::uint32_t v) { ++counts[v]; });
  }
  return counts;
}

/// Whether `other` implies `literal`, both positive and of one relation. `all` and `here`:
/// occurrences of variables in the rule and in `literal`.
bool is_instance(const Literal& other, const Literal& literal, const Counts& all,
                 const Counts& here) {
  for (std::size_t c = 0; c < literal.args.size(); ++c) {
    const Argument& arg = literal.args[c];
    const bool is_own = arg.kind == Argument::Kind::variable && here[arg.id] == all[arg.id];
    if (!is_own && arg.kind != Argument::Kind::ignore && arg != other.args[c]) return false;
  }
  std::vector<std::optional<Argument>> chosen(all.size());
  for (std::size_t c = 0; c < literal.args.size(); ++c) {
    const Argument& arg = literal.args[c];
    if (arg.kind == Argument::Kind::ignore || arg == other.args[c]) continue;
    // Two unknown values of other tuples need not be equal.
    if (other.args[c].kind == Argument::Kind::ignore && here[arg.id] > 1) return false;
    std::optional<Argument>& value = chosen[arg.id];
    if (!value) value = other.args[c];
    if (*value != other.args[c]) return false;
  }
  return true;
}

bool implies(const Literal& other, const Literal& literal, const Counts& all, const Counts& here) {
  if (other.kind != literal.kind || other.relation != literal.relation) return false;
  if (literal.kind == Literal::Kind::positive) return is_instance(other, literal, all, here);
  if (other.args == literal.args && other.right == literal.right) return true;
  const bool compares =
      literal.kind == Literal::Kind::different || literal.kind == Literal::Kind::same;
  return compares && other.args == literal.right && other.right == literal.args;
}

/// The later one of two equal literals counts as repeated.
std::optional<std::size_t> find_repeated(const ir::Rule& rule) {
  const Counts all = occurrences(rule);
  for (std::size_t i = rule.body.size(); i-- > 0;) {
    const Counts here = occurrences(rule.body[i], all.size());
    for (std::size_t j = 0; j < rule.body.size(); ++j) {
      if (i != j && implies(rule.body[j], rule.body[i], all, here)) return i;
    }
  }
  return std::nullopt;
}

/// Numbers the remaining variables anew.
void drop_unused_variables(ir::Rule& rule) {
  const Counts all = occurrences(rule);
  std::vector<std::uint32_t> numbers(all.size());
  std::vector<std::string> names;
  for (std::size_t v = 0; v < all.size(); ++v) {
    numbers[v] = static_cast<std::uint32_t>(names.size());
    if (all[v] > 0) names.push_back(std::move(rule.variables[v]));
  }
  rule.variables = std::move(names);
  const auto renumber = [&](std::vector<Argument>& args) {
    for (Argument& arg : args) {
      if (arg.kind == Argument::Kind::variable) arg.id = numbers[arg.id];
    }
  };
  renumber(rule.head_args);
  for (Literal& literal : rule.body) {
    renumber(literal.args);
    renumber(literal.right);
  }
}

}  // namespace

bool drop_repeated(ir::Module& module, PassContext& /*context*/) {
  bool changed = false;
  for (ir::Rule& rule : module.rules) {
    bool shorter = false;
    while (const std::optional<std::size_t> repeated = find_repeated(rule)) {
      rule.body.erase(rule.body.begin() + static_cast<std::ptrdiff_t>(*repeated));
      shorter = true;
    }
    if (shorter) drop_unused_variables(rule);
    changed = changed || shorter;
  }
  return changed;
}

}  // namespace tesuji::passes
