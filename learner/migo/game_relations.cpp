#include "learner/migo/game_relations.h"

#include "ir/core/prolog_term.h"

namespace tesuji::learner {

GameRelations::GameRelations(GameBackground& game, FactBackground& background)
    : game_(game), background_(background) {
  background.set_called(*this);
  for (std::uint32_t i = 0; i < game.predicates().size(); ++i) {
    const BackgroundPredicate& one = game.predicates()[i];
    predicates_.emplace(&background.relation(one.name, one.arity), i);
  }
}

Value GameRelations::value_of(Value of_game) {
  if (of_game >= values_.size()) values_.resize(of_game + 1, unbound);
  Value& value = values_[of_game];
  if (value != unbound) return value;
  if (game_.is_state(of_game)) {
    TermTable& terms = background_.terms();
    value = terms.intern(TermTable::Kind::atom, terms.name_number(game_.text(of_game)), {});
    states_.emplace(value, of_game);
  } else {
    value = background_.terms().intern(game_.term(of_game));
  }
  return value;
}

void GameRelations::name_states(std::vector<ir::LogicClause>& clauses, const runtime::Game& game) {
  for (ir::LogicClause& clause : clauses) {
    name_states(clause.head, game);
    for (auto& literal : clause.body) name_states(literal.atom, game);
  }
}

void GameRelations::name_states(ir::PrologTerm& atom, const runtime::Game& game) {
  for (ir::PrologTerm& arg : atom.args) {
    if (arg.kind != ir::PrologTerm::Kind::list || arg.args.empty() || !arg.ground()) continue;
    std::vector<std::string> fluents;
    for (const ir::PrologTerm& fluent : arg.args) fluents.push_back(ir::fluent_name(fluent));
    const auto state = game.state_of(fluents);
    if (!state) continue;
    const Value named = value(*state);
    arg.kind = ir::PrologTerm::Kind::atom;
    arg.name = background_.terms().name_text(named);
    arg.args.clear();
  }
}

bool GameRelations::solve(const FactRelation& relation, std::span<const Value> args,
                          std::vector<Value>& solutions) {
  if (args[0] == unbound) return false;
  const auto state = states_.find(args[0]);
  if (state == states_.end()) return true;  // not a state of the game
  const bool of_states = predicates_.at(&relation) <= GameBackground::drawn;
  args_.assign({state->second});
  for (const Value arg : args.subspan(1)) {
    const auto other = states_.find(arg);
    if (arg == unbound) {
      args_.push_back(unbound);
    } else if (of_states != (other != states_.end())) {
      return true;
    } else {
      args_.push_back(of_states ? other->second : game_.constant(background_.terms().term(arg)));
    }
  }
  found_.clear();
  game_.solve(predicates_.at(&relation), args_, found_);
  for (const Value found : found_) solutions.push_back(value_of(found));
  return true;
}

std::vector<std::string> GameRelations::types(const FactRelation& relation) const {
  const bool of_states = predicates_.at(&relation) <= GameBackground::drawn;
  std::vector<std::string> types(relation.arity(), of_states ? "state" : "constant");
  types.front() = "state";
  return types;
}

std::vector<bool> GameRelations::inputs(const FactRelation& relation) const {
  std::vector<bool> inputs(relation.arity());
  inputs.front() = true;
  return inputs;
}

std::optional<std::string> GameRelations::text(Value value) const {
  if (!states_.contains(value)) return std::nullopt;
  return background_.terms().name_text(value);
}

}  // namespace tesuji::learner
