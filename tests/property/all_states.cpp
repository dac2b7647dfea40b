#include "tests/property/all_states.h"

#include "passes/clauses/infer_domains.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace tesuji::tests {

AllStates::AllStates(const ir::Module& lowered) : module_(lowered), reasoner_(lowered) {
  const std::vector<bool> inhabited = passes::inhabited_relations(lowered);
  for (ir::RelationId id = 0; id < lowered.relations.size(); ++id) {
    const ir::Relation& relation = lowered.relations[id];
    if (relation.kind != ir::RelationKind::state || !inhabited[id]) continue;
    if (lowered.product_size(relation) + fluents_.size() > most_fluents) {
      throw TooLarge(fmt::format("more than {} fluents", most_fluents));
    }
    for (Tuple& tuple : all_tuples(lowered, id)) {
      std::string name = term_of(lowered, id, tuple);
      fluents_.push_back({id, std::move(tuple), std::move(name)});
    }
  }
  states_.resize(count());
  NaiveState state = reasoner_.empty();
  reasoner_.derive(state);
  initial_ = number_of(state, &ir::Relation::init);
}

StateNumber AllStates::number_of(const NaiveState& state,
                                 ir::RelationId ir::Relation::* shape) const {
  StateNumber number = 0;
  std::size_t placed = 0;
  for (std::size_t i = 0; i < fluents_.size(); ++i) {
    const ir::RelationId id = module_.relations[fluents_[i].relation].*shape;
    if (id == ir::no_id || !state.tuples[id].contains(fluents_[i].tuple)) continue;
    number |= StateNumber{1} << i;
    ++placed;
  }
  std::size_t derived = 0;
  for (const ir::Relation& relation : module_.relations) {
    if (relation.kind != ir::RelationKind::state || relation.*shape == ir::no_id) continue;
    derived += state.tuples[relation.*shape].size();
  }
  if (derived != placed) throw std::logic_error("a fluent is derived that its domains leave out");
  return number;
}

const AllStates::State& AllStates::at(StateNumber number) {
  if (!states_[number]) states_[number] = make(number);
  return *states_[number];
}

AllStates::State AllStates::make(StateNumber number) const {
  State state;
  state.holds = reasoner_.empty();
  for (std::size_t i = 0; i < fluents_.size(); ++i) {
    if ((number >> i & 1) != 0) state.holds.tuples[fluents_[i].relation].insert(fluents_[i].tuple);
  }
  reasoner_.derive(state.holds);
  const ir::RelationId terminal = module_.find_answer(ir::Answer::terminal);
  state.terminal = terminal != ir::no_id && !state.holds.tuples[terminal].empty();
  find_legal(state);
  if (!state.stuck && !state.terminal) find_successors(state);
  return state;
}

void AllStates::find_legal(State& state) const {
  state.legal.resize(module_.roles.size());
  for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
    const ir::Relation& relation = module_.relations[id];
    if (relation.kind != ir::RelationKind::input || relation.legal == ir::no_id) continue;
    for (const Tuple& tuple : state.holds.tuples[relation.legal]) {
      const auto role = std::find(module_.roles.begin(), module_.roles.end(), tuple.front());
      if (role == module_.roles.end()) continue;  // a move for somebody who is no role
      state.legal[static_cast<std::size_t>(role - module_.roles.begin())].emplace_back(
          id, Tuple(tuple.begin() + 1, tuple.end()));
    }
  }
  state.stuck = std::any_of(state.legal.begin(), state.legal.end(),
                            [](const auto& moves) { return moves.empty(); });
}

void AllStates::find_successors(State& state) const {
  NaiveState working = state.holds;
  std::vector<std::size_t> chosen(state.legal.size());
  for (;;) {
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      if (module_.relations[id].kind == ir::RelationKind::input) working.tuples[id].clear();
    }
    for (std::size_t role = 0; role < chosen.size(); ++role) {
      const auto& [relation, columns] = state.legal[role][chosen[role]];
      Tuple tuple{module_.roles[role]};
      tuple.insert(tuple.end(), columns.begin(), columns.end());
      working.tuples[relation].insert(std::move(tuple));
    }
    reasoner_.derive_moved(working);
    state.successors.push_back(number_of(working, &ir::Relation::next));
    std::size_t role = 0;
    while (role < chosen.size() && ++chosen[role] == state.legal[role].size()) chosen[role++] = 0;
    if (role == chosen.size()) break;
  }
  std::sort(state.successors.begin(), state.successors.end());
  state.successors.erase(std::unique(state.successors.begin(), state.successors.end()),
                         state.successors.end());
}

std::vector<std::string> AllStates::names(StateNumber number) const {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < fluents_.size(); ++i) {
    if ((number >> i & 1) != 0) result.push_back(fluents_[i].name);
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::optional<StateNumber> AllStates::find(const std::vector<std::string>& names) const {
  StateNumber number = 0;
  for (const std::string& name : names) {
    const auto place = std::find_if(fluents_.begin(), fluents_.end(),
                                    [&](const Fluent& fluent) { return fluent.name == name; });
    if (place == fluents_.end()) return std::nullopt;
    number |= StateNumber{1} << (place - fluents_.begin());
  }
  return number;
}

bool AllStates::for_each_sequence(StateNumber from, std::uint32_t moves, bool nonplayable,
                                  const std::function<bool(Sequence)>& visit) {
  std::vector<StateNumber> sequence{from};
  return extend(sequence, moves, nonplayable, visit);
}

bool AllStates::extend(std::vector<StateNumber>& sequence, std::uint32_t moves, bool nonplayable,
                       const std::function<bool(Sequence)>& visit) {
  const State& last = at(sequence.back());
  const bool ends = sequence.size() == std::size_t{moves} + 1 || last.terminal;
  if (ends || (last.stuck && nonplayable)) {
    if (++visited_ > most_sequences) {
      throw TooLarge(fmt::format("more than {} sequences", most_sequences));
    }
    return visit(sequence);
  }
  return std::all_of(last.successors.begin(), last.successors.end(), [&](StateNumber next) {
    sequence.push_back(next);
    const bool go_on = extend(sequence, moves, nonplayable, visit);
    sequence.pop_back();
    return go_on;
  });
}

}  // namespace tesuji::tests
