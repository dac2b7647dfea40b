#include "passes/ground/merge_alike.h"

#include "passes/analysis/dependencies.h"
#include "passes/analysis/variables.h"
#include "passes/clauses/possible.h"
#include "passes/clauses/split_existential.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

/// Maps the variables of one rule to those of another one in the same positions.
class Correspondence {
 public:
  Correspondence(std::size_t left, std::size_t right)
      : right_of_(left, ir::no_id), left_of_(right, ir::no_id) {}

  bool match(const std::vector<Argument>& left, const std::vector<Argument>& right) {
    return left.size() == right.size() &&
           std::equal(left.begin(), left.end(), right.begin(),
                      [&](const Argument& a, const Argument& b) { return match(a, b); });
  }

  [[nodiscard]] std::uint32_t left_of(ir::VariableId right) const { return left_of_[right]; }

 private:
  bool match(const Argument& left, const Argument& right) {
    if (!ir::is_variable(left) || !ir::is_variable(right)) return left == right;
    std::uint32_t& there = right_of_[left.id];
    std::uint32_t& here = left_of_[right.id];
    if (there == ir::no_id && here == ir::no_id) {
      there = right.id;
      here = left.id;
    }
    return there == right.id && here == left.id;
  }

  std::vector<std::uint32_t> right_of_;
  std::vector<std::uint32_t> left_of_;
};

/// Returns each variable once, ascending.
std::vector<ir::VariableId> variables_of(const Literal& literal) {
  std::vector<ir::VariableId> result;
  for (const Argument& arg : literal.args) {
    if (ir::is_variable(arg)) result.push_back(arg.id);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

/// Returns the literal of `right`, in the variables of `left`, if the two rules differ only in that
/// literal, at `position`; otherwise nullopt.
std::optional<Literal> other_way(const ir::Rule& left, const ir::Rule& right,
                                 std::size_t position) {
  Correspondence same(left.variables.size(), right.variables.size());
  if (!same.match(left.head_args, right.head_args)) return std::nullopt;
  for (std::size_t i = 0; i < left.body.size(); ++i) {
    const Literal& a = left.body[i];
    const Literal& b = right.body[i];
    if (i == position) continue;
    if (a.kind != b.kind || a.relation != b.relation) return std::nullopt;
    if (!same.match(a.args, b.args) || !same.match(a.right, b.right)) return std::nullopt;
  }
  Literal way = right.body[position];
  for (Argument& arg : way.args) {
    if (!ir::is_variable(arg)) continue;
    const std::uint32_t variable = same.left_of(arg.id);
    if (variable == ir::no_id) return std::nullopt;
    arg.id = variable;
  }
  if (variables_of(way) != variables_of(left.body[position])) return std::nullopt;
  return way;
}

class Merging {
 public:
  explicit Merging(ir::Module& module) : module_(module) {
    for (const ir::Relation& relation : module.relations) {
      is_static_.push_back(is_decided(relation));
    }
  }

  bool run() {
    const Dependencies dependencies = find_dependencies(module_);
    const ExistentialSplitter estimates(module_, is_static_, ExistentialSplitter::Unknown{});
    std::vector<bool> wide;
    for (const ir::Rule& rule : module_.rules) {
      wide.push_back(!is_static_[rule.head] && estimates.bindings(rule) >= min_merged_bindings);
    }
    std::vector<bool> gone(module_.rules.size(), false);
    for (const auto& rules : dependencies.rules) {
      for (std::size_t i = 0; i < rules.size(); ++i) {
        if (gone[rules[i]] || !wide[rules[i]]) continue;
        const std::vector<std::uint32_t> later(rules.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                               rules.end());
        merge(rules[i], later, gone);
      }
    }
    std::size_t kept = 0;
    for (std::size_t r = 0; r < module_.rules.size(); ++r) {
      if (r < gone.size() && gone[r]) continue;
      if (kept != r) module_.rules[kept] = std::move(module_.rules[r]);
      ++kept;
    }
    const bool changed = kept < module_.rules.size();
    module_.rules.resize(kept);
    return changed;
  }

 private:
  [[nodiscard]] bool may_differ(const Literal& literal) const {
    return literal.kind == Literal::Kind::positive && !is_static_[literal.relation] &&
           module_.relations[literal.relation].kind != ir::RelationKind::input;
  }

  /// Merges the later rules into the first if they differ from it in one and the same literal.
  void merge(std::uint32_t first, const std::vector<std::uint32_t>& later,
             std::vector<bool>& gone) {
    for (std::size_t i = 0; i < module_.rules[first].body.size(); ++i) {
      if (!may_differ(module_.rules[first].body[i])) continue;
      std::vector<Literal> ways{module_.rules[first].body[i]};
      for (const std::uint32_t other : later) {
        const ir::Rule& rule = module_.rules[other];
        if (gone[other] || rule.body.size() != module_.rules[first].body.size()) continue;
        if (!may_differ(rule.body[i])) continue;
        std::optional<Literal> way = other_way(module_.rules[first], rule, i);
        if (!way) continue;
        ways.push_back(std::move(*way));
        gone[other] = true;
      }
      if (ways.size() == 1) continue;
      Literal use = either(module_.rules[first], ways);
      module_.rules[first].body[i] = std::move(use);
      return;
    }
  }

  /// Returns the literal of a new relation that holds if one of the alternatives does.
  Literal either(ir::Rule rule, const std::vector<Literal>& ways) {
    Literal use;
    use.span = rule.span;
    ir::Relation relation;
    relation.span = rule.span;
    for (const ir::VariableId v : variables_of(ways[0])) {
      use.args.push_back(Argument::variable(v));
      relation.columns.push_back(common_domain(v, ways));
    }
    use.relation = module_.add_helper(ir::Origin::split, ways[0].relation, std::move(relation));
    is_static_.push_back(false);
    for (const Literal& way : ways) {
      ir::Rule one;
      one.head = use.relation;
      one.name =
          module_.relations[use.relation].name + "#" + std::to_string(&way - ways.data() + 1);
      one.span = rule.span;
      one.body = {way};
      std::vector<std::uint32_t> numbers(rule.variables.size(), ir::no_id);
      for (const Argument& arg : use.args) {
        numbers[arg.id] = static_cast<std::uint32_t>(one.variables.size());
        one.head_args.push_back(Argument::variable(numbers[arg.id]));
        one.variables.push_back(rule.variables[arg.id]);
      }
      for (Argument& arg : one.body[0].args) {
        if (ir::is_variable(arg)) arg.id = numbers[arg.id];
      }
      module_.rules.push_back(std::move(one));
    }
    return use;
  }

  /// Returns the domain of all values that one of the alternatives allows for the variable.
  ir::DomainId common_domain(ir::VariableId variable, const std::vector<Literal>& ways) {
    std::vector<ir::Symbol> values;
    for (const Literal& way : ways) {
      const auto& own = module_.domains[narrowest_domain(module_, variable, {way})].values;
      values.insert(values.end(), own.begin(), own.end());
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return module_.intern_domain(std::move(values));
  }

  ir::Module& module_;
  std::vector<bool> is_static_;
};

}  // namespace

bool merge_alike(ir::Module& module, PassContext&) {
  if (!Merging(module).run()) return false;
  module.strata.clear();
  module.entries.clear();
  return true;
}

}  // namespace tesuji::passes
