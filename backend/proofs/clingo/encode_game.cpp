#include "backend/proofs/clingo/encode_game.h"

#include "backend/proofs/formulas/invariant_maker.h"
#include "backend/proofs/formulas/names.h"
#include "passes/clauses/infer_domains.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace tesuji::proofs {

namespace {

using ir::Argument;
using LiteralKind = ir::Literal::Kind;

bool is_atom(const ir::Literal& literal) {
  return literal.kind == LiteralKind::positive || literal.kind == LiteralKind::negative;
}

/// Returns the relations on which `seeds` depend positively, including `seeds`.
std::vector<bool> positive_supports(const ir::Module& module, std::vector<bool> seeds) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const ir::Rule& rule : module.rules) {
      if (!seeds[rule.head]) continue;
      for (const ir::Literal& literal : rule.body) {
        if (literal.kind != LiteralKind::positive || seeds[literal.relation]) continue;
        seeds[literal.relation] = true;
        changed = true;
      }
    }
  }
  return seeds;
}

std::vector<std::string> printed_variables(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  std::set<std::string> taken;
  for (const std::string& name : names) {
    const std::string base = variable_name(name);
    std::string unique = base;
    for (std::size_t number = 2; !taken.insert(unique).second; ++number) {
      unique = fmt::format("{}_{}", base, number);
    }
    result.push_back(std::move(unique));
  }
  return result;
}

Literal comparison(const ir::Literal& literal) {
  Literal result;
  result.kind =
      literal.kind == LiteralKind::different ? Literal::Kind::unequal : Literal::Kind::equal;
  result.left = literal.args;
  result.right = literal.right;
  return result;
}

/// Returns, by relation, whether it depends on the state or on moves, through rules of any sign.
std::vector<bool> dynamic_relations(const ir::Module& module) {
  std::vector<bool> result(module.relations.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto kind = module.relations[i].kind;
    result[i] = kind == ir::RelationKind::state || kind == ir::RelationKind::input;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const ir::Rule& rule : module.rules) {
      if (result[rule.head]) continue;
      changed |= result[rule.head] = std::any_of(
          rule.body.begin(), rule.body.end(),
          [&](const ir::Literal& literal) { return is_atom(literal) && result[literal.relation]; });
    }
  }
  return result;
}

}  // namespace

GameEncoder::GameEncoder(const ir::Module& module, Program& program, bool nonplayable)
    : module_(module),
      program_(program),
      nonplayable_(nonplayable),
      predicates_(module.relations.size(), ir::no_id),
      time_offset_(module.relations.size()),
      init_of_(module.relations.size()),
      dynamic_(dynamic_relations(module)),
      static_versions_(module.relations.size(), ir::no_id),
      terminal_(module.find_answer(ir::Answer::terminal)) {
  terminated_ = program_.add_predicate("terminated", {});
  for (const ir::Domain& domain : module.domains) {
    domains_.push_back(program_.intern_domain(domain.values, "dom_" + domain.name));
  }
  const auto columns = [&](const ir::Relation& relation) {
    std::vector<DomainIndex> result;
    for (const ir::DomainId column : relation.columns) result.push_back(domains_[column]);
    return result;
  };
  for (ir::RelationId id = 0; id < predicates_.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    if (relation.kind != ir::RelationKind::state) continue;
    predicates_[id] = program_.add_predicate(relation.name, columns(relation));
    if (relation.next != ir::no_id) {
      predicates_[relation.next] = predicates_[id];
      time_offset_[relation.next] = 1;
    }
    if (relation.init != ir::no_id) {
      predicates_[relation.init] = predicates_[id];
      init_of_[relation.init] = true;
    }
  }
  for (ir::RelationId id = 0; id < predicates_.size(); ++id) {
    if (predicates_[id] != ir::no_id) continue;
    const ir::Relation& relation = module.relations[id];
    predicates_[id] = program_.add_predicate(relation.name, columns(relation), dynamic_[id]);
  }
  if (nonplayable_) {
    has_legal_ = program_.add_predicate("has_legal",
                                        {program_.intern_domain(sorted_roles(module), "dom_role")});
    stuck_ = program_.add_predicate("has_no_legal", {});
  }
}

Atom GameEncoder::atom(ir::RelationId relation, std::vector<Argument> args,
                       std::uint32_t time) const {
  return {predicates_[relation], std::move(args), time + time_offset_[relation]};
}

std::vector<Atom> GameEncoder::ends(std::uint32_t time) const {
  std::vector<Atom> result;
  if (terminal_ != ir::no_id) result.push_back(atom(terminal_, {}, time));
  if (nonplayable_) result.push_back({stuck_, {}, time});
  return result;
}

std::string GameEncoder::comment_on(const ir::Rule& rule) const {
  if (!rule.span.known()) return rule.name;
  const ir::SourceFile& file = (*module_.sources)[rule.span.file];
  std::string text;
  for (std::uint32_t number = rule.span.begin.line; number <= rule.span.end.line; ++number) {
    std::string_view line = file.line(number);
    if (number == rule.span.end.line) line = line.substr(0, rule.span.end.column - 1);
    if (number == rule.span.begin.line) {
      line.remove_prefix(std::min<std::size_t>(rule.span.begin.column - 1, line.size()));
    }
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) continue;
    if (!text.empty()) text += ' ';
    text += line.substr(begin);
    if (text.size() > 200) break;
  }
  constexpr std::size_t longest = 160;
  if (text.size() > longest) text.replace(longest, std::string::npos, " ...");
  return fmt::format("{} at {}:{}: {}", rule.name,
                     std::filesystem::path(file.path).filename().string(), rule.span.begin.line,
                     text);
}

Rule GameEncoder::translate(const ir::Rule& rule, std::uint32_t time) const {
  Rule result;
  result.head = atom(rule.head, rule.head_args, time);
  for (const ir::Literal& literal : rule.body) {
    if (is_atom(literal)) {
      Atom some = atom(literal.relation, literal.args, time);
      result.body.push_back(literal.kind == LiteralKind::positive ? positive(std::move(some))
                                                                  : negative(std::move(some)));
    } else {
      result.body.push_back(comparison(literal));
    }
  }
  result.variables = printed_variables(rule.variables);
  if (time == 0) result.comment = comment_on(rule);
  return result;
}

void GameEncoder::add_facts(ir::RelationId id, std::uint32_t time) {
  const ir::Relation& relation = module_.relations[id];
  const std::size_t width = relation.columns.size();
  for (std::size_t row = 0; row < relation.facts.rows; ++row) {
    Rule fact;
    std::vector<Argument> args;
    for (std::size_t column = 0; column < width; ++column) {
      args.push_back(Argument::constant(relation.facts.cells[row * width + column]));
    }
    fact.head = atom(id, std::move(args), time);
    if (row == 0 && time == 0 && relation.span.known()) {
      fact.comment = fmt::format("{}: facts from line {}", ir::written_name(relation),
                                 relation.span.begin.line);
    }
    program_.add(std::move(fact));
  }
}

void GameEncoder::add_rules(std::uint32_t last) {
  for (std::uint32_t time = 0; time <= last; ++time) {
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id)
      if (!is_init(id)) add_facts(id, time);
    for (const ir::Rule& rule : module_.rules)
      if (!is_init(rule.head)) program_.add(translate(rule, time));
    if (nonplayable_) add_stuck(time);
  }
}

void GameEncoder::add_initial_state() {
  for (ir::RelationId id = 0; id < module_.relations.size(); ++id)
    if (is_init(id)) add_facts(id, 0);
  for (const ir::Rule& rule : module_.rules)
    if (is_init(rule.head)) program_.add(translate(rule, 0));
}

namespace {

std::vector<Argument> numbered_variables(std::size_t count) {
  std::vector<Argument> result;
  for (std::size_t i = 0; i < count; ++i) {
    result.push_back(Argument::variable(static_cast<ir::VariableId>(i)));
  }
  return result;
}

std::vector<std::string> numbered_names(std::size_t count) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(fmt::format("X{}", i + 1));
  return result;
}

}  // namespace

void GameEncoder::add_state_generator() {
  bool first = true;
  const std::vector<bool> inhabited = passes::inhabited_relations(module_);
  for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
    const ir::Relation& relation = module_.relations[id];
    if (relation.kind != ir::RelationKind::state || !inhabited[id]) continue;
    Rule rule;
    rule.kind = Rule::Head::choice;
    Element element;
    element.atom = atom(id, numbered_variables(relation.columns.size()), 0);
    for (std::size_t column = 0; column < relation.columns.size(); ++column) {
      element.conditions.push_back(
          {program_.domains()[domains_[relation.columns[column]]].predicate,
           {element.atom.args[column]},
           std::nullopt});
    }
    rule.elements.push_back(std::move(element));
    rule.variables = numbered_names(relation.columns.size());
    if (std::exchange(first, false)) rule.comment = "state generator: any set of fluents";
    program_.add(std::move(rule));
  }
}

void GameEncoder::add_static_rule(const ir::Rule& rule) {
  Rule result;
  result.head = {static_versions_[rule.head], rule.head_args, std::nullopt};
  const auto add = [&](Literal literal) {
    if (std::find(result.body.begin(), result.body.end(), literal) == result.body.end()) {
      result.body.push_back(std::move(literal));
    }
  };
  for (const ir::Literal& literal : rule.body) {
    if (!is_atom(literal)) {
      add(comparison(literal));
      continue;
    }
    const ir::Relation& relation = module_.relations[literal.relation];
    if (!dynamic_[literal.relation]) {
      Atom some = atom(literal.relation, literal.args, 0);
      add(literal.kind == LiteralKind::positive ? positive(std::move(some))
                                                : negative(std::move(some)));
      continue;
    }
    if (literal.kind == LiteralKind::negative) continue;
    if (static_versions_[literal.relation] != ir::no_id) {
      add(positive({static_versions_[literal.relation], literal.args, std::nullopt}));
      continue;
    }
    for (std::size_t column = 0; column < literal.args.size(); ++column) {
      const Domain& domain = program_.domains()[domains_[relation.columns[column]]];
      add(positive({domain.predicate, {literal.args[column]}, std::nullopt}));
    }
  }
  result.variables = printed_variables(rule.variables);
  result.comment = "whatever the state: " + comment_on(rule);
  program_.add(std::move(result));
}

void GameEncoder::add_static_legal() {
  std::vector<bool> legal(module_.relations.size());
  for (const ir::Relation& relation : module_.relations) {
    if (relation.kind == ir::RelationKind::input && relation.legal != ir::no_id) {
      legal[relation.legal] = true;
    }
  }
  const std::vector<bool> supports = positive_supports(module_, std::move(legal));
  for (ir::RelationId id = 0; id < supports.size(); ++id) {
    const ir::Relation& relation = module_.relations[id];
    if (!supports[id] || !dynamic_[id] || relation.kind != ir::RelationKind::derived) continue;
    std::vector<DomainIndex> columns = program_.predicates()[predicates_[id]].columns;
    static_versions_[id] = program_.add_predicate("static_" + relation.name, std::move(columns));
  }
  for (const ir::Rule& rule : module_.rules)
    if (static_versions_[rule.head] != ir::no_id) add_static_rule(rule);
}

void GameEncoder::add_choices(std::uint32_t time) {
  for (const ir::Symbol role : module_.roles) {
    Rule rule;
    rule.kind = Rule::Head::choice;
    rule.exactly_one = true;
    std::size_t width = 0;
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      const ir::Relation& relation = module_.relations[id];
      if (relation.kind != ir::RelationKind::input || relation.legal == ir::no_id) continue;
      std::vector<Argument> args = numbered_variables(relation.columns.size() - 1);
      args.insert(args.begin(), Argument::constant(role));
      width = std::max(width, args.size());
      Element element;
      element.atom = atom(id, args, time);
      // A move that is legal in every state has no static version.
      element.conditions.push_back(
          static_versions_[relation.legal] != ir::no_id
              ? Atom{static_versions_[relation.legal], std::move(args), std::nullopt}
              : atom(relation.legal, std::move(args), 0));
      rule.elements.push_back(std::move(element));
    }
    rule.body.push_back(negative({terminated_, {}, time}));
    rule.variables = numbered_names(width);
    if (time == 0) {
      rule.comment = fmt::format("action generator: one move of {}", program_.symbols().text(role));
    }
    program_.add(std::move(rule));
  }
  for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
    const ir::Relation& relation = module_.relations[id];
    if (relation.kind != ir::RelationKind::input || relation.legal == ir::no_id) continue;
    Rule rule;
    rule.kind = Rule::Head::constraint;
    std::vector<Argument> args = numbered_variables(relation.columns.size());
    rule.body.push_back(positive(atom(id, args, time)));
    rule.body.push_back(negative(atom(relation.legal, std::move(args), time)));
    rule.variables = numbered_names(relation.columns.size());
    if (time == 0) rule.comment = "moves are legal";
    program_.add(std::move(rule));
  }
}

void GameEncoder::add_stuck(std::uint32_t time) {
  for (const ir::Relation& relation : module_.relations) {
    if (relation.kind != ir::RelationKind::input || relation.legal == ir::no_id) continue;
    Rule rule;
    std::vector<Argument> args = numbered_variables(relation.columns.size());
    rule.head = {has_legal_, {args.front()}, time};
    rule.body.push_back(positive(atom(relation.legal, std::move(args), time)));
    rule.variables = numbered_names(relation.columns.size());
    program_.add(std::move(rule));
  }
  for (const ir::Symbol role : module_.roles) {
    Rule rule;
    rule.head = {stuck_, {}, time};
    rule.body.push_back(negative({has_legal_, {Argument::constant(role)}, time}));
    if (time == 0) {
      rule.comment = fmt::format("{} has no legal move", program_.symbols().text(role));
    }
    program_.add(std::move(rule));
  }
}

void GameEncoder::add_action_generator(std::uint32_t last) {
  if (last == 0) return;
  add_static_legal();
  for (std::uint32_t time = 0; time < last; ++time) {
    std::vector<Atom> reasons = ends(time);
    if (time > 0) reasons.push_back({terminated_, {}, time - 1});
    for (Atom& reason : reasons) {
      Rule rule;
      rule.head = {terminated_, {}, time};
      rule.body.push_back(positive(std::move(reason)));
      program_.add(std::move(rule));
    }
    add_choices(time);
  }
}

}  // namespace tesuji::proofs
