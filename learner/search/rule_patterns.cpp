#include "learner/search/rule_patterns.h"

#include <map>
#include <string>
#include <utility>

namespace tesuji::learner {

namespace {

class RuleCompiler {
 public:
  explicit RuleCompiler(FactBackground& background)
      : background_(background), terms_(background.terms()) {}

  CompiledRule compile(const ir::LogicClause& clause) {
    rule_.span = clause.head.span;
    rule_.head = &relation_of(clause.head);
    for (const auto& literal : clause.body) {
      RuleLiteral one;
      one.negated = literal.negated;
      one.test = built_in(literal.atom, background_);
      if (one.test == BuiltIn::none) one.relation = &relation_of(literal.atom);
      for (const auto& arg : literal.atom.args) one.args.push_back(pattern(arg));
      // A test of one term gets that term as both arguments.
      if (one.test != BuiltIn::none && one.args.size() == 1) one.args.push_back(one.args.front());
      rule_.body.push_back(std::move(one));
    }
    for (const auto& arg : clause.head.args) rule_.args.push_back(pattern(arg));
    return std::move(rule_);
  }

 private:
  using Kind = TermTable::Kind;

  FactRelation& relation_of(const ir::PrologTerm& atom) {
    return background_.relation(atom.name, static_cast<std::uint32_t>(atom.args.size()));
  }

  RulePattern pattern(const ir::PrologTerm& term) {
    RulePattern result;
    if (term.kind == Kind::variable) {
      const std::uint32_t fresh = rule_.variables;
      result.anonymous = term.name == "_";
      result.variable =
          result.anonymous ? fresh : variables_.try_emplace(term.name, fresh).first->second;
      rule_.variables += result.variable == fresh ? 1 : 0;
    } else if (term.ground()) {
      result.ground = terms_.intern(term);
    } else if (term.kind == Kind::list || term.kind == Kind::partial_list) {
      return list(term);
    } else {
      result.kind = term.kind;
      result.name = terms_.name_number(term.name);
      for (const auto& arg : term.args) result.args.push_back(pattern(arg));
    }
    return result;
  }

  RulePattern list(const ir::PrologTerm& term) {
    std::vector<RulePattern> parts;
    for (const auto& arg : term.args) parts.push_back(pattern(arg));
    RulePattern rest;
    if (term.kind == Kind::partial_list) {
      rest = std::move(parts.back());
      parts.pop_back();
    } else {
      rest.ground = terms_.empty_list();
    }
    while (!parts.empty()) {
      RulePattern cell;
      cell.kind = Kind::partial_list;
      cell.name = terms_.name_number({});
      cell.args.push_back(std::move(parts.back()));
      cell.args.push_back(std::move(rest));
      rest = std::move(cell);
      parts.pop_back();
    }
    return rest;
  }

  FactBackground& background_;
  TermTable& terms_;
  CompiledRule rule_;
  std::map<std::string, std::uint32_t> variables_;
};

}  // namespace

CompiledRule compile_rule(const ir::LogicClause& clause, FactBackground& background) {
  return RuleCompiler(background).compile(clause);
}

}  // namespace tesuji::learner
