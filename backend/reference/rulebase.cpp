#include "backend/reference/rulebase.h"

#include "backend/reference/rule_builder.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace tesuji::reference {

namespace {

RelationKey key_of(const ir::SymbolTable& symbols, std::string_view name, std::uint32_t arity) {
  return {symbols.find(name).value_or(ir::no_symbol), arity};
}

}  // namespace

Rulebase::Rulebase(Program& program)
    : program_(program),
      true_key_(key_of(program.symbols(), "true", 1)),
      does_key_(key_of(program.symbols(), "does", 2)) {
  add_facts();
  add_rules();
  find_levels();
  program_keys_ = by_key_.size();
  program_relations_ = relations_.size();
  program_facts_ = facts_.size();
  program_rules_ = rules_.size();
  new_level_ = Level::query;
  set_state({});
  set_moves({});
}

/// Adds the ground clauses without a body as facts; a relation with other clauses is derived.
void Rulebase::add_facts() {
  std::unordered_map<Relation*, TupleSet> seen;
  for (const Clause& clause : program_.clauses()) {
    const RelationKey key = program_.relation_of(clause.head);
    Relation& relation = this->relation(key);
    if (!clause.body.empty() || !terms().ground(clause.head)) {
      relation.derived = true;
      continue;
    }
    const auto args = terms().args(clause.head);
    if (!seen.try_emplace(&relation, args.size()).first->second.insert(args).is_new) continue;
    if (key == true_key_) {
      fixed_fluents_.push_back(args[0]);
    } else if (key == does_key_) {
      fixed_does_.push_back({args[0], args[1]});
    } else {
      relation.facts->add(args);
    }
  }
}

void Rulebase::add_rules() {
  RuleBuilder builder(*this, Level::program);
  for (const Clause& clause : program_.clauses()) {
    if (clause.body.empty() && terms().ground(clause.head)) continue;
    const auto args = terms().args(clause.head);
    builder.add(relation(program_.relation_of(clause.head)), {args.begin(), args.end()},
                clause.body, static_cast<Variable>(clause.variables.size()), clause.span);
  }
}

Relation& Rulebase::relation(RelationKey key) {
  const auto [place, is_new] = by_key_.try_emplace(key, nullptr);
  if (!is_new) return *place->second;
  const std::string name =
      key.name == ir::no_symbol ? std::string() : program_.symbols().text(key.name);
  Relation& relation = add_relation(name, key.arity, new_level_);
  place->second = &relation;
  if (key == true_key_) {
    relation.facts = &all_fluents_.rows;
    relation.level = Level::state;
  } else if (key == does_key_) {
    relation.facts = &does_;
    relation.level = Level::moves;
  } else {
    relation.facts = &facts_.emplace_back(key.arity);
  }
  return relation;
}

Relation& Rulebase::add_relation(std::string name, std::size_t arity, Level level) {
  Relation& relation = relations_.emplace_back();
  relation.name = std::move(name);
  relation.arity = static_cast<std::uint32_t>(arity);
  relation.level = level;
  relation.calls = TupleSet(arity);
  return relation;
}

bool Rulebase::raise_level(Relation& relation) {
  Level level = relation.level;
  for (const Rule* rule : relation.rules) {
    for (const Literal& literal : rule->body) {
      level = std::max(level, literal.store != nullptr      ? literal.store_level
                              : literal.relation != nullptr ? literal.relation->level
                                                            : Level::program);
    }
  }
  const bool raised = level != relation.level;
  relation.level = level;
  return raised;
}

void Rulebase::find_levels() {
  for (bool changed = true; changed;) {
    changed = false;
    // Auxiliary relations follow those that call them.
    for (auto relation = relations_.rbegin(); relation != relations_.rend(); ++relation) {
      changed = raise_level(*relation) || changed;
    }
  }
}

FactTable& Rulebase::fluents_like(TermId pattern, std::vector<TermId>& columns) {
  if (terms().kind(pattern) != TermStore::Kind::compound) {
    columns = {pattern};
    return all_fluents_.rows;
  }
  const auto args = terms().args(pattern);
  columns.assign(args.begin(), args.end());
  const RelationKey shape = program_.relation_of(pattern);
  const auto [place, is_new] = fluents_.try_emplace(shape, args.size());
  FactTable& rows = place->second.rows;
  if (is_new) {
    for (const TermId fluent : state_) {
      if (terms().kind(fluent) == TermStore::Kind::compound &&
          program_.relation_of(fluent) == shape) {
        rows.add(terms().args(fluent));
      }
    }
  }
  return rows;
}

void Rulebase::add_fluent(TermId fluent) {
  all_fluents_.rows.add({&fluent, 1});
  if (terms().kind(fluent) != TermStore::Kind::compound) return;
  const auto store = fluents_.find(program_.relation_of(fluent));
  if (store != fluents_.end()) store->second.rows.add(terms().args(fluent));
}

bool Rulebase::FluentStore::outgrown() {
  if (rows.size() <= 2 * planned_for + 4) return false;
  planned_for = rows.size();
  return true;
}

void Rulebase::set_state(std::span<const TermId> fluents) {
  all_fluents_.rows.clear();
  for (auto& [shape, store] : fluents_) store.rows.clear();
  state_.assign(fluents.begin(), fluents.end());
  state_.insert(state_.end(), fixed_fluents_.begin(), fixed_fluents_.end());
  std::sort(state_.begin(), state_.end());
  state_.erase(std::unique(state_.begin(), state_.end()), state_.end());
  for (const TermId fluent : state_) add_fluent(fluent);
  bool outgrown = all_fluents_.outgrown();
  for (auto& [shape, store] : fluents_) outgrown = store.outgrown() || outgrown;
  if (outgrown) ++epoch_;
}

void Rulebase::set_moves(std::span<const Situation::Does> does) {
  does_.clear();
  for (const Situation::Does& move : fixed_does_) does_.add(std::array{move.role, move.move});
  for (const Situation::Does& move : does) does_.add(std::array{move.role, move.move});
}

Relation& Rulebase::add_query(const Query& query, std::size_t width) {
  Relation& relation = add_relation("the query", width, Level::query);
  relation.derived = true;
  std::vector<TermId> head;
  for (Variable variable = 0; variable < width; ++variable) {
    head.push_back(terms().variable(variable));
  }
  const ir::Span span = query.goals.empty() ? ir::Span{} : query.goals.front().span;
  RuleBuilder(*this, Level::query)
      .add(relation, head, query.goals, static_cast<Variable>(query.variables.size()), span);
  return relation;
}

void Rulebase::drop_query() {
  // Relations that only the query mentions have no clauses.
  if (by_key_.size() > program_keys_) {
    std::erase_if(by_key_, [&](const auto& entry) { return entry.second->level == Level::query; });
  }
  while (relations_.size() > program_relations_) relations_.pop_back();
  while (facts_.size() > program_facts_) facts_.pop_back();
  while (rules_.size() > program_rules_) rules_.pop_back();
}

}  // namespace tesuji::reference
