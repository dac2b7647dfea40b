// Verifies rules: safe, with a span, negation only of complete relations.
#include "ir/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace tesuji::ir {
namespace {

class RuleVerifier {
 public:
  RuleVerifier(Verification& run, const Rule& rule)
      : run_(run), rule_(rule), bound_(rule.variables.size()) {}

  void verify() {
    if (!rule_.span.known()) run_.fault({}, fmt::format("rule {} has no span", rule_.name));
    run_.check_variable_names(rule_.variables, "rule " + rule_.name, rule_.span);
    if (!shapes_agree()) return;
    for (const Literal& literal : rule_.body) {
      if (literal.kind == Literal::Kind::positive) bind(literal.args);
    }
    require_bound(rule_.head_args, rule_.span, "the head");
    for (const Literal& literal : rule_.body) {
      switch (literal.kind) {
        case Literal::Kind::positive:
          break;
        case Literal::Kind::negative:
          require_bound(literal.args, span_of(literal), "a negated literal");
          verify_negation(literal);
          break;
        case Literal::Kind::different:
        case Literal::Kind::same:
          require_bound(literal.args, span_of(literal), "a comparison");
          require_bound(literal.right, span_of(literal), "a comparison");
          break;
      }
    }
  }

 private:
  [[nodiscard]] const Span& span_of(const Literal& literal) const {
    return literal.span.known() ? literal.span : rule_.span;
  }

  bool shapes_agree() {
    bool good = run_.check_relation(rule_.head, rule_.head_args.size(), rule_.span) &&
                check(rule_.head_args, rule_.span);
    if (good && run_.module.relations[rule_.head].kind != RelationKind::derived) {
      run_.fault(rule_.span, fmt::format("{} has a rule, but it is not derived",
                                         run_.module.relations[rule_.head].name));
    }
    for (const Literal& literal : rule_.body) {
      const Span& span = span_of(literal);
      good &= check(literal.args, span) && check(literal.right, span);
      if (literal.kind == Literal::Kind::positive || literal.kind == Literal::Kind::negative) {
        good &= run_.check_relation(literal.relation, literal.args.size(), span);
      } else if (literal.args.size() != literal.right.size()) {
        run_.fault(span, "tuples of different length are compared");
      }
    }
    return good;
  }

  bool check(const std::vector<Argument>& args, const Span& span) {
    const bool binds = std::any_of(args.begin(), args.end(), [](const Argument& argument) {
      return argument.kind == Argument::Kind::binder;
    });
    if (binds) run_.fault(span, fmt::format("rule {} has a binder; only plans do", rule_.name));
    return run_.check_arguments(args, rule_.variables.size(), span) && !binds;
  }

  void bind(const std::vector<Argument>& args) {
    for (const Argument& argument : args) {
      if (argument.kind == Argument::Kind::variable) bound_[argument.id] = true;
    }
  }

  void require_bound(const std::vector<Argument>& args, const Span& span, std::string_view where) {
    for (const Argument& argument : args) {
      if (argument.kind == Argument::Kind::ignore) {
        run_.fault(span, fmt::format("`_` in {} of rule {}", where, rule_.name));
      } else if (argument.kind == Argument::Kind::variable && !bound_[argument.id]) {
        run_.fault(span, fmt::format("{} of {} has {}, which no positive literal binds", where,
                                     rule_.name, rule_.variables[argument.id]));
      }
    }
  }

  void verify_negation(const Literal& literal) {
    if (run_.module.strata.empty()) return;  // not stratified yet
    const Relation& relation = run_.module.relations[literal.relation];
    if (relation.kind != RelationKind::derived) return;
    const std::uint32_t own = run_.stratum_of[rule_.head];
    const std::uint32_t other = run_.stratum_of[literal.relation];
    if (own == no_id || (other != no_id && other < own)) return;
    run_.fault(span_of(literal), fmt::format("{} negates {}, which is not of a lower stratum",
                                             rule_.name, relation.name));
  }

  Verification& run_;
  const Rule& rule_;
  std::vector<bool> bound_;
};

}  // namespace

void verify_rules(Verification& run) {
  std::unordered_set<std::string_view> names;
  for (const Rule& rule : run.module.rules) {
    if (!names.insert(rule.name).second) {
      run.fault(rule.span, fmt::format("there are two rules named {}", rule.name));
    }
    RuleVerifier(run, rule).verify();
  }
}

}  // namespace tesuji::ir
