#include "frontend/prolog/feature_lowering.h"

#include "frontend/prolog/feature_aggregates.h"
#include "frontend/prolog/flat_terms.h"
#include "frontend/prolog/logic_program.h"
#include "frontend/prolog/logic_rules.h"
#include "frontend/prolog/term_forms.h"
#include "ir/core/characters.h"
#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace tesuji::frontend {
namespace {

using ir::Argument;
using ir::LogicClause;
using ir::PrologTerm;

/// Groups a rule's literals by shared variables: connected variables have the same number.
class Groups {
 public:
  explicit Groups(const ir::Rule& rule) : group_(rule.variables.size()) {
    std::iota(group_.begin(), group_.end(), std::size_t{0});
    for (const ir::Literal& literal : rule.body) {
      const auto first = first_variable(literal);
      for (const auto* args : {&literal.args, &literal.right}) {
        for (const Argument& arg : *args) {
          if (arg.kind == Argument::Kind::variable) group_[of(arg.id)] = of(*first);
        }
      }
    }
  }

  [[nodiscard]] std::size_t of(std::size_t variable) const {
    while (group_[variable] != variable) variable = group_[variable];
    return variable;
  }
  /// Returns nullopt for a literal without variables.
  [[nodiscard]] std::optional<std::size_t> of(const ir::Literal& literal) const {
    const auto first = first_variable(literal);
    return first ? std::optional(of(*first)) : std::nullopt;
  }

 private:
  static std::optional<std::size_t> first_variable(const ir::Literal& literal) {
    for (const auto* args : {&literal.args, &literal.right}) {
      for (const Argument& arg : *args) {
        if (arg.kind == Argument::Kind::variable) return arg.id;
      }
    }
    return std::nullopt;
  }

  std::vector<std::size_t> group_;
};

/// Returns codes of literals that ignore the names of variables, except whether they are counted,
/// in ascending order.
std::vector<std::vector<std::uint32_t>> kinds_of(const ir::Rule& rule, const Groups& groups,
                                                 std::optional<std::size_t> group) {
  std::vector<std::vector<std::uint32_t>> kinds;
  for (const ir::Literal& literal : rule.body) {
    if (groups.of(literal) != group) continue;
    auto& kind = kinds.emplace_back();
    kind = {static_cast<std::uint32_t>(literal.kind), literal.relation};
    for (const auto* args : {&literal.args, &literal.right}) {
      for (const Argument& arg : *args) {
        const bool counted =
            std::find(rule.head_args.begin(), rule.head_args.end(), arg) != rule.head_args.end();
        kind.push_back(static_cast<std::uint32_t>(arg.kind));
        kind.push_back(arg.kind == Argument::Kind::variable ? (counted ? 1U : 0U) : arg.id);
      }
    }
  }
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

/// Returns a rule with the literals of `group` and, as its head, the head's variables of that
/// group. If `tests`, also includes the literals without variables.
ir::Rule part_of(const ir::Rule& rule, const Groups& groups, std::optional<std::size_t> group,
                 bool tests) {
  ir::Rule part;
  part.span = rule.span;
  std::map<ir::VariableId, ir::VariableId> renamed;
  const auto rename = [&](Argument arg) {
    if (arg.kind != Argument::Kind::variable) return arg;
    const auto [found, fresh] =
        renamed.emplace(arg.id, static_cast<ir::VariableId>(part.variables.size()));
    if (fresh) part.variables.push_back(rule.variables[arg.id]);
    return Argument::variable(found->second);
  };
  std::set<ir::VariableId> counted;
  for (const Argument& arg : rule.head_args) {
    const bool mine = arg.kind == Argument::Kind::variable && group && groups.of(arg.id) == *group;
    if (mine && counted.insert(arg.id).second) part.head_args.push_back(rename(arg));
  }
  for (ir::Literal literal : rule.body) {
    const auto of = groups.of(literal);
    if (of ? of != group : !tests) continue;
    for (Argument& arg : literal.args) arg = rename(arg);
    for (Argument& arg : literal.right) arg = rename(arg);
    part.body.push_back(std::move(literal));
  }
  return part;
}

/// Whether a column of a matrix may have this name.
bool names_column(std::string_view name) {
  return !name.empty() && name != "line" && name != "target" && name != "group" &&
         std::all_of(name.begin(), name.end(), ir::is_word_byte);
}

class Lowering {
 public:
  /// `flat`: how the theory and the features were flattened; null if they were not.
  Lowering(const ir::DomainTheory& theory, const ir::FeatureClauses& features,
           const FlatTerms* flat, ir::Module module, ir::Diagnostics& diagnostics)
      : theory_(theory),
        features_(features),
        flat_(flat),
        program_(std::move(module), diagnostics) {}

  std::optional<LoweredFeatures> run() {
    const ir::Diagnostics& diagnostics = program_.diagnostics();
    const std::size_t errors = diagnostics.error_count();
    const std::size_t game_rules = program_.module().rules.size();
    declare_position();
    declare_theory();
    declare_empty_forms();
    if (diagnostics.error_count() > errors) return std::nullopt;
    for (const LogicClause& clause : theory_.base) {
      lower(clause, program_.module().relations[id_of(clause.head)].init);
    }
    for (const LogicClause& clause : theory_.clauses) lower(clause, id_of(clause.head));
    lower_features();
    program_.place_facts();
    if (diagnostics.error_count() > errors) return std::nullopt;
    return LoweredFeatures{std::move(program_.module()),
                           std::move(lowered_),
                           game_rules,
                           program_.comparisons(),
                           upto_,
                           over_,
                           std::move(program_.argument_spans())};
  }

 private:
  [[nodiscard]] ir::RelationId id_of(const PrologTerm& head) const {
    return *program_.find(head.name, head.args.size());
  }

  /// Returns the atom in the text that corresponds to an atom of a flat predicate.
  [[nodiscard]] PrologTerm form_of_flat(const PrologTerm& atom) const {
    if (flat_ != nullptr) {
      const auto found = flat_->forms.find(atom.name);
      if (found != flat_->forms.end()) return found->second;
    }
    return {atom.kind, atom.name, std::vector<PrologTerm>(atom.args.size(), leaf_form()), {}};
  }

  void declare_position() {
    for (const LogicClause& clause : theory_.base) {
      const PrologTerm& fact = clause.head;
      const std::size_t arity = fact.args.size();
      if (program_.find(fact.name, arity)) continue;
      const PrologTerm form = form_of_flat(fact);
      const auto init = program_.add_relation("init." + relation_name(form), arity,
                                              ir::RelationKind::derived, fact.span, "base");
      const auto state = program_.add_relation("true." + relation_name(form), arity,
                                               ir::RelationKind::state, fact.span, form.name);
      program_.module().relations[state].init = init;
      program_.module().relations[state].term = pattern_text(form);
      program_.declare(fact, state);
    }
    for (const ir::PredicateName& name : theory_.position_predicates) {
      if (program_.find(name.name, name.arity)) continue;
      program_.fail(
          name.span, "feature",
          fmt::format("declare which facts of {}/{} a position may have: base({}(..)) :- BODY.",
                      name.name, name.arity, name.name));
    }
  }

  void declare_theory() {
    for (const LogicClause& clause : theory_.clauses) {
      const PrologTerm& head = clause.head;
      if (const auto known = program_.find(head.name, head.args.size())) {
        if (program_.module().relations[*known].kind == ir::RelationKind::state) {
          program_.fail(head.span, "feature",
                        fmt::format("{} is given by each position, so it cannot have clauses",
                                    signature(head)));
        }
      } else if (LogicProgram::is_reserved(head)) {
        program_.fail(head.span, "feature",
                      fmt::format("{} is a predicate of Prolog's own", signature(head)));
      } else if (program_.game_has(form_of_flat(head))) {
        program_.fail(head.span, "feature",
                      fmt::format("the rulesheet has {} already: give it another name",
                                  signature(form_of_flat(head))));
      } else if (flat_ != nullptr && flat_->forms.contains(head.name)) {
        program_.declare(head, form_of_flat(head));
      } else {
        program_.declare(head);
      }
    }
  }

  /// Forms without clauses become relations without tuples.
  void declare_empty_forms() {
    if (flat_ == nullptr) return;
    for (const PrologTerm& form : flat_->atoms) {
      PrologTerm atom{form.kind, form_name(form), {}, {}};
      for (const PrologTerm& arg : form.args) append_leaves(leaf_form(), arg, atom.args);
      if (!program_.find(atom.name, atom.args.size())) program_.declare(atom, form);
    }
  }

  void lower(const LogicClause& clause, ir::RelationId head) {
    LogicRule lowering(clause, program_);
    auto rule = lowering.lower(head);
    if (!rule) return warn_of_never(lowering, clause);
    if (!rule->body.empty()) return program_.push(std::move(*rule));
    std::vector<ir::Symbol> row;
    for (const Argument& arg : rule->head_args) row.push_back(arg.id);
    program_.add_fact(head, std::move(row), rule->span);
  }

  void warn_of_never(const LogicRule& lowering, const LogicClause& clause) {
    if (!lowering.never()) return;
    program_.diagnostics().warning(
        clause.head.span, "unreachable",
        "this clause can never hold: its equations and differences contradict each other");
  }

  void lower_features() {
    std::map<std::string, std::vector<const LogicClause*>> clauses;
    std::vector<std::string> order;
    for (const LogicClause& clause : features_) {
      auto& of = clauses[clause.head.name];
      if (of.empty()) order.push_back(clause.head.name);
      if (!of.empty() && of.front()->head.args.size() != clause.head.args.size()) {
        program_.fail(
            clause.head.span, "arity",
            fmt::format("{} counts {} elsewhere: a feature has one number of arguments",
                        clause.head.name, ir::counted(of.front()->head.args.size(), "argument")));
      }
      of.push_back(&clause);
    }
    program_.set_features({order.begin(), order.end()});
    for (const std::string& name : order) lower_feature(name, clauses.at(name));
  }

  void lower_feature(const std::string& name, const std::vector<const LogicClause*>& clauses) {
    const LogicClause& first = *clauses.front();
    if (!names_column(name)) {
      program_.fail(first.head.span, "feature",
                    "a feature names a column: letters, digits and `_`, but not `line`, `group` or "
                    "`target`, which are reserved");
      return;
    }
    if (flat_ != nullptr && flat_->empty.contains(name)) {
      lowered_.push_back({name, {}, first.head.span});
      add_part("feature." + name, 0);
      return;
    }
    const auto counted = unfold(clauses);
    if (!counted) return;
    lowered_.push_back({name, {}, first.head.span});
    if (counted->size() == 1) return lower_parts(counted->front());
    const std::size_t arity = counted->front().head.args.size();
    const auto id = add_part("feature." + name, arity);
    for (const LogicClause& clause : *counted) {
      if (clause.head.args.size() == arity) lower(clause, id);
    }
  }

  /// Returns a feature's clauses with the counted terms as arguments of their heads; nullopt if it
  /// reported an error.
  std::optional<std::vector<LogicClause>> unfold(const std::vector<const LogicClause*>& clauses) {
    std::vector<LogicClause> result;
    const auto wanted = aggregate_of(clauses.front()->head);
    for (const LogicClause* clause : clauses) {
      const auto own = aggregate_of(clause->head);
      std::string fault = own ? aggregate_fault(clause->head, *own) : "";
      if (own != wanted) fault = "the clauses of a feature have the same sum, max or min, or none";
      if (!fault.empty()) {
        program_.fail(own ? own->term.span : clause->head.span, "feature", std::move(fault));
        return std::nullopt;
      }
      result.push_back(*clause);
    }
    if (wanted) unfold(result);
    return result;
  }

  void unfold(std::vector<LogicClause>& clauses) {
    upto_ = program_.declare_numbers(
        upto_name, [](std::uint32_t number, std::uint32_t value) { return number <= value; });
    const std::string above = "number.above." + clauses.front().head.name;
    for (LogicClause& clause : clauses) {
      const Aggregate aggregate = *aggregate_of(clause.head);
      if (aggregate.kind == Aggregate::Kind::minimum) lower_above(clause, aggregate, above);
      clause = unfold_aggregate(std::move(clause), aggregate, above);
    }
  }

  void lower_above(const LogicClause& clause, const Aggregate& aggregate,
                   const std::string& above) {
    over_ = program_.declare_numbers(
        over_name, [](std::uint32_t number, std::uint32_t value) { return number > value; });
    const LogicClause numbers = above_clause(clause, aggregate, above);
    const auto known = program_.find(above, 1);
    if (known) return lower(numbers, *known);
    const auto id =
        program_.add_relation(above, 1, ir::RelationKind::derived, clause.head.span, above);
    program_.declare(numbers.head, id);
    lower(numbers, id);
  }

  /// Adds a relation whose rows are counted for the last feature.
  ir::RelationId add_part(const std::string& name, std::size_t arity) {
    LoweredFeature& feature = lowered_.back();
    const auto id =
        program_.add_relation(name, arity, ir::RelationKind::derived, feature.span, feature.name);
    program_.module().relations[id].answer = ir::Answer::feature;
    feature.parts.push_back(program_.module().relations[id].name);
    return id;
  }

  /// Splits a single clause into parts that share no variables. Tests without variables join the
  /// part whose literals come first in a fixed order, so that features that differ only in the
  /// order of literals assign them to the same part.
  void lower_parts(const LogicClause& clause) {
    const std::string name = "feature." + lowered_.back().name;
    LogicRule lowering(clause, program_);
    const auto rule = lowering.lower(ir::no_id);
    if (!rule) {
      warn_of_never(lowering, clause);
      add_part(name, 0);  // has no row, since the clause can never fire
      return;
    }
    const Groups groups(*rule);
    std::vector<std::optional<std::size_t>> parts;  // in the order of the body
    for (const ir::Literal& literal : rule->body) {
      const auto of = groups.of(literal);
      if (of && std::find(parts.begin(), parts.end(), of) == parts.end()) parts.push_back(of);
    }
    if (parts.empty()) parts.emplace_back();
    const auto with_tests =
        std::min_element(parts.begin(), parts.end(), [&](const auto& a, const auto& b) {
          return kinds_of(*rule, groups, a) < kinds_of(*rule, groups, b);
        });
    const auto tested = static_cast<std::size_t>(with_tests - parts.begin());
    for (std::size_t p = 0; p < parts.size(); ++p) {
      ir::Rule part = part_of(*rule, groups, parts[p], p == tested);
      part.head = add_part(parts.size() == 1 ? name : fmt::format("{}.{}", name, p + 1),
                           part.head_args.size());
      program_.push(std::move(part));
    }
  }

  const ir::DomainTheory& theory_;
  const ir::FeatureClauses& features_;
  const FlatTerms* flat_;
  LogicProgram program_;
  std::vector<LoweredFeature> lowered_;
  ir::RelationId upto_ = ir::no_id;
  ir::RelationId over_ = ir::no_id;
};

}  // namespace

std::optional<LoweredFeatures> lower_features(const ir::DomainTheory& theory,
                                              const ir::FeatureClauses& features, ir::Module module,
                                              ir::Diagnostics& diagnostics) {
  if (!has_compound_terms(theory, features)) {
    return Lowering(theory, features, nullptr, std::move(module), diagnostics).run();
  }
  const auto flat = flatten_terms(theory, features, diagnostics);
  if (!flat) return std::nullopt;
  return Lowering(flat->theory, flat->features, &*flat, std::move(module), diagnostics).run();
}

}  // namespace tesuji::frontend
