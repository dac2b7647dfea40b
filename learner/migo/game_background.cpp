#include "learner/migo/game_background.h"

#include "ir/core/prolog_term.h"

#include <algorithm>

namespace tesuji::learner {

namespace {

/// Whether a tuple agrees with the known values.
bool agrees(std::span<const Value> known, std::span<const Value> tuple) {
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    if (known[i] != unbound && known[i] != tuple[i]) return false;
  }
  return true;
}

}  // namespace

GameBackground::GameBackground(runtime::StateSpace& space)
    : space_(space), predicates_{{"move", 2, {}}, {"won", 1, {}}, {"drawn", 1, {}}} {}

void GameBackground::offer(std::span<const Fluent> fluents) {
  constexpr std::uint32_t state = 1;
  constexpr std::uint32_t other = 2;
  for (BackgroundPredicate& primitive : predicates_) primitive.types.assign(primitive.arity, state);
  for (const Fluent& fluent : fluents) {
    const bool known = std::any_of(predicates_.begin(), predicates_.end(), [&](const auto& one) {
      return one.name == fluent.name && one.arity == fluent.arity + 1;
    });
    if (known) continue;
    std::vector<std::uint32_t> types(fluent.arity + 1, other);
    types.front() = state;
    predicates_.push_back({fluent.name, fluent.arity + 1, std::move(types)});
    fluents_.push_back(fluent);
  }
}

Value GameBackground::value(runtime::Node& node) {
  const auto [place, added] = values_.try_emplace(&node, static_cast<Value>(things_.size()));
  if (added) things_.push_back({&node, {}});
  return place->second;
}

Value GameBackground::constant(const ir::PrologTerm& term) {
  const auto [place, added] =
      constants_.try_emplace(ir::to_text(term), static_cast<Value>(things_.size()));
  if (added) things_.push_back({nullptr, term});
  return place->second;
}

std::span<const BackgroundPredicate> GameBackground::predicates() const {
  return predicates_;
}

const GameBackground::Rows& GameBackground::rows(runtime::Node& node) {
  const auto [place, added] = rows_.try_emplace(&node);
  if (!added) return place->second;
  Rows rows(fluents_.size());
  for (const std::string& fluent : space_.game().fluents(space_.state(node))) {
    const ir::PrologTerm term = ir::fluent_term(fluent);
    const auto arity = static_cast<std::uint32_t>(term.args.size());
    const auto kind = std::find(fluents_.begin(), fluents_.end(), Fluent{term.name, arity});
    if (kind == fluents_.end()) continue;
    std::vector<Value> row;
    for (const ir::PrologTerm& arg : term.args) row.push_back(constant(arg));
    rows[static_cast<std::size_t>(kind - fluents_.begin())].push_back(std::move(row));
  }
  return rows_[&node] = std::move(rows);
}

bool GameBackground::holds_move(runtime::Node& from, Value to) {
  const runtime::Node* const wanted = state_of(to);
  space_.poll();
  space_.expand(from);
  for (std::uint32_t edge = 0; edge < from.edge_count; ++edge) {
    if (space_.successor(from, edge) == wanted) return true;
  }
  return false;
}

bool GameBackground::holds(std::uint32_t predicate, std::span<const Value> args) {
  runtime::Node* const node = state_of(args[0]);
  if (!node) return false;
  if (predicate == won) return space_.won(*node);
  if (predicate == drawn) return space_.drawn(*node);
  if (predicate == move) return state_of(args[1]) && holds_move(*node, args[1]);
  const auto& all = rows(*node)[predicate - drawn - 1];
  return std::any_of(all.begin(), all.end(),
                     [&](const auto& row) { return agrees(args.subspan(1), row); });
}

void GameBackground::solve(std::uint32_t predicate, std::span<const Value> args,
                           std::vector<Value>& solutions) {
  if (args[0] == unbound) return;
  runtime::Node* const node = state_of(args[0]);
  if (!node) return;
  if (predicate > drawn) {
    for (const std::vector<Value>& row : rows(*node)[predicate - drawn - 1]) {
      if (!agrees(args.subspan(1), row)) continue;
      solutions.push_back(args[0]);
      solutions.insert(solutions.end(), row.begin(), row.end());
    }
    return;
  }
  if (predicate != move || args[1] != unbound) {
    if (holds(predicate, args)) solutions.insert(solutions.end(), args.begin(), args.end());
    return;
  }
  space_.poll();
  space_.expand(*node);
  for (std::uint32_t edge = 0; edge < node->edge_count; ++edge) {
    solutions.push_back(args[0]);
    solutions.push_back(value(*space_.successor(*node, edge)));
  }
}

bool GameBackground::any(std::uint32_t predicate, std::span<const Value> args) {
  if (args[0] == unbound) return false;
  if (predicate != move || args[1] != unbound) return holds(predicate, args);
  runtime::Node* const node = state_of(args[0]);
  if (!node) return false;
  space_.expand(*node);
  return node->edge_count > 0;
}

std::string GameBackground::text(Value value) const {
  const runtime::Node* const node = state_of(value);
  if (!node) return ir::to_text(things_[value].term);
  std::string text = "[";
  for (const std::string& fluent : space_.game().fluents(space_.state(*node))) {
    if (text.size() > 1) text += ',';
    text += ir::prolog_text(fluent);
  }
  return text + ']';
}

}  // namespace tesuji::learner
